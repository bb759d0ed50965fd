import type { PropagateMode } from '../../../api/objects/message.ts'
import { ClientError } from '../../../client/client-error.ts'
import { POLICY } from '../../../client/model/indexed.ts'
import { channelName, shownTopic } from '../../channels/store.ts'
import { showToast } from '../../kernel/announce.ts'
import { session } from '../../kernel/session.ts'
import { t } from '../../kernel/texts.ts'
import { isGoneError, reasonOf } from '../show-failure.ts'
import type { Move, Scope } from './move.ts'
import type { TopicPlace } from './topic-messages.ts'
import { undoMove } from './undo-move.ts'

const MODES: Readonly<Record<Scope, PropagateMode>> = { one: 'change_one', later: 'change_later', all: 'change_all' }

export const placeName = ({ channelId, topic }: TopicPlace): string =>
  `${channelName(channelId) ?? ''} › ${shownTopic(topic)}`

/** `changed`: other messages would have moved than those that were listed, so none was. */
export type MoveResult = { readonly is: 'done' | 'changed' } | { readonly is: 'refused'; readonly reason: string }

/** Moves messages, if they are still exactly those that were listed. */
export async function moveMessages(move: Move): Promise<MoveResult> {
  const { scope, from, to, messages, isComplete, leavesNotes } = move
  const [first, last] = [messages[0], messages.at(-1)]
  if (!first || !last) return { is: 'changed' }
  try {
    await session.call('updateMessage', {
      message_id: first.id,
      propagate_mode: MODES[scope],
      ...(to.topic !== from.topic && { topic: to.topic }),
      ...(to.channelId !== from.channelId && { stream_id: to.channelId }),
      send_notification_to_old_thread: leavesNotes,
      send_notification_to_new_thread: leavesNotes,
      ...(isComplete && { expected_last_message_id: last.id, expected_message_count: messages.length }),
    })
  } catch (error) {
    const isChanged = (error instanceof ClientError && error.code === 'EXPECTATION_MISMATCH') || isGoneError(error)
    return isChanged ? { is: 'changed' } : { is: 'refused', reason: reasonOf(error) }
  }
  if (move.followsAlong) await follow(to)
  const text = t('move.done', { count: messages.length, place: placeName(to) })
  showToast(text, move.isMerge ? undefined : () => undoMove(move))
  return { is: 'done' }
}

async function follow({ channelId, topic }: TopicPlace): Promise<void> {
  const args = { stream_id: channelId, topic, visibility_policy: POLICY.followed }
  // The messages are moved. Following can be done again in the header.
  await session.call('updateUserTopic', args).catch(() => undefined)
}
