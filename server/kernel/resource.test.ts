import { expect, test } from 'vitest'
import { systemClock } from './base/clock.ts'
import { readConfig } from './base/config.ts'
import { OutgoingRequests } from './base/outgoing-requests.ts'
import { OpenResources, type Resource } from './resource.ts'

test('resources are opened in their order, found by their object, and closed in the opposite order', async () => {
  const config = readConfig({})
  const outgoing = new OutgoingRequests([])
  const done: string[] = []
  const resource = (name: string): Resource<string> => ({
    name,
    open: ({ config: { url } }) => `${done.push(`open ${name}`)} ${url}`,
    close: async (opened) => void done.push(`close ${name}: ${opened}`),
  })
  const [first, second, missing] = [resource('first'), resource('second'), resource('missing')]
  const resources = new OpenResources([first, second], {
    ...{ config, clock: systemClock, outgoing },
    outgoingLimit: undefined,
  })
  expect(resources.get(second)).toBe(`2 ${config.url}`)
  expect(() => resources.get(missing)).toThrow('no feature opens the resource "missing"')
  await resources.close()
  expect(done).toEqual(['open first', 'open second', `close second: 2 ${config.url}`, `close first: 1 ${config.url}`])
})
