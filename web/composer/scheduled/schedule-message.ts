import type { Place } from '../../../client/model/place.ts'
import { session } from '../../kernel/session.ts'
import { t } from '../../kernel/texts.ts'
import { serverNow } from '../../kernel/time.ts'
import { reasonOf } from '../../messages/show-failure.ts'
import { ownId } from '../../people/store.ts'

/** Why a message cannot be sent at this time. Undefined if it can. */
export const timeProblem = (at: number): string | undefined => (at > serverNow() ? undefined : t('time.past'))

/** Does what changes a scheduled message. Returns why it could not be done, or null. */
export async function tried(change: () => Promise<unknown>): Promise<string | null> {
  try {
    await change()
    return null
  } catch (error) {
    return reasonOf(error)
  }
}

/** Lets the server send a message later. `at` is in seconds since 1970. Returns why it could not be done, or null. */
export async function scheduleMessage(place: Place, content: string, at: number): Promise<string | null> {
  const problem = timeProblem(at)
  if (problem !== undefined) return problem
  const where =
    place.kind === 'channel'
      ? { type: 'channel' as const, to: place.streamId, topic: place.topic }
      : { type: 'direct' as const, to: place.others.length > 0 ? [...place.others] : [ownId()] }
  return tried(() =>
    session.call('createScheduledMessage', { ...where, content, scheduled_delivery_timestamp: Math.floor(at) }),
  )
}
