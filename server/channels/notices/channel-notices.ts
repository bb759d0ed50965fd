import { jobKind } from '../../kernel/log/job.ts'
import type { Channel } from '../../kernel/realm-state/channel.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import type { WorkContext } from '../../kernel/work-context.ts'
import { named } from './in-words.ts'
import { hasMessageWith } from './queries.ts'

const TOPIC = 'channel events'
const CREATED = 'created this channel (**'

/** Channels that somebody created. Ids only, because names may change before the job runs. */
export interface CreatedChannels {
  readonly by: number
  readonly channels: readonly number[]
}

export const channelCreatedNotices = jobKind<CreatedChannels>('channel-created-notices')

/** Writes the first message of new channels, after their subscribers are there to receive it. */
export async function sendCreatedNotices(
  context: WorkContext,
  realm: RealmState,
  { by, channels }: CreatedChannels,
  signal: AbortSignal,
): Promise<void> {
  for (const id of channels) {
    signal.throwIfAborted()
    await context.transact(realm.id, (tx) => sendCreatedNotice(tx, by, id))
  }
}

async function sendCreatedNotice(tx: Tx, by: number, channelId: number): Promise<void> {
  const { realm } = tx
  const channel = realm.channels.get(channelId)
  if (realm.isDeactivated || !channel || channel.isArchived) return
  // The job may run twice; the second time the message is there. Other notices may have come before it.
  if (await hasMessageWith(tx.db, realm.id, channel, realm.systemBot('notification').id, CREATED)) return
  const about = channel.description === '' ? '' : ` Its description is:\n\n${quoted(channel.description)}`
  await sendChannelNotice(tx, channel, `${named(realm, by)} ${CREATED}${kindName(channel)}**).${about}`)
}

/** A message of the notification bot in the channel, if the organization wants such messages. None once it is archived. */
export async function sendChannelNotice(tx: Tx, channel: Channel, content: string): Promise<void> {
  const { realm } = tx
  if (!realm.info.settings.send_channel_events_messages || channel.isArchived) return
  const topic = channel.topicsPolicy === 'empty_topic_only' ? '' : TOPIC
  await tx.send({
    senderId: realm.systemBot('notification').id,
    to: { channelId: channel.id, topic },
    content,
  })
}

/** A block that no description can end. */
export const quoted = (text: string): string => `\`\`\`\`\`\` quote\n${text}\n\`\`\`\`\`\``

export function kindName({ isWebPublic, inviteOnly, historyPublic }: Channel): string {
  if (isWebPublic) return 'Web-public'
  if (!inviteOnly) return 'Public'
  return historyPublic ? 'Private, shared history' : 'Private, protected history'
}
