import type { Channel } from '../../kernel/realm-state/channel.ts'
import { channelLink } from '../../kernel/rendering/place-links.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'

const TOPIC = 'new channels'
const MOST_NAMED = 50

/** Tells of new channels in the channel that the organization has chosen for it. Private ones are not for everybody. */
export async function sendChannelAnnouncement(tx: CallTx, created: readonly Channel[]): Promise<void> {
  const { realm, user } = tx.actor
  const place = realm.channels.get(realm.info.settings.new_stream_announcements_stream_id)
  const open = created.filter((channel) => !channel.inviteOnly)
  if (!place || place.isArchived || open.length === 0) return
  const names = open.slice(0, MOST_NAMED).map(channelLink)
  const rest = open.length > MOST_NAMED ? ` and ${open.length - MOST_NAMED} more` : ''
  const what = open.length === 1 ? 'a new channel' : 'the following channels:'
  await tx.send({
    senderId: realm.systemBot('notification').id,
    to: { channelId: place.id, topic: TOPIC },
    content: `@_**${user.fullName}|${user.id}** created ${what} ${names.join(', ')}${rest}.`,
  })
}
