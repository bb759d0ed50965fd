import { beforeAll, describe, expect, test } from 'vitest'
import type { ArgsOf } from '../../api/contract.ts'
import { endpoints } from '../../api/endpoints/index.ts'
import { createClient } from '../../client/client.ts'
import { explains } from '../../test/events-explain-state.ts'
import type { Person } from '../../test/harness.ts'
import { changeRealm } from '../../test/people.ts'
import { refused } from '../../test/refusals.ts'
import { useServer } from '../../test/use-server.ts'

type Update = Omit<ArgsOf<typeof endpoints.updateStream>, 'stream_id'>

const KINDS = {
  'web-public': { is_web_public: true, is_private: false, history_public_to_subscribers: true },
  public: { is_web_public: false, is_private: false, history_public_to_subscribers: true },
  shared: { is_web_public: false, is_private: true, history_public_to_subscribers: true },
  protected: { is_web_public: false, is_private: true, history_public_to_subscribers: false },
} as const
type Kind = keyof typeof KINDS
const names = Object.keys(KINDS) as Kind[]
const turns = names.flatMap((from) => names.filter((to) => to !== from).map((to) => [from, to] as const))

describe('the kind of a channel', () => {
  const { server, ada, ann, bob, cam, gus } = useServer({
    administrators: ['ada'],
    members: ['ann', 'bob', 'cam'],
    guests: ['gus'],
  })
  let count = 0

  beforeAll(() => changeRealm(server, { enable_spectator_access: true }))

  const create = async (kind: Kind) => {
    const { is_private: invite_only, ...rest } = KINDS[kind]
    count += 1
    const args = { name: `${kind} ${count}`, subscribers: [ann.id, bob.id], invite_only, ...rest }
    const by = kind === 'web-public' ? server.owner : ann.client
    return (await by.call(endpoints.createChannel, args)).id
  }
  const update = (stream_id: number, change: Update, client = ann.client) =>
    client.call(endpoints.updateStream, { stream_id, ...change })
  const subscribeOwner = (id: number) =>
    ann.client.call(endpoints.subscribe, {
      subscriptions: [{ name: server.realm.channels.get(id)!.name }],
      principals: [server.ownerId],
    })
  const say = (id: number) =>
    ann.client.call(endpoints.sendMessage, { type: 'channel', to: `${id}`, topic: 'x', content: 'Hello' })
  const reads = async ({ client }: Person, message_id: number) =>
    client.call(endpoints.getMessage, { message_id }).then(
      () => true,
      () => false,
    )
  const knows = async ({ client }: Person, stream_id: number) =>
    client.call(endpoints.getStreamById, { stream_id }).then(
      () => true,
      () => false,
    )

  test.each(turns)('turns from %s to %s, and everybody has the access of the new kind', async (from, to) => {
    const id = await create(from)
    if (from !== 'web-public') await subscribeOwner(id)
    const { id: message } = await say(id)
    const watchers = { ada: ada.client, ann: ann.client, cam: cam.client, gus: gus.client }
    const told = await explains(watchers, () => update(id, KINDS[to], server.owner))
    expect(told['ann']).toMatchObject([
      {
        property: 'invite_only',
        value: KINDS[to].is_private,
        history_public_to_subscribers: KINDS[to].history_public_to_subscribers,
        is_web_public: KINDS[to].is_web_public,
      },
    ])
    const isOpen = !KINDS[to].is_private
    expect([await knows(cam, id), await reads(cam, message)]).toEqual([isOpen, isOpen])
    expect([await knows(gus, id), await reads(gus, message)]).toEqual([to === 'web-public', to === 'web-public'])
    expect([await knows(ada, id), await reads(ada, message)]).toEqual([true, isOpen])
    expect([await knows(bob, id), await reads(bob, message)]).toEqual([true, true])
  })

  test('follows from what is left out', async () => {
    const id = await create('public')
    const kind = () => {
      const { inviteOnly, isWebPublic, historyPublic } = server.realm.channels.get(id)!
      return [inviteOnly, isWebPublic, historyPublic]
    }
    await update(id, { is_private: true })
    expect(kind()).toEqual([true, false, false])
    await update(id, { history_public_to_subscribers: true })
    expect(kind()).toEqual([true, false, true])
    await update(id, { is_private: false })
    expect(kind()).toEqual([false, false, true])
  })

  test('is one of four', async () => {
    const id = await create('public')
    await refused(update(id, { history_public_to_subscribers: false }), 'Invalid parameters')
    await refused(update(id, { is_private: true, is_web_public: true }), 'Invalid parameters')
    const moderators = server.realm.groups.system('role:moderators').id
    await update(id, { can_create_topic_group: { new: moderators } })
    await refused(
      update(id, { is_private: true }),
      'Unsupported parameter combination: history_public_to_subscribers, can_create_topic_group',
    )
    await update(id, { is_private: true, history_public_to_subscribers: true })
  })

  test('is changed only by somebody who may read the channel and create such channels', async () => {
    const id = await create('shared')
    await refused(update(id, { is_private: false }, ada.client), 'Channel content access is required.')
    await refused(update(id, KINDS['web-public']), 'Insufficient permission')
    await changeRealm(server, {}, { can_create_public_channel_group: 'role:administrators' })
    await refused(update(id, { is_private: false }), 'Insufficient permission')
    await changeRealm(server, {}, { can_create_public_channel_group: 'role:members' })
    await update(id, { is_private: false })
    await changeRealm(server, {}, { can_create_private_channel_group: 'role:administrators' })
    await refused(update(id, { is_private: true }), 'Insufficient permission')
    await changeRealm(server, {}, { can_create_private_channel_group: 'role:members' })
    await changeRealm(server, { enable_spectator_access: false })
    await refused(update(id, KINDS['web-public'], server.owner), 'Web-public channels are not enabled.')
    await changeRealm(server, { enable_spectator_access: true })
  })

  test('stays private where reports go', async () => {
    const id = await create('shared')
    await changeRealm(server, { moderation_request_channel_id: id })
    await refused(update(id, { is_private: false }), 'Moderation request channel must be private.')
    await update(id, { history_public_to_subscribers: false })
    await changeRealm(server, { moderation_request_channel_id: -1 })
  })

  test('closes the channel to visitors at once', async () => {
    const id = await create('web-public')
    await create('web-public')
    const { id: message_id } = await say(id)
    const visitor = createClient({ url: server.url, userAgent: 'website', strict: true })
    const fetch = async () => {
      const narrow = [
        { operator: 'channels', operand: 'web-public', negated: false },
        { operator: 'channel', operand: id, negated: false },
      ]
      const args = { anchor: 'newest', num_before: 5, num_after: 0, narrow, client_gravatar: false } as const
      return (await visitor.call(endpoints.getMessages, args)).messages.map((message) => message.id)
    }
    expect(await fetch()).toEqual([message_id])
    await update(id, { is_web_public: false }, server.owner)
    expect(await fetch().catch(() => [])).toEqual([])
  })
})
