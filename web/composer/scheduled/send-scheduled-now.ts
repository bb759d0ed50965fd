import { placeKey } from '../../../client/model/place.ts'
import { send } from '../../kernel/outbox.ts'
import { argsOf } from '../send-message.ts'
import { deleteScheduled } from './change-scheduled.ts'
import { scheduledById } from './store.ts'

/**
 * Sends a scheduled message at once. It is taken from the server first, so that it is never sent twice. Returns why it could
 * not be done, or null.
 */
export async function sendScheduledNow(id: number): Promise<string | null> {
  const one = scheduledById(id)
  if (!one) return null
  const reason = await deleteScheduled(id)
  if (reason !== null) return reason
  await send(placeKey(one.place), argsOf(one.place, one.content))
  return null
}
