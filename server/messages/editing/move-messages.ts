import type { EventOf } from '../../../api/events/index.ts'
import { users } from '../../kernel/log/audience.ts'
import type { EventData } from '../../kernel/log/log-row.ts'
import { linksInTopic } from '../../kernel/realm-state/records/linkifiers.ts'
import type { StateChange } from '../../kernel/realm-state/state-change.ts'
import type { CallTx, DecisionContext } from '../../kernel/transaction/tx.ts'
import { MESSAGES_PER_EVENT } from '../deleting/delete-messages.ts'
import { removeEmptyTopics } from '../deleting/queries.ts'
import type { ReceivedIds } from '../receivers.ts'
import type { StoredEdit } from '../stored-edit.ts'
import {
  type ChannelMove,
  changeTopic,
  dropRowsOfOthers,
  giveAsRead,
  placeMoves,
  renameTopic,
  topicMoment,
} from './move-queries.ts'
import type { MovePlan } from './plan-move.ts'
import { insertTopic, reserveTopicId } from './queries.ts'

export type MoveFields = Pick<
  EventOf<'update_message'>,
  'new_stream_id' | 'propagate_mode' | 'orig_subject' | 'subject' | 'topic_links'
>

/** A move as far as it is written. */
export interface WrittenMove {
  readonly edit: StoredEdit
  /** The topic that the messages are in then, or the moment of its life if it only gets another name. */
  readonly topicId: number
  readonly renamedAt: number | undefined
  readonly moveIds: readonly number[]
}

/** Writes the move into the messages and into nothing else. */
export async function moveMessages(tx: DecisionContext, plan: MovePlan): Promise<WrittenMove> {
  const { from, to, changesTopic, changesChannel } = plan
  const edit: StoredEdit = {
    seq: tx.nextSeq,
    user_id: tx.actor.user.id,
    timestamp: tx.now,
    ...(changesTopic ? { prev_topic: from.topic.name, topic: to.topic } : {}),
    ...(changesChannel ? { prev_stream: from.channel.id, stream: to.channel.id } : {}),
  }
  const isRename = !changesChannel && plan.isWhole && (!to.existing || to.existing.id === from.topic.id)
  if (isRename) {
    const renamedAt = await topicMoment(tx.db, tx.realm.id, from.topic.id)
    return { edit, topicId: from.topic.id, renamedAt, moveIds: [] }
  }
  const topicId = to.existing?.id ?? (await reserveTopicId(tx.db))
  const moveIds = await changeTopic(tx.db, tx.realm.id, plan.ids, topicId, edit, channelMove(tx, plan))
  return { edit, topicId, renamedAt: undefined, moveIds }
}

const channelMove = (tx: DecisionContext, { to: { channel }, changesChannel }: MovePlan): ChannelMove | undefined =>
  changesChannel ? { toConv: channel.convId, atSeq: tx.nextSeq, gains: !channel.historyPublic } : undefined

/** Where the history of the new channel is protected, everybody in it gets the messages. To be called before the move. */
export async function giveMoved(tx: CallTx, { ids, to: { channel }, changesChannel }: MovePlan): Promise<void> {
  if (!changesChannel || channel.historyPublic) return
  await giveAsRead(tx.db, tx.realm.id, [...tx.realm.memberships.subscribers(channel.id)], ids)
}

/** Writes the rest: topics, and what people have about the messages. `added` were sent after the others were written. */
export async function finishMove(
  tx: CallTx,
  plan: MovePlan,
  { edit, topicId, renamedAt, moveIds }: WrittenMove,
  added: readonly number[] = [],
): Promise<void> {
  const { from, to, ids, changesChannel } = plan
  if (renamedAt !== undefined) {
    const at = Math.max(renamedAt, ...added)
    return renameTopic(tx.db, { id: topicId, name: to.topic }, edit, at)
  }
  if (!to.existing) await insertTopic(tx.db, topicId, to.channel.id, to.topic)
  if (added.length > 0) await changeTopic(tx.db, tx.realm.id, added, topicId, edit, channelMove(tx, plan))
  if (changesChannel) {
    await placeMoves(tx.db, tx.realm.id, moveIds, tx.nextSeq)
    await dropRowsOfOthers(tx.db, ids, to.channel.convId)
  }
  await removeEmptyTopics(tx.db, [from.topic.id])
}

/** What the event says about a move. */
export const moveFields = (tx: CallTx, { mode, from, to, changesTopic, changesChannel }: MovePlan): MoveFields => ({
  propagate_mode: mode,
  orig_subject: from.topic.name,
  ...(changesTopic ? { subject: to.topic, topic_links: [...linksInTopic(tx.realm, to.topic)] } : {}),
  ...(changesChannel ? { new_stream_id: to.channel.id } : {}),
})

/** What memory forgets with a move. */
export const movedState = ({ from, to, changesChannel }: MovePlan): StateChange[] => [
  { relocated: true },
  { forgetTopics: from.channel.id },
  ...(changesChannel ? [{ forgetTopics: to.channel.id }] : []),
]

/** For people who lose access the messages are deleted, as far as they had them. */
export function emitLostMessages(
  tx: CallTx,
  { from, ids }: MovePlan,
  losing: readonly number[],
  received: ReceivedIds | undefined,
): void {
  const idsOf = (id: number) => (received ? (received.get(id) ?? []) : ids)
  // Where history is public, everybody has lost the same messages, which may be thousands.
  const groups = Map.groupBy(losing, (id) => (received ? idsOf(id).join() : ''))
  for (const people of groups.values()) {
    const own = idsOf(people[0]!)
    for (let start = 0; start < own.length; start += MESSAGES_PER_EVENT) {
      const event: EventData = {
        type: 'delete_message',
        message_type: 'stream',
        stream_id: from.channel.id,
        topic: from.topic.name,
        message_ids: own.slice(start, start + MESSAGES_PER_EVENT),
      }
      tx.emit(event, users(...people))
    }
  }
}
