import type { ResultOf } from '../../../api/contract.ts'
import type { getMessageHistory } from '../../../api/endpoints/messages.ts'
import { badRequest } from '../../../api/errors.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Db } from '../../kernel/db/database.ts'
import { shownTopic } from '../../kernel/realm-state/topic-name.ts'
import { findMessage } from '../message-access.ts'
import type { MessageRow } from '../message-queries.ts'
import { editsOf, type StoredEdit } from '../stored-edit.ts'
import { htmlDiff } from './html-diff.ts'

type Snapshot = ResultOf<typeof getMessageHistory>['message_history'][number]

/** The versions of a message, the oldest first, as far as the organization shows them. */
export async function messageHistory(db: Db, actor: Actor, id: number, keepEmptyTopic: boolean): Promise<Snapshot[]> {
  const message = await findMessage(db, actor, id)
  const policy = actor.realm.info.settings.message_edit_history_visibility_policy
  if (policy === 'none') throw badRequest('Message edit history is disabled in this organization')
  const edits = policy === 'all' ? editsOf(message) : editsOf(message).flatMap(withoutContent)
  const keepsEmpty = keepEmptyTopic || message.channel_id === null
  return snapshotsOf(message, edits).map((snapshot) => withTopicNames(snapshot, keepsEmpty))
}

function withoutContent({ prev_content, prev_rendered_content, ...move }: StoredEdit): StoredEdit[] {
  return move.prev_topic === undefined && move.prev_stream === undefined ? [] : [move]
}

/** From the newest version back to the first: each edit says what was before it. */
function snapshotsOf(message: MessageRow, edits: readonly StoredEdit[]): Snapshot[] {
  let current = { topic: message.topic ?? '', content: message.content, rendered_content: message.rendered }
  const snapshots: Snapshot[] = []
  for (const { seq, ...edit } of edits.toReversed()) {
    const { prev_content: before } = edit
    const diff = before === undefined ? {} : { content_html_diff: htmlDiff(before, current.content) }
    snapshots.push({ ...edit, ...current, ...diff })
    current = {
      topic: edit.prev_topic ?? current.topic,
      content: before ?? current.content,
      rendered_content: edit.prev_rendered_content ?? current.rendered_content,
    }
  }
  snapshots.push({ ...current, user_id: message.sender_id, timestamp: message.sent_at })
  return snapshots.reverse()
}

const withTopicNames = (snapshot: Snapshot, keepEmptyTopic: boolean): Snapshot => ({
  ...snapshot,
  topic: shownTopic(snapshot.topic, keepEmptyTopic),
  ...(snapshot.prev_topic === undefined ? {} : { prev_topic: shownTopic(snapshot.prev_topic, keepEmptyTopic) }),
})
