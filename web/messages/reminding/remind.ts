import { showToast } from '../../kernel/announce.ts'
import { session } from '../../kernel/session.ts'
import { t } from '../../kernel/texts.ts'
import { clockTime, dayName } from '../../kernel/time.ts'
import { reasonOf, showFailure } from '../show-failure.ts'

async function forget(reminder_id: number): Promise<void> {
  try {
    await session.call('deleteReminder', { reminder_id })
    showToast(t('remind.undone'))
  } catch (error) {
    showFailure(error)
  }
}

/** Reminds the person of a message at a time. A refusal is thrown with a sentence for people. */
export async function remind(message_id: number, at: number): Promise<void> {
  try {
    const args = { message_id, scheduled_delivery_timestamp: at }
    const { reminder_id } = await session.call('createMessageReminder', args)
    showToast(t('remind.done', { day: dayName(at), time: clockTime(at) }), () => forget(reminder_id))
  } catch (error) {
    throw new Error(reasonOf(error))
  }
}
