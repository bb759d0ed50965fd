import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../api/endpoints/index.ts'
import type { Client } from '../../client/client.ts'
import type { Person } from '../../test/harness.ts'
import { changeRealm } from '../../test/people.ts'
import { useServer } from '../../test/use-server.ts'
import { CHANNEL_GROUP_SETTINGS, type ChannelGroupSetting } from '../kernel/realm-state/channel.ts'

const { deleteMessage, sendMessage, subscribe, unsubscribe, updateMessage, updateStream } = endpoints

/** A permission of a channel is all that Bob has: the organization permits these things to nobody. */
describe('a permission of a channel acts:', () => {
  const { server } = useServer()
  let bob: Person
  let cho: Person
  let channelId: number
  let clubId: number

  beforeAll(async () => {
    await server.owner.call(subscribe, { subscriptions: [{ name: 'talk' }, { name: 'elsewhere' }] })
    await server.owner.call(subscribe, { subscriptions: [{ name: 'club' }], invite_only: true })
    bob = await server.person('Bob', 'talk')
    cho = await server.person('Cho', 'talk')
    channelId = server.channelId('talk')
    clubId = server.channelId('club')
    const nobody = [
      'can_add_subscribers_group',
      'can_delete_any_message_group',
      'can_delete_own_message_group',
      'can_move_messages_between_channels_group',
      'can_move_messages_between_topics_group',
      'can_resolve_topics_group',
    ]
    await changeRealm(server, {}, Object.fromEntries(nobody.map((name) => [name, 'role:nobody'])))
  })

  let topics = 0
  const newTopic = () => {
    topics += 1
    return `topic ${topics}`
  }
  const say = async ({ client }: { readonly client: Client }, topic = newTopic()) =>
    (await client.call(sendMessage, { type: 'channel', to: 'talk', topic, content: 'Hello' })).id
  const edit = (message_id: number, change: object) => bob.client.call(updateMessage, { message_id, ...change })
  const principals = () => ({ principals: [cho.id] })

  interface Effect {
    /** Another channel than `talk`. */
    readonly channel?: () => number
    act(): Promise<unknown>
  }

  const EFFECTS: Readonly<Record<ChannelGroupSetting, Effect>> = {
    can_send_message_group: { act: () => say(bob, 'topic 0') },
    can_create_topic_group: { act: () => say(bob) },
    can_administer_channel_group: {
      act: () => bob.client.call(updateStream, { stream_id: channelId, description: 'Soup and more' }),
    },
    can_subscribe_group: {
      channel: () => clubId,
      act: () => bob.client.call(subscribe, { subscriptions: [{ name: 'club' }] }),
    },
    can_add_subscribers_group: {
      channel: () => clubId,
      act: () => bob.client.call(subscribe, { subscriptions: [{ name: 'club' }], ...principals() }),
    },
    can_remove_subscribers_group: {
      act: () => bob.client.call(unsubscribe, { subscriptions: ['talk'], ...principals() }),
    },
    can_delete_any_message_group: {
      act: async () => bob.client.call(deleteMessage, { message_id: await say({ client: server.owner }) }),
    },
    can_delete_own_message_group: {
      act: async () => bob.client.call(deleteMessage, { message_id: await say(bob) }),
    },
    can_move_messages_within_channel_group: { act: async () => edit(await say(cho), { topic: `moved ${topics}` }) },
    can_move_messages_out_of_channel_group: {
      act: async () => edit(await say(cho), { stream_id: server.channelId('elsewhere') }),
    },
    can_resolve_topics_group: {
      act: async () => edit(await say(cho), { topic: `✔ topic ${topics}`, propagate_mode: 'change_all' }),
    },
  }

  const set = (stream_id: number, name: ChannelGroupSetting, members: readonly number[]) =>
    server.owner.call(updateStream, {
      stream_id,
      [name]: { new: { direct_members: [...members], direct_subgroups: [] } },
    })

  test.each(Object.keys(CHANNEL_GROUP_SETTINGS) as ChannelGroupSetting[])('%s', async (name) => {
    await cho.client.call(subscribe, { subscriptions: [{ name: 'talk' }] })
    const { channel = () => channelId, act } = EFFECTS[name]
    const before = server.realm.channels.get(channel())!.groupSettings[name]
    await set(channel(), name, [])
    await expect(act()).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await set(channel(), name, [bob.id])
    await act()
    await server.owner.call(updateStream, { stream_id: channel(), [name]: { new: before } })
  })
})
