import { badRequest } from '../../../api/errors.ts'
import { truncateContent, truncateTopic } from '../../../markdown/limits.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { messageUrl } from '../../kernel/rendering/message-url.ts'
import { MAX_TOPIC_LENGTH } from '../../kernel/texts/message-text.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { REPORT_TYPES } from '../../organization/realm/report-types.ts'
import { findMessage } from '../message-access.ts'
import type { MessageRow } from '../message-queries.ts'

interface Report {
  readonly type: keyof typeof REPORT_TYPES
  readonly description: string | undefined
}

/** The notification bot passes the report on to the organization's channel for reports. */
export async function reportMessage(tx: CallTx, id: number, report: Report, url: string): Promise<void> {
  const channel = tx.realm.channels.get(tx.realm.info.settings.moderation_request_channel_id)
  if (!channel || channel.isArchived) throw badRequest('Message reporting is not enabled in this organization.')
  const message = await findMessage(tx.db, tx.actor, id)
  const description = report.description?.trim() ?? ''
  if (report.type === 'other' && description === '') throw badRequest('A description is required for this report type.')
  const topic = truncateTopic(`${nameOf(tx.realm, message)}'s moderation requests`, MAX_TOPIC_LENGTH)
  await tx.send({
    senderId: tx.realm.systemBot('notification').id,
    to: { channelId: channel.id, topic },
    content: contentOf(tx, message, { ...report, description }, url),
  })
}

const nameOf = (realm: RealmState, { sender_id: id }: MessageRow): string => realm.account(id)?.fullName ?? ''

/** So much of the message is shown. The link leads to the rest. */
const MAX_QUOTE_LENGTH = 4_000

function contentOf(tx: CallTx, message: MessageRow, { type, description }: Report, url: string): string {
  const { user } = tx.actor
  const sender = `@_**${nameOf(tx.realm, message)}|${message.sender_id}**`
  const quoted = truncateContent(message.content, MAX_QUOTE_LENGTH)
  return [
    `@_**${user.fullName}|${user.id}** reported a message sent by ${sender}.`,
    `- Reason: **${REPORT_TYPES[type]}**`,
    ...(description ? ['- Notes:', fenced('quote', description)] : []),
    fenced('spoiler Message', quoted),
    `[Original message](${addressOf(tx, message, url)})`,
  ].join('\n')
}

/** A block whose fence is longer than any in the text. */
function fenced(kind: string, text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${kind}\n${text}\n${fence}`
}

function addressOf(tx: CallTx, message: MessageRow, url: string): string {
  const channel = message.channel_id === null ? undefined : tx.realm.channels.get(message.channel_id)
  const members = (message.members ?? []).flatMap((id) => tx.realm.account(id) ?? [])
  const place = channel ? { channel } : { members }
  return messageUrl(url, { ...place, id: message.id, topic: message.topic ?? '', viewerId: tx.actor.user.id })
}
