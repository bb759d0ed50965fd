import { beforeEach, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Client } from '../../../client/client.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { opened } from '../../../test/opened.ts'
import { openQueue, untilPolled } from '../../../test/queues/queue-requests.ts'
import { useServer } from '../../../test/use-server.ts'
import { unsubscribeUsers } from '../../channels/unsubscribe-users.ts'

const { getEvents, sendMessage, subscribe } = endpoints

const { server, ann, bob } = useServer({ members: ['ann'], outsiders: ['bob'], channel: 'talk' })
const second = opened(() => startTestServer({ beside: server }))
beforeEach(async () => {
  await bob.client.call(subscribe, { subscriptions: [{ name: 'talk' }] })
})

const say = (content: string) => ann.client.call(sendMessage, { type: 'channel', to: 'talk', topic: 'x', content })

/** Starts a poll by Bob that waits on a node. */
async function waitOn(node: TestServer, client: Client) {
  const queue = await openQueue(client)
  const answer = client.call(getEvents, queue)
  await untilPolled(node, queue)
  return { answer }
}

test('a poll gets the message when the message and the leaving of its reader are applied together', async () => {
  const bobOnSecond = await second.clientOf(bob.id)
  const live = await second.ctx.realms.live(second.realm.id)
  const { answer } = await waitOn(second, bobOnSecond)
  // The second node receives nothing until both rows are written.
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const paused = second.ctx.database.db.connection().execute((db) => live.atSnapshot(db, () => released))
  const { id } = await say('the last words')
  const channel = server.realm.channelByName('talk')!
  await server.ctx.transact(server.realm.id, (tx) => unsubscribeUsers(tx, channel, [server.realm.users.get(bob.id)!]))
  release()
  await paused
  const { events } = await answer
  expect(events[0]).toMatchObject({ type: 'message', message: { id } })
})

test('the same happens in one transaction', async () => {
  const { answer } = await waitOn(server, bob.client)
  const channel = server.realm.channelByName('talk')!
  const { id } = await server.ctx.transact(server.realm.id, async (tx) => {
    const to = { channelId: channel.id, topic: 'x' }
    const sent = await tx.send({ senderId: ann.id, to, content: 'Good-bye' })
    await unsubscribeUsers(tx, channel, [server.realm.users.get(bob.id)!])
    return sent
  })
  const { events } = await answer
  expect(events[0]).toMatchObject({ type: 'message', message: { id } })
})
