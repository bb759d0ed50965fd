import { beforeAll, describe, expect, test } from 'vitest'
import type { ArgsOf } from '../../api/contract.ts'
import { endpoints } from '../../api/endpoints/index.ts'
import type { Person } from '../../test/harness.ts'
import { bot, changeChannel } from '../../test/people.ts'
import { refused } from '../../test/refusals.ts'
import { useServer } from '../../test/use-server.ts'

describe('the list of channels', () => {
  const { server, ann, bob, mia, gus } = useServer({ members: ['ann', 'bob'], moderators: ['mia'], guests: ['gus'] })
  let helper: Person

  beforeAll(async () => {
    helper = await bot(server, 'Helper', ann)
    const create = (name: string, more: object = {}) =>
      ann.client.call(endpoints.subscribe, { subscriptions: [{ name }], ...more })
    await create('lunch')
    await create('secret', { invite_only: true })
    await create('for moderators', {
      invite_only: true,
      can_subscribe_group: server.realm.groups.system('role:moderators').id,
    })
    await create('with gus', { principals: [ann.id, gus.id] })
    await create('attic')
    await archive('attic')
    await server.owner.call(endpoints.subscribe, { subscriptions: [{ name: 'news' }], is_default_stream: true })
  })

  const archive = (name: string) => changeChannel(server, server.channelId(name), { is_archived: true })
  const list = async (person: Person, args: ArgsOf<typeof endpoints.getStreams> = {}) =>
    (await person.client.call(endpoints.getStreams, args)).streams
  const names = async (...args: Parameters<typeof list>) => (await list(...args)).map(({ name }) => name).sort()
  const none = { include_public: false, include_subscribed: false }

  test('contains public channels and one’s subscriptions', async () => {
    expect(await names(ann)).toEqual(['for moderators', 'general', 'lunch', 'news', 'secret', 'with gus'])
    expect(await names(bob)).toEqual(['general', 'lunch', 'news', 'with gus'])
  })

  test('contains, for a guest, only subscriptions', async () => {
    expect(await names(gus)).toEqual(['general', 'with gus'])
    expect(await names(gus, { include_all: true, include_can_access_content: true })).toEqual(['general', 'with gus'])
  })

  test('contains what is requested: public, subscribed, or neither', async () => {
    expect(await names(ann, { include_public: false })).toEqual([
      'for moderators',
      'general',
      'lunch',
      'secret',
      'with gus',
    ])
    expect(await names(bob, { include_subscribed: false })).toEqual(['general', 'lunch', 'news', 'with gus'])
    expect(await names(ann, none)).toEqual([])
    expect(await names(ann, { ...none, include_web_public: true })).toEqual([])
  })

  test('contains default channels on request, and marks them', async () => {
    const channels = await list(bob, { ...none, include_default: true })
    expect(channels.map(({ name, is_default }) => [name, is_default])).toEqual([
      ['general', true],
      ['news', true],
    ])
    expect((await list(bob, { include_default: true })).find(({ name }) => name === 'lunch')).toMatchObject({
      is_default: false,
    })
    expect((await list(bob))[0]).not.toHaveProperty('is_default')
  })

  test('contains all readable channels on request', async () => {
    const wanted = { ...none, include_can_access_content: true }
    expect(await names(mia, wanted)).toEqual(['for moderators', 'general', 'lunch', 'news', 'with gus'])
    expect(await names(bob, wanted)).toEqual(['general', 'lunch', 'news', 'with gus'])
  })

  test('contains all visible channels on request, which for administrators are all channels', async () => {
    const all = ['for moderators', 'general', 'lunch', 'news', 'secret', 'with gus']
    const owner = { client: server.owner } as Person
    expect(await names(owner, { include_all: true })).toEqual(all)
    expect(await names(owner, { include_all_active: true })).toEqual(all)
    expect(await names(owner, { include_can_access_content: true })).not.toContain('secret')
    expect(await names(bob, { include_all: true })).toEqual(['general', 'lunch', 'news', 'with gus'])
    await refused(list(bob, { include_all_active: true }), 'User not authorized for this query')
  })

  test('contains archived ones only if they are not excluded', async () => {
    expect(await names(ann, { exclude_archived: false })).toContain('attic')
    expect(await names(ann)).not.toContain('attic')
  })

  test('contains, for a bot, its owner’s subscriptions on request', async () => {
    expect(await names(helper, { include_owner_subscribed: true })).toContain('secret')
    expect(await names(helper)).not.toContain('secret')
    expect(await names(bob, { include_owner_subscribed: true })).not.toContain('secret')
  })

  test('describes each channel', async () => {
    const sent = await ann.client.call(endpoints.sendMessage, {
      type: 'channel',
      to: 'secret',
      topic: '',
      content: 'Hello',
    })
    const [channel] = (await list(ann)).filter(({ name }) => name === 'secret')
    expect(channel).toMatchObject({
      invite_only: true,
      is_web_public: false,
      history_public_to_subscribers: false,
      creator_id: ann.id,
      first_message_id: sent.id,
      is_archived: false,
      is_recently_active: true,
      stream_weekly_traffic: null,
      stream_post_policy: 1,
      topics_policy: 'inherit',
      message_retention_days: null,
      folder_id: null,
      subscriber_count: 1,
      can_administer_channel_group: { direct_members: [ann.id], direct_subgroups: [] },
      can_remove_subscribers_group: server.realm.groups.system('role:administrators').id,
    })
  })
})
