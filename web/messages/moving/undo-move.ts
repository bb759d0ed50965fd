import { showToast } from '../../kernel/announce.ts'
import { session } from '../../kernel/session.ts'
import { state } from '../../kernel/state.ts'
import { t } from '../../kernel/texts.ts'
import { showFailure } from '../show-failure.ts'
import type { Move } from './move.ts'
import { fetchTopic } from './topic-messages.ts'

/** The notes about moves are written by a bot of the server. They go with the messages. */
const isNote = (senderId: number): boolean =>
  state.value?.cross_realm_bots?.some(({ user_id }) => user_id === senderId) ?? false

/** Moves messages back to where they came from, unless others have written after them meanwhile. */
export async function undoMove({ from, to, messages }: Move): Promise<void> {
  try {
    const now = await fetchTopic(to)
    const moved = new Set(messages.map(({ id }) => id))
    const isOnlyThese = now.messages.every(({ id, sender_id }) => moved.has(id) || isNote(sender_id))
    const first = now.messages.find(({ id }) => moved.has(id))
    const last = now.messages.at(-1)
    if (!first || !last || (!isOnlyThese && messages.length > 1)) return showToast(t('move.cannotUndo'))
    await session.call('updateMessage', {
      message_id: first.id,
      propagate_mode: isOnlyThese ? 'change_all' : 'change_one',
      ...(to.topic !== from.topic && { topic: from.topic }),
      ...(to.channelId !== from.channelId && { stream_id: from.channelId }),
      send_notification_to_old_thread: false,
      send_notification_to_new_thread: false,
      ...(isOnlyThese && { expected_last_message_id: last.id, expected_message_count: now.messages.length }),
    })
    showToast(t('move.undone'))
  } catch (error) {
    showFailure(error)
  }
}
