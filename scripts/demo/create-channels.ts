import { createChannelFolder } from '../../api/endpoints/channel-folders.ts'
import { createChannel, getStreamId, updateStream } from '../../api/endpoints/channels.ts'
import { updateRealm } from '../../api/endpoints/realm.ts'
import { unsubscribe, updateSubscriptionSettings } from '../../api/endpoints/subscriptions.ts'
import type { Client } from '../../client/client.ts'
import { CHANNELS, type DemoChannel, FOLDERS, OTHER_CHANNELS } from './channels.ts'
import type { Members } from './organization.ts'
import { PERSON_KEYS } from './people.ts'

/** Returns the ids of the channels by name. */
export async function createChannels(members: Members): Promise<ReadonlyMap<string, number>> {
  const mara = members.get('mara')!.client
  await mara.call(updateRealm, {
    enable_spectator_access: true,
    enable_read_receipts: true,
    message_content_edit_limit_seconds: 'unlimited',
  })
  const folders = new Map<string, number>()
  for (const [name, description] of Object.entries(FOLDERS))
    folders.set(name, (await mara.call(createChannelFolder, { name, description })).channel_folder_id)
  const ids = new Map<string, number>()
  for (const channel of CHANNELS) {
    const folder = channel.folder === undefined ? undefined : folders.get(channel.folder)
    ids.set(channel.name, await create(mara, channel, members, folder))
  }
  const others = PERSON_KEYS.filter((key) => key !== 'mara').map((key) => members.get(key)!.id)
  for (const name of OTHER_CHANNELS) await mara.call(createChannel, { name, subscribers: others })
  await leaveGeneral(mara, members)
  await mara.call(updateSubscriptionSettings, {
    subscription_data: CHANNELS.flatMap(({ name, color, pinned, muted }) => {
      const stream_id = ids.get(name)!
      return [
        { stream_id, property: 'color' as const, value: color },
        ...(pinned ? [{ stream_id, property: 'pin_to_top' as const, value: true }] : []),
        ...(muted ? [{ stream_id, property: 'is_muted' as const, value: true }] : []),
      ]
    }),
  })
  return ids
}

async function create(mara: Client, channel: DemoChannel, members: Members, folder?: number): Promise<number> {
  const { id } = await mara.call(createChannel, {
    name: channel.name,
    description: channel.about,
    subscribers: (channel.people ?? PERSON_KEYS).map((key) => members.get(key)!.id),
    ...(folder === undefined ? {} : { folder_id: folder }),
    ...(channel.private ? { invite_only: true, history_public_to_subscribers: true } : {}),
    ...(channel.webPublic ? { is_web_public: true } : {}),
  })
  return id
}

/** Every organization starts with it. This one has more telling channels. */
async function leaveGeneral(mara: Client, members: Members): Promise<void> {
  const { stream_id } = await mara.call(getStreamId, { stream: 'general' })
  await mara.call(updateStream, { stream_id, description: 'Whatever has no better place.' })
  await mara.call(unsubscribe, { subscriptions: ['general'], principals: [members.get('mara')!.id] })
}
