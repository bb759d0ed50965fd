import type { Channel } from '../../kernel/realm-state/channel.ts'
import { channelLink } from '../../kernel/rendering/place-links.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'

const TOPIC = 'new channels'
const MAX_ANNOUNCED_CHANNELS = 50

/** Announces new channels in the channel that the organization chose for it. Private ones are not for everybody. */
export async function sendChannelAnnouncement(tx: CallTx, created: readonly Channel[]): Promise<void> {
  const { realm, user } = tx.actor
  const place = realm.channels.get(realm.info.settings.new_stream_announcements_stream_id)
  const open = created.filter((channel) => !channel.inviteOnly)
  if (!place || place.isArchived || open.length === 0) return
  const names = open.slice(0, MAX_ANNOUNCED_CHANNELS).map(channelLink)
  const rest = open.length > MAX_ANNOUNCED_CHANNELS ? ` and ${open.length - MAX_ANNOUNCED_CHANNELS} more` : ''
  const what = open.length === 1 ? 'a new channel' : 'the following channels:'
  await tx.send({
    senderId: realm.systemBot('notification').id,
    to: { channelId: place.id, topic: TOPIC },
    content: `@_**${user.fullName}|${user.id}** created ${what} ${names.join(', ')}${rest}.`,
  })
}
