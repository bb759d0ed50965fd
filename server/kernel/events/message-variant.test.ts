import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Client } from '../../../client/client.ts'
import { changeAccount } from '../../../test/people.ts'
import { useServer } from '../../../test/use-server.ts'

const { getEvents, getMessages, getUsers, registerQueue, sendMessage, subscribe } = endpoints

const { server, eve, bob, mia } = useServer({ members: ['eve', 'bob'], moderators: ['mia'], channel: 'talk' })
beforeAll(async () => {
  for (const client of [mia.client, server.owner]) await client.call(subscribe, { subscriptions: [{ name: 'talk' }] })
})

/** Eve's picture in the event of her message. Other answers show the same one. */
async function pictures(viewers: readonly Client[], client_gravatar: boolean): Promise<(string | null)[]> {
  const queues = await Promise.all(
    viewers.map((client) => client.call(registerQueue, { client_gravatar, fetch_event_types: [] })),
  )
  const { id } = await eve.client.call(sendMessage, { type: 'channel', to: 'talk', topic: 'x', content: 'Hi' })
  return Promise.all(
    viewers.map(async (client, index) => {
      const { queue_id, last_event_id } = queues[index]!
      const { events } = await client.call(getEvents, { queue_id: queue_id!, last_event_id, dont_block: true })
      const told = events.flatMap((event) => (event.type === 'message' ? event.message.avatar_url : []))
      const { messages } = await client.call(getMessages, { message_ids: [id], client_gravatar })
      const { members } = await client.call(getUsers, { client_gravatar })
      expect(told).toEqual([messages[0]!.avatar_url])
      expect(told).toEqual([members.find(({ user_id }) => user_id === eve.id)!.avatar_url])
      return told[0]!
    }),
  )
}

test('only viewers who may see an address compute the picture that depends on it', async () => {
  const digest = createHash('md5').update(eve.email).digest('hex')
  await changeAccount(server, eve.id, { avatar_source: 'G', email_address_visibility: 5 })
  const [seeing, others] = [[server.owner, mia.client, eve.client], [bob.client]]
  expect(await pictures(seeing, true)).toEqual([null, null, null])
  for (const picture of await pictures(seeing, false)) expect(picture).toContain(digest)
  for (const client_gravatar of [true, false]) {
    const [picture] = await pictures(others, client_gravatar)
    expect(picture).toMatch(/^https:/)
    expect(picture).not.toContain(digest)
  }
})

test('a picture that depends on a visible address is the same for all', async () => {
  await changeAccount(server, eve.id, { avatar_source: 'G', email_address_visibility: 1 })
  const viewers = [server.owner, eve.client, bob.client]
  expect(await pictures(viewers, true)).toEqual([null, null, null])
  expect(new Set(await pictures(viewers, false)).size).toBe(1)
})

test('clients never compute a picture of our own', async () => {
  await changeAccount(server, eve.id, { avatar_source: 'U', email_address_visibility: 4 })
  for (const client_gravatar of [true, false])
    for (const picture of await pictures([server.owner, eve.client, bob.client], client_gravatar))
      expect(picture).toMatch(/^\/user_avatars\//)
})
