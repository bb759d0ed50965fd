import { ClientError } from '../../../client/client-error.ts'
import { type Place, placeKey } from '../../../client/model/place.ts'
import { reasonOf } from '../../kernel/failure.ts'
import { send } from '../../kernel/outbox.ts'
import { session } from '../../kernel/session.ts'
import { keepText } from '../drafts/delete-draft.ts'
import { argsOf } from '../send-message.ts'
import { scheduledById } from './store.ts'

const topicOf = (place: Place): string => (place.kind === 'channel' ? place.topic : '')

/**
 * Sends a scheduled message at once. It is taken from the server first, so that it is never sent twice. Returns why it could
 * not be done, or null.
 */
export async function sendScheduledNow(id: number): Promise<string | null> {
  const one = scheduledById(id)
  if (!one) return null
  try {
    await session.call('deleteScheduledMessage', { scheduled_message_id: id })
  } catch (error) {
    // Without an answer nobody knows whether the server still has it: the text must be kept somewhere.
    if (!(error instanceof ClientError))
      await keepText({ kind: 'place', place: one.place }, one.content, topicOf(one.place))
    return reasonOf(error)
  }
  await send(placeKey(one.place), argsOf(one.place, one.content))
  return null
}
