import { isResolved, plainTopic, resolvedTopic } from '../../channels/store.ts'
import { showToast } from '../../kernel/announce.ts'
import { showFailure } from '../../kernel/failure.ts'
import { session } from '../../kernel/session.ts'
import { t } from '../../kernel/texts.ts'

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
