import { POLICY } from '../../../client/model/indexed.ts'
import { channel, isResolved, plainTopic, resolvedTopic, topicPolicy } from '../../channels/store.ts'
import { showToast } from '../../kernel/announce.ts'
import { session } from '../../kernel/session.ts'
import { t } from '../../kernel/texts.ts'
import { showFailure } from '../../messages/show-failure.ts'

type Policy = (typeof POLICY)[keyof typeof POLICY]

/** Follows, mutes or unmutes a topic, or leaves it to the channel. False if it could not be done. */
export async function setPolicy(channelId: number, topic: string, policy: Policy): Promise<boolean> {
  try {
    await session.call('updateUserTopic', { stream_id: channelId, topic, visibility_policy: policy })
    return true
  } catch (error) {
    showFailure(error)
    return false
  }
}

/** Mutes a topic, or makes it heard again. It can be undone. */
export async function toggleMuted(channelId: number, topic: string, isQuiet: boolean): Promise<void> {
  const before = topicPolicy(channelId, topic) as Policy
  const isDone = await setPolicy(channelId, topic, isQuiet ? unmutePolicy(channelId) : POLICY.muted)
  if (isDone) showToast(t(isQuiet ? 'topic.unmuted' : 'topic.muted'), () => setPolicy(channelId, topic, before))
}

/** What makes a muted topic heard again depends on its channel. */
const unmutePolicy = (channelId: number): Policy => (channel(channelId)?.is_muted ? POLICY.unmuted : POLICY.none)

/** Resolves a topic, or opens it again, with all its messages. Any message of it will do. */
export async function toggleResolved(messageId: number, topic: string, canUndo = true): Promise<void> {
  const next = isResolved(topic) ? plainTopic(topic) : resolvedTopic(topic)
  try {
    await session.call('updateMessage', {
      message_id: messageId,
      topic: next,
      propagate_mode: 'change_all',
      send_notification_to_old_thread: false,
    })
    const undo = canUndo ? () => toggleResolved(messageId, next, false) : undefined
    showToast(t(isResolved(next) ? 'topic.resolved' : 'topic.reopened'), undo)
  } catch (error) {
    showFailure(error)
  }
}
