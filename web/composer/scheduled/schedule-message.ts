import { ClientError } from '../../../client/client-error.ts'
import type { Place } from '../../../client/model/place.ts'
import { NoAnswer } from '../../../client/session.ts'
import { reasonOf } from '../../kernel/failure.ts'
import { session } from '../../kernel/session.ts'
import { t } from '../../kernel/texts.ts'
import { serverNow } from '../../kernel/time.ts'
import { ownId } from '../../people/store.ts'

/** Why a message cannot be sent at this time. Undefined if it can. */
export const timeProblem = (at: number): string | undefined => (at > serverNow() ? undefined : t('time.past'))

/** Does what changes a scheduled message. Returns why it could not be done, or null. */
export async function tried(change: () => Promise<unknown>): Promise<string | null> {
  try {
    await change()
    return null
  } catch (error) {
    return error instanceof ClientError || error instanceof NoAnswer ? reasonOf(error) : (error as Error).message
  }
}

/** Lets the server send a message later. Returns its id, and is rejected with the reason if it cannot be done. */
export async function createScheduled(place: Place, content: string, at: number): Promise<number> {
  const problem = timeProblem(at)
  if (problem !== undefined) throw new Error(problem)
  const where =
    place.kind === 'channel'
      ? { type: 'channel' as const, to: place.streamId, topic: place.topic }
      : { type: 'direct' as const, to: place.others.length > 0 ? [...place.others] : [ownId()] }
  const time = { scheduled_delivery_timestamp: Math.floor(at) }
  try {
    return (await session.call('createScheduledMessage', { ...where, content, ...time })).scheduled_message_id
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error })
  }
}

/** The same for a list of messages. `at` is in seconds since 1970. Returns why it could not be done, or null. */
export const scheduleMessage = (place: Place, content: string, at: number): Promise<string | null> =>
  tried(() => createScheduled(place, content, at))
