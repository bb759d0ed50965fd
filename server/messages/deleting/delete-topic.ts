import { badRequest } from '../../../api/errors.ts'
import { resetPolicies } from '../../channels/user-topics/move-policies.ts'
import { hasHistoryAccess, requireReadableChannel } from '../../kernel/access/channel-access.ts'
import { namedTopicKey } from '../../kernel/realm-state/topic-name.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { topicExists } from '../conversation-queries.ts'
import { deleteMessages } from './delete-messages.ts'
import { newestInTopic } from './queries.ts'

/** The number of messages that one transaction deletes. */
export const MESSAGES_PER_PIECE = 500

/** Deletes the newest messages of a topic that the caller may read. Returns whether none is left. */
export async function deleteTopicPiece(tx: CallTx, channelId: number, topicName: string): Promise<boolean> {
  const { actor } = tx
  const channel = requireReadableChannel(actor, channelId)
  if (channel.isArchived) throw badRequest('Invalid channel ID')
  const topicKey = namedTopicKey(topicName.trim())
  const { topic, messages } = await newestInTopic(tx.db, {
    channelId,
    topicKey,
    userId: actor.user.id,
    isShared: hasHistoryAccess(tx.realm, actor.user, channel),
    most: MESSAGES_PER_PIECE + 1,
  })
  const piece = messages.slice(0, MESSAGES_PER_PIECE)
  const isComplete = messages.length === piece.length
  if (topic && piece.length > 0) {
    const from = { channel_id: channelId, members: null, topic_id: topic.id, topic: topic.name }
    await deleteMessages(tx, from, piece)
    tx.audit({
      action: 'topic deleted',
      target: { kind: 'channel', id: channelId },
      details: { topic: topic.name, messages: piece.length, isComplete },
    })
  }
  // Messages that the caller may not read stay, and the topic with them.
  if (isComplete && !(await topicExists(tx.db, channelId, topicKey)))
    await resetPolicies(tx, { channelId, name: topic?.name ?? (topicKey === '' ? '' : topicName.trim()) })
  return isComplete
}
