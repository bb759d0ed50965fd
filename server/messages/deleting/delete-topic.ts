import { badRequest } from '../../../api/errors.ts'
import { hasHistoryAccess, requireReadableChannel } from '../../channels/access.ts'
import { namedTopicKey, topicKey } from '../../realm-state/topic-name.ts'
import type { CallTx } from '../../transaction/tx.ts'
import { resetPolicies } from '../../user-topics/move-policies.ts'
import { topicExists } from '../conversation-queries.ts'
import { deleteMessages } from './delete-messages.ts'
import { newestInTopic } from './queries.ts'

/** So many messages are deleted in one transaction. */
export const MESSAGES_PER_PIECE = 500

/** Deletes the newest messages of a topic that the caller may read. Returns whether none is left. */
export async function deleteTopicPiece(tx: CallTx, channelId: number, topicName: string): Promise<boolean> {
  const { actor } = tx
  const channel = requireReadableChannel(actor, channelId)
  if (channel.isArchived) throw badRequest('Invalid channel ID')
  const found = await newestInTopic(tx.db, {
    channelId,
    topicKey: namedTopicKey(topicName.trim()),
    userId: actor.user.id,
    isShared: hasHistoryAccess(tx.realm, actor.user, channel),
    most: MESSAGES_PER_PIECE + 1,
  })
  const piece = found.messages.slice(0, MESSAGES_PER_PIECE)
  if (!found.topic || piece.length === 0) return true
  const from = { channel_id: channelId, members: null, topic_id: found.topic.id, topic: found.topic.name }
  await deleteMessages(tx, from, piece)
  const isComplete = found.messages.length === piece.length
  // Messages that the caller may not read stay, and the topic with them.
  if (isComplete && !(await topicExists(tx.db, channelId, topicKey(found.topic.name))))
    await resetPolicies(tx, { channelId, name: found.topic.name })
  tx.audit({
    action: 'topic deleted',
    target: { kind: 'channel', id: channelId },
    details: { topic: found.topic.name, messages: piece.length, isComplete },
  })
  return isComplete
}
