import { expect, test } from 'vitest'
import { endpoints } from '../../api/endpoints/index.ts'
import { refused } from '../../test/refusals.ts'
import { useServer } from '../../test/use-server.ts'
import { pickColor } from './colors.ts'

const { server } = useServer()

test('each new subscription has another color until all are used; then the recipient id decides', () => {
  const used = new Set<string>()
  for (let count = 0; count < 24; count += 1) used.add(pickColor(used, 7))
  expect(used.size).toBe(24)
  const palette = [...used]
  expect(pickColor(used, 7)).toBe(palette[7])
  expect(pickColor(used, 24 + 3)).toBe(palette[3])
  used.delete(palette[5]!)
  expect(pickColor(used, 7)).toBe(palette[5])
})

test('with more channels than colors, the color depends on the recipient id of messages', async () => {
  const [ann, bob] = [await server.person('Ann'), await server.person('Bob')]
  // A direct conversation takes a number that no channel has.
  const hello = { type: 'direct', to: JSON.stringify([bob.id]), content: 'Hello' } as const
  await ann.client.call(endpoints.sendMessage, hello)
  const names = Array.from({ length: 30 }, (_, index) => ({ name: `color ${index}` }))
  await ann.client.call(endpoints.subscribe, { subscriptions: names })
  const { subscriptions } = await ann.client.call(endpoints.registerQueue, { fetch_event_types: ['subscription'] })
  const colorOf = new Map(subscriptions!.map(({ stream_id, color }) => [stream_id, color]))
  const palette = [...new Set(colorOf.values())]
  expect(palette).toHaveLength(24)
  const last = server.realm.channelByName('color 29')!
  expect(last.convId).not.toBe(last.id)
  expect(colorOf.get(last.id)).toBe(palette[last.convId % palette.length])
})

test('the caller may wish a color for a new subscription, as browsers do', async () => {
  const [cho, dan] = [await server.person('Cho'), await server.person('Dan')]
  const subscriptions = [
    { name: 'blue room', color: '#0000ff' },
    { name: 'plain room', color: null },
  ]
  await cho.client.call(endpoints.subscribe, { subscriptions, principals: [cho.id, dan.id] })
  const own = await cho.client.call(endpoints.getSubscriptions, {})
  expect(own.subscriptions.find(({ name }) => name === 'blue room')).toMatchObject({ color: '#0000ff' })
  await refused(
    cho.client.call(endpoints.subscribe, { subscriptions: [{ name: 'red room', color: 'red' }] }),
    'subscriptions[0]["color"] has invalid format',
  )
  expect(server.realm.channelByName('red room')).toBeUndefined()
})
