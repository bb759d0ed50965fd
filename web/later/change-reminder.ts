import type { Reminder } from '../../api/objects/personal.ts'
import { showToast } from '../kernel/announce.ts'
import { reasonOf, showFailure } from '../kernel/failure.ts'
import { session } from '../kernel/session.ts'
import { t } from '../kernel/texts.ts'

const NOTE = / Note:\n((?:> .*(?:\n|$))+)$/

/** The note of the person, which the server shows as a quote after its own sentence. */
export const noteOf = ({ content }: Pick<Reminder, 'content'>): string =>
  (NOTE.exec(content)?.[1] ?? '').replace(/^> /gm, '').trimEnd()

const create = (reminder: Reminder, at: number) => {
  const note = noteOf(reminder)
  return session.call('createMessageReminder', {
    message_id: reminder.reminder_target_message_id,
    scheduled_delivery_timestamp: Math.floor(at),
    ...(note && { note }),
  })
}

const remove = ({ reminder_id }: Reminder) => session.call('deleteReminder', { reminder_id })

/** Sets another time of a reminder. The server can only make a new one, which is there before the old one goes. */
export async function changeReminder(reminder: Reminder, at: number): Promise<void> {
  try {
    await create(reminder, at)
    await remove(reminder)
  } catch (error) {
    throw new Error(reasonOf(error))
  }
}

/** Deletes a reminder. It can be undone. */
export async function deleteReminder(reminder: Reminder): Promise<void> {
  try {
    await remove(reminder)
    showToast(t('later.reminderDeleted'), () =>
      create(reminder, reminder.scheduled_delivery_timestamp).catch(showFailure),
    )
  } catch (error) {
    showFailure(error)
  }
}
