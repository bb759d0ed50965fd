import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Person } from '../../../test/harness.ts'
import { bot, changeRealm } from '../../../test/people.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'
import { deactivateUser } from '../../accounts/deactivation/deactivate-user.ts'

describe('the permission to send', () => {
  const { server, ann, bob, mia, gus } = useServer({ members: ['ann', 'bob'], moderators: ['mia'], guests: ['gus'] })
  let helper: Person

  beforeAll(async () => {
    helper = await bot(server, 'Helper', ann)
    const groups = (name: 'role:moderators' | 'role:nobody') => server.realm.groups.system(name).id
    const create = (name: string, more: object = {}) =>
      ann.client.call(endpoints.subscribe, { subscriptions: [{ name }], ...more })
    await create('open')
    await create('closed', { invite_only: true })
    await create('with gus', { principals: [ann.id, gus.id] })
    await create('announcements', { can_send_message_group: groups('role:moderators') })
    await create('shared history', {
      invite_only: true,
      history_public_to_subscribers: true,
      can_subscribe_group: groups('role:moderators'),
    })
    await create('protected', {
      invite_only: true,
      history_public_to_subscribers: false,
      can_subscribe_group: groups('role:moderators'),
    })
    await create('few topics', { can_create_topic_group: groups('role:moderators') })
  })

  const send = (from: Person, to: string, topic = 'soup') =>
    from.client.call(endpoints.sendMessage, { type: 'channel', to, topic, content: 'Hello' })
  const notAuthorized = (name: string) => `Not authorized to send to channel '${name}'`

  describe('to a channel', () => {
    test('a public one: every member, but a guest only if subscribed', async () => {
      await send(bob, 'open')
      await refused(send(gus, 'open'), notAuthorized('open'))
      await send(gus, 'with gus')
    })

    test('a private one: its subscribers', async () => {
      await send(ann, 'closed')
      await refused(send(bob, 'closed'), notAuthorized('closed'))
    })

    test('not its administrator by role alone, who may see its name', async () => {
      const call = (to: string) =>
        server.owner.call(endpoints.sendMessage, { type: 'channel', to, topic: 'x', content: 'Hello' })
      await refused(call('closed'), notAuthorized('closed'))
      await refused(call(String(server.channelId('closed'))), notAuthorized('closed'))
    })

    test('an id does not reveal the name of a hidden channel', async () => {
      const id = server.channelId('closed')
      const refusal = { code: 'STREAM_DOES_NOT_EXIST', data: { stream_id: id } } as const
      await refused(send(bob, String(id)), `Channel with ID '${id}' does not exist`, refusal)
      await send(ann, String(id))
    })

    test('nor does a refusal reveal its spelling', async () => {
      await refused(send(bob, 'CLOSED'), notAuthorized('CLOSED'))
      await refused(send(gus, ' "Open" '), notAuthorized('Open'))
      await send(ann, 'CLOSED')
      await send(helper, 'CLOSED')
    })

    test('a private one with shared history: also people who may subscribe themselves', async () => {
      await send(mia, 'shared history')
      await refused(send(bob, 'shared history'), notAuthorized('shared history'))
      await refused(send(mia, 'protected'), notAuthorized('protected'))
    })

    test('an announcement channel: only the group that may post', async () => {
      await send(mia, 'announcements')
      await refused(send(bob, 'announcements'), 'You do not have permission to post in this channel.')
      await refused(send(ann, 'announcements'), 'You do not have permission to post in this channel.')
    })

    test('a bot: where its owner is subscribed', async () => {
      await send(helper, 'closed')
      const id = server.channelId('closed')
      await send(helper, `${id}`)
      const bobs = await bot(server, 'UnknownHostVisitor', bob)
      await refused(send(bobs, 'closed'), notAuthorized('closed'))
      await refused(send(bobs, `${id}`), `Channel with ID '${id}' does not exist`, { code: 'STREAM_DOES_NOT_EXIST' })
    })

    test('a new topic: the group that may create one; others in existing topics', async () => {
      const refusal = 'You do not have permission to create new topics in this channel.'
      await refused(send(bob, 'few topics', 'Soup'), refusal)
      await send(mia, 'few topics', 'Soup')
      await send(bob, 'few topics', 'soup')
      await refused(send(bob, 'few topics', 'salad'), refusal)
    })

    test('a new topic by a bot: where its owner may create one, or the bot itself', async () => {
      const mias = await bot(server, 'Topic maker', mia)
      await send(mias, 'few topics', 'bread')
      await refused(
        send(helper, 'few topics', 'butter'),
        'You do not have permission to create new topics in this channel.',
      )
      const only = { new: { direct_members: [helper.id], direct_subgroups: [] } }
      const stream_id = server.channelId('few topics')
      await ann.client.call(endpoints.updateStream, { stream_id, can_create_topic_group: only })
      await send(helper, 'few topics', 'butter')
    })
  })

  describe('to people', () => {
    const to = (from: Person, ...people: Person[]) =>
      from.client.call(endpoints.sendMessage, {
        type: 'direct',
        to: JSON.stringify(people.map(({ id }) => id)),
        content: 'Hello',
      })

    test('not to a deactivated account', async () => {
      const dan = await server.person('Dan')
      await to(ann, dan)
      await server.ctx.transact(server.realm.id, (tx) => deactivateUser(tx, server.realm.users.get(dan.id)!))
      const refusal = `'${dan.apiEmail}' is no longer using this organization.`
      await refused(to(ann, dan), refusal)
      await refused(to(ann, bob, dan), refusal)
    })

    test('none, when direct messages are off; but to bots and oneself', async () => {
      await changeRealm(server, {}, { direct_message_permission_group: 'role:nobody' })
      await refused(to(ann, bob), 'Direct messages are disabled in this organization.')
      await to(ann, helper)
      await to(ann, ann)
      await to(helper, bob)
      await changeRealm(server, {}, { direct_message_permission_group: 'role:everyone' })
      await to(ann, bob)
    })

    test('only with a person who can authorize the conversation', async () => {
      await changeRealm(server, {}, { direct_message_permission_group: 'role:moderators' })
      await refused(to(ann, bob), 'This conversation does not include any users who can authorize it.')
      await to(ann, bob, mia)
      await to(mia, bob)
      await to(bob, mia)
      await changeRealm(server, {}, { direct_message_permission_group: 'role:everyone' })
    })

    test('only the group that may start a conversation; anyone may continue one', async () => {
      const eve = await server.person('Eve')
      await changeRealm(server, {}, { direct_message_initiator_group: 'role:moderators' })
      await refused(to(bob, eve), 'You do not have permission to initiate direct message conversations.')
      await to(mia, eve)
      await to(eve, mia)
      await refused(to(eve, bob), 'You do not have permission to initiate direct message conversations.')
      await changeRealm(server, {}, { direct_message_initiator_group: 'role:everyone' })
      await to(eve, bob)
    })

    test('a refused first message leaves nothing behind', async () => {
      const [fay, hal] = [await server.person('Fay'), await server.person('Hal')]
      await changeRealm(server, {}, { direct_message_permission_group: 'role:nobody' })
      await refused(to(fay, hal), 'Direct messages are disabled in this organization.')
      await changeRealm(server, {}, { direct_message_permission_group: 'role:everyone' })
      const { rows } = await server.database.pool.query('select 1 from conversation where members = $1', [
        [fay.id, hal.id],
      ])
      expect(rows).toEqual([])
    })
  })
})
