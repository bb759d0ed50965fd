import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import {
  atOnce,
  contentsOf,
  openQueue,
  QUICK_HEARTBEAT,
  say,
  untilPolled,
} from '../../../test/queues/queue-requests.ts'
import { useServer } from '../../../test/use-server.ts'
import { deactivateUser } from '../../accounts/deactivation/deactivate-user.ts'
import { unsubscribeUsers } from '../../channels/unsubscribe-users.ts'
import { ROLE } from '../realm-state/user.ts'

const { createInviteLink, getEvents, subscribe, updateUser } = endpoints

describe('access that ends while a queue is open', () => {
  const { server, ann, bob } = useServer({ members: ['ann', 'bob'], channel: 'talk', heartbeat: QUICK_HEARTBEAT })

  const waiting = (queue: { queue_id: string }) => untilPolled(server, queue)

  test('a person who leaves gets what was sent before, whenever they poll, and nothing after', async () => {
    await bob.client.call(subscribe, { subscriptions: [{ name: 'short stay' }] })
    const queue = await openQueue(bob.client, { event_types: ['message'] })
    await ann.client.call(subscribe, { subscriptions: [{ name: 'short stay' }] })
    await say(ann.client, 'before leaving', { to: 'short stay' })
    const channel = server.realm.channelByName('short stay')!
    await server.ctx.transact(server.realm.id, (tx) => unsubscribeUsers(tx, channel, [server.realm.users.get(bob.id)!]))
    await say(ann.client, 'after leaving', { to: 'short stay' })
    expect(contentsOf((await bob.client.call(getEvents, atOnce(queue))).events)).toEqual(['before leaving'])
  })

  test('a role that is taken away counts for polls that already wait', async () => {
    const eve = await server.person('Eve')
    await server.owner.call(updateUser, { user_id: eve.id, role: ROLE.administrator })
    const forAll = await openQueue(eve.client, { event_types: ['message'], all_public_streams: true })
    const forAdministrators = await openQueue(eve.client, { event_types: ['invites_changed'] })
    const invite = () => server.owner.call(createInviteLink, { invite_as: ROLE.member })
    await say(ann.client, 'to everybody')
    await invite()
    const [heard, learned] = [forAll, forAdministrators].map((queue) => eve.client.call(getEvents, atOnce(queue)))
    const [{ events: messages }, { events: invitations }] = [await heard!, await learned!]
    expect(contentsOf(messages)).toEqual(['to everybody'])
    expect(invitations).toMatchObject([{ type: 'invites_changed' }])

    const polls = [
      { ...forAll, last_event_id: messages.at(-1)!.id },
      { ...forAdministrators, last_event_id: invitations.at(-1)!.id },
    ].map((queue) => ({ queue, poll: eve.client.call(getEvents, queue) }))
    for (const { queue } of polls) await waiting(queue)
    await server.owner.call(updateUser, { user_id: eve.id, role: ROLE.guest })
    await say(ann.client, 'not to guests')
    await invite()
    for (const { poll } of polls) expect((await poll).events).toMatchObject([{ type: 'heartbeat' }])
    for (const { queue } of polls)
      expect(
        (await eve.client.call(getEvents, atOnce(queue))).events.filter(({ type }) => type !== 'heartbeat'),
      ).toEqual([])
  })

  test('deactivation ends the queues of the account, including a waiting poll', async () => {
    const carl = await server.person('Carl')
    const queue = await openQueue(carl.client)
    const poll = carl.client.call(getEvents, queue)
    await waiting(queue)
    await server.ctx.transact(server.realm.id, (tx) => deactivateUser(tx, server.realm.users.get(carl.id)!))
    expect((await poll).events).toEqual([])
    const { rows } = await server.database.pool.query('select id from event_queue where user_id = $1', [carl.id])
    expect(rows).toEqual([])
    await expect(carl.client.call(getEvents, atOnce(queue))).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })
})
