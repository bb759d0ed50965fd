import { session } from '../../kernel/session.ts'
import { timeProblem, tried } from './schedule-message.ts'
import { scheduledById } from './store.ts'

/** Sets another time of a scheduled message, in seconds since 1970. A failed one is retried then. */
export async function rescheduleMessage(id: number, at: number): Promise<string | null> {
  const problem = timeProblem(at)
  if (problem !== undefined) return problem
  return tried(() =>
    session.call('updateScheduledMessage', { scheduled_message_id: id, scheduled_delivery_timestamp: Math.floor(at) }),
  )
}

/** Changes the text of a scheduled message. A failed one needs a new time as well. */
export async function editScheduled(id: number, content: string, at?: number): Promise<string | null> {
  const problem = at === undefined ? undefined : timeProblem(at)
  if (problem !== undefined) return problem
  if (at === undefined && scheduledById(id)?.content === content) return null
  const time = at === undefined ? {} : { scheduled_delivery_timestamp: Math.floor(at) }
  return tried(() => session.call('updateScheduledMessage', { scheduled_message_id: id, content, ...time }))
}

/** A scheduled message is not sent any more. */
export const deleteScheduled = (id: number): Promise<string | null> =>
  tried(() => session.call('deleteScheduledMessage', { scheduled_message_id: id }))
