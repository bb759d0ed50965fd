import type { EventOf } from '../../../api/events/index.ts'
import { hasContentAccess, hasHistoryAccess, hasMetadataAccess } from '../../kernel/access/channel-access.ts'
import { users } from '../../kernel/log/audience.ts'
import type { EventData } from '../../kernel/log/log-row.ts'
import { linksInTopic } from '../../kernel/realm-state/records/linkifiers.ts'
import type { StateChange } from '../../kernel/realm-state/state-change.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { MESSAGES_PER_EVENT } from '../deleting/delete-messages.ts'
import { removeEmptyTopics } from '../deleting/queries.ts'
import type { ReceivedIds } from '../fetching/receivers.ts'
import type { StoredEdit } from '../history/stored-edit.ts'
import { type ChannelMove, changeTopic, dropRowsOfOthers, giveAsRead, renameTopic } from './move-queries.ts'
import type { MovePlan } from './plan-move.ts'
import { insertTopic } from './queries.ts'

export type MoveFields = Pick<
  EventOf<'update_message'>,
  'new_stream_id' | 'propagate_mode' | 'orig_subject' | 'subject' | 'topic_links'
>

/** Writes the move. Returns what the event says about it. */
export async function moveMessages(tx: CallTx, plan: MovePlan): Promise<MoveFields> {
  const { from, to, ids, changesTopic, changesChannel } = plan
  const edit: StoredEdit = {
    seq: tx.nextSeq,
    user_id: tx.actor.user.id,
    timestamp: tx.now,
    ...(changesTopic ? { prev_topic: from.topic.name, topic: to.topic } : {}),
    ...(changesChannel ? { prev_stream: from.channel.id, stream: to.channel.id } : {}),
  }
  const isRename = !changesChannel && plan.isWhole && (!to.existing || to.existing.id === from.topic.id)
  if (isRename) await renameTopic(tx.db, tx.realm.id, { id: from.topic.id, name: to.topic }, edit)
  else {
    const move = changesChannel ? await leaveChannel(tx, plan) : undefined
    const topic = to.existing ?? (await insertTopic(tx.db, to.channel.id, to.topic))
    await changeTopic(tx.db, tx.realm.id, ids, topic.id, edit, move)
    await removeEmptyTopics(tx.db, [from.topic.id])
  }
  return {
    propagate_mode: plan.mode,
    orig_subject: from.topic.name,
    ...(changesTopic ? { subject: to.topic, topic_links: [...linksInTopic(tx.realm, to.topic)] } : {}),
    ...(changesChannel ? { new_stream_id: to.channel.id } : {}),
  }
}

/** Who is not in the new channel loses the messages. Where its history is protected, everybody in it gets them. */
async function leaveChannel(tx: CallTx, { ids, to: { channel } }: MovePlan): Promise<ChannelMove> {
  const gains = !channel.historyPublic
  if (gains) await giveAsRead(tx.db, tx.realm.id, [...tx.realm.memberships.subscribers(channel.id)], ids)
  await dropRowsOfOthers(tx.db, ids, channel.convId)
  return { toConv: channel.convId, atSeq: tx.nextSeq, gains }
}

/** What memory forgets with a move. */
export const movedState = ({ from, to, changesChannel }: MovePlan): StateChange[] => [
  { relocated: true },
  { forgetTopics: from.channel.id },
  ...(changesChannel ? [{ forgetTopics: to.channel.id }] : []),
]

/** Of the people who had the messages, those who may still read them, and those who may not. */
export function splitByAccess(tx: CallTx, plan: MovePlan, people: readonly number[]) {
  const { channel } = plan.to
  const keeps = (id: number): boolean => {
    const user = tx.realm.users.get(id)
    if (!user) return false
    if (channel.historyPublic) return hasHistoryAccess(tx.realm, user, channel)
    return hasContentAccess(tx.realm, user, channel) && tx.realm.memberships.isSubscribed(id, channel.id)
  }
  return { keeping: people.filter(keeps), losing: people.filter((id) => !keeps(id)) }
}

/** Subscribers of the new channel who may know where the messages come from. */
export const newReaders = (tx: CallTx, { from, to }: MovePlan): number[] =>
  [...tx.realm.memberships.subscribers(to.channel.id)].filter((id) => {
    const user = tx.realm.users.get(id)
    return user !== undefined && hasMetadataAccess(tx.realm, user, from.channel)
  })

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
