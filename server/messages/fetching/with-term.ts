import type { NarrowTerm } from '../../../api/objects/narrow.ts'
import { isSignedIn } from '../../kernel/actor.ts'
import type { Db } from '../../kernel/db/database.ts'
import { isMessageId, maySeeMessage } from '../message-access.ts'
import { loadMessages, type MessageRow } from '../message-queries.ts'
import { badNarrow } from './bad-narrow.ts'
import { type Reader, visibleToVisitors } from './visitor-access.ts'

const CHANNELS = new Set(['channel', 'stream'])
const CONVERSATIONS = new Set(['dm', 'pm-with', 'pm_with'])

/**
 * Replaces `with` and the conversation that the narrow names by the present conversation of the message: links stay
 * valid after messages were moved. Without access to the message, the named conversation stays.
 */
export async function followMessage(db: Db, reader: Reader, narrow: readonly NarrowTerm[]): Promise<NarrowTerm[]> {
  const [followed, second] = narrow.filter(({ operator }) => operator === 'with')
  if (!followed) return [...narrow]
  if (second) throw badNarrow("Duplicate 'with' operators.", true)
  if (!/^\d+$/.test(String(followed.operand))) throw badNarrow("Invalid 'with' operator")
  const rest = narrow.filter((term) => term !== followed)
  const message = await findReadable(db, reader, Number(followed.operand))
  if (message) return [...conversationOf(message), ...rest.filter((term) => !namesPlace(term))]
  if (!namesConversation(rest)) throw badNarrow("Invalid 'with' operator")
  return rest
}

async function findReadable(db: Db, reader: Reader, id: number): Promise<MessageRow | undefined> {
  const [message] = isMessageId(id) ? await loadMessages(db, reader.realm.id, reader.user?.id ?? 0, [id]) : []
  const maySee = isSignedIn(reader) ? (row: MessageRow) => maySeeMessage(reader, row) : visibleToVisitors(reader)
  return message && maySee(message) ? message : undefined
}

const term = (operator: string, operand: NarrowTerm['operand']): NarrowTerm => ({ operator, operand, negated: false })

const conversationOf = ({ channel_id: channelId, topic, members }: MessageRow): NarrowTerm[] =>
  channelId === null ? [term('dm', members ?? [])] : [term('channel', channelId), term('topic', topic ?? '')]

const namesPlace = ({ operator }: NarrowTerm): boolean =>
  operator === 'topic' || CHANNELS.has(operator) || CONVERSATIONS.has(operator)

/** One direct conversation, or one topic of a channel. */
const namesConversation = (narrow: readonly NarrowTerm[]): boolean => {
  const named = narrow.filter(({ negated }) => !negated).map(({ operator }) => operator)
  return (
    named.some((one) => CONVERSATIONS.has(one)) || (named.includes('topic') && named.some((one) => CHANNELS.has(one)))
  )
}
