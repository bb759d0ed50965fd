import type { Integration } from '../integration.ts'
import { lines, link, plain } from '../text.ts'

const STATES = [
  ['down', ':cross_mark:', 'is down'],
  ['up', ':check:', 'is up'],
  ['pending', ':warning:', 'does not answer yet'],
  ['maintenance', ':tools:', 'is under maintenance'],
] as const

/** Sends the heartbeat that changed the state, its monitor, and a text. https://github.com/louislam/uptime-kuma/wiki */
export const uptimeKuma: Integration = {
  name: 'uptimekuma',
  displayName: 'Uptime Kuma',
  eventTypes: STATES.map(([event]) => event),
  read(payload) {
    // A test, or news about a certificate, has a text and nothing else.
    const status = payload.number('heartbeat', 'status')
    const state = status === undefined ? undefined : STATES[status]
    if (!state) return { topic: payload.find('monitor', 'name') ?? 'Uptime Kuma', content: lines(payload.text('msg')) }
    const [event, sign, says] = state
    const name = payload.text('monitor', 'name')
    const reason = payload.find('heartbeat', 'msg')
    const why = reason === undefined ? '.' : `: ${plain(reason, 500)}`
    return { event, topic: name, content: `${sign} ${link(name, payload.find('monitor', 'url'))} ${says}${why}` }
  },
}
