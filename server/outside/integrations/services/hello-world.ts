import type { Integration } from '../integration.ts'
import { link } from '../text.ts'

/** People try out an address with it. It is also the smallest example of an integration. */
export const helloWorld: Integration = {
  name: 'helloworld',
  displayName: 'Hello world',
  eventTypes: null,
  read(payload) {
    const title = payload.find('featured_title')
    const read = title === undefined ? '' : `\nWorth reading today: ${link(title, payload.find('featured_url'))}`
    return { topic: 'Hello world', content: `Hello! The webhook works. :wave:${read}` }
  },
}
