import { effect } from '@preact/signals'
import { isResolved, plainTopic, resolvedTopic } from '../../channels/store.ts'
import { showToast } from '../../kernel/announce.ts'
import { showFailure } from '../../kernel/failure.ts'
import { session } from '../../kernel/session.ts'
import { t } from '../../kernel/texts.ts'
import { message } from '../../messages/store.ts'

/** What is being resolved or reopened, until its messages have the other name. */
const underWay = new Set<string>()

/** Marks it as under way until the message is in another topic, or the returned function is called. */
function begin(key: string, messageId: number, topic: string): () => void {
  underWay.add(key)
  const stop = effect(() => {
    if (message(messageId).value?.subject !== topic) queueMicrotask(end)
  })
  const end = () => {
    underWay.delete(key)
    stop()
  }
  return end
}

/** Resolves a topic, or opens it again, with all its messages. Any message of it will do. A second press does nothing. */
export async function toggleResolved(messageId: number, topic: string, canUndo = true): Promise<void> {
  const key = `${messageId} ${topic}`
  if (underWay.has(key)) return
  const end = begin(key, messageId, topic)
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
    end()
    showFailure(error)
  }
}
