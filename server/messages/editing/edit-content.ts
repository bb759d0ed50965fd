import type { EventOf } from '../../../api/events/index.ts'
import type { Rendering } from '../../../markdown/rendering.ts'
import { peopleAlertedBy } from '../../kernel/realm-state/records/alert-word-finder.ts'
import { topicParticipants } from '../../kernel/rendering/topic-queries.ts'
import type { DecisionContext, Tx } from '../../kernel/transaction/tx.ts'
import { peopleWithRows } from '../deleting/queries.ts'
import { messageBits } from '../message-bits.ts'
import type { MessageRow } from '../message-queries.ts'
import { flagRowsOf } from '../receivers.ts'
import { messageLexemes } from '../search/lexemes.ts'
import { type MentionFacts, mentionsOf, type Receivers, requireMayMention } from '../sending/mentions.ts'
import { requireMayEditContent } from './access.ts'
import { replaceMentions, updateContent } from './queries.ts'

export type ContentFields = Pick<
  EventOf<'update_message'>,
  'orig_content' | 'orig_rendered_content' | 'content' | 'rendered_content' | 'is_me_message'
>

interface NewContent {
  readonly text: string
  readonly rendering: Rendering
}

/** What an edit changes besides the message. */
export interface MentionChange {
  /** Whom the new text mentions, with their flags. */
  readonly userFlags: ReadonlyMap<number, number>
  /** Somebody has a row of their own about the message. */
  readonly hasRows: boolean
}

/** Checks a new content and writes it into the message. */
export async function editContent(
  tx: DecisionContext,
  message: MessageRow,
  { text, rendering }: NewContent,
): Promise<MentionChange> {
  requireMayEditContent(tx.actor, message, tx.now)
  const facts = await mentionFacts(tx, message, rendering)
  const withRows = await peopleWithRows(tx.db, [message.id])
  const to = await receiversAmong(tx, message, facts, withRows)
  requireMayMention(tx.actor, facts, to)
  const { userFlags } = mentionsOf(tx.realm, facts, to)
  await updateContent(tx.db, tx.realm.id, message.id, {
    content: text,
    rendered: rendering.html,
    lexemes: messageLexemes(rendering.html),
    bits: messageBits(rendering, false),
    edit: {
      seq: tx.nextSeq,
      user_id: tx.actor.user.id,
      timestamp: tx.now,
      prev_content: message.content,
      prev_rendered_content: message.rendered,
    },
  })
  return { userFlags: new Map([...userFlags].filter(([id]) => to.has(id))), hasRows: withRows.length > 0 }
}

/** What the event says about a new content. */
export const contentFields = (message: MessageRow, { text, rendering }: NewContent): ContentFields => ({
  orig_content: message.content,
  orig_rendered_content: message.rendered,
  content: text,
  rendered_content: rendering.html,
  is_me_message: rendering.isMeMessage,
})

/** Most messages mention nobody, before and after. */
export async function changeMentions(tx: Tx, { id }: MessageRow, { userFlags, hasRows }: MentionChange): Promise<void> {
  if (hasRows || userFlags.size > 0) await replaceMentions(tx.db, id, userFlags)
}

async function mentionFacts(tx: DecisionContext, message: MessageRow, rendering: Rendering): Promise<MentionFacts> {
  const { mentions, alertWords } = rendering
  const others =
    mentions.topicWildcard && message.channel_id !== null
      ? await topicParticipants(tx.db, message.channel_id, message.topic ?? '')
      : []
  return { mentions, alertWords, participants: new Set([...others, tx.actor.user.id]) }
}

/** Of the people that the text could mention, those who received the message. */
async function receiversAmong(
  tx: DecisionContext,
  message: MessageRow,
  facts: MentionFacts,
  withRows: readonly number[],
): Promise<Receivers> {
  const { mentions, participants, alertWords } = facts
  const candidates = new Set([
    ...mentions.people,
    ...mentions.groups.flatMap((id) => [...tx.realm.membersOf(id)]),
    ...(mentions.topicWildcard ? participants : []),
    ...peopleAlertedBy(tx.realm, alertWords),
    ...withRows,
  ])
  const rows = candidates.size === 0 ? [] : await flagRowsOf(tx.db, tx.realm.id, message.id, [...candidates])
  const received = new Set(rows.filter((row) => row.received).map((row) => row.user_id))
  const channel = message.channel_id === null ? undefined : tx.realm.channels.get(message.channel_id)
  const size = channel ? tx.realm.memberships.subscribers(channel.id).size : (message.members?.length ?? 0)
  return { channel, size, has: (id) => received.has(id) }
}
