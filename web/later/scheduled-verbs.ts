import { deleteScheduled, editScheduled, rescheduleMessage } from '../composer/scheduled/change-scheduled.ts'
import { scheduleMessage } from '../composer/scheduled/schedule-message.ts'
import { sendScheduledNow } from '../composer/scheduled/send-scheduled-now.ts'
import type { ScheduledItem } from '../composer/scheduled/store.ts'
import { alarm, showToast } from '../kernel/announce.ts'
import { t } from '../kernel/texts.ts'

/** The verbs return why something could not be done. */
function say(reason: string | null): boolean {
  if (reason === null) return true
  showToast(reason)
  alarm(reason)
  return false
}

/** Sends it at once instead of later. */
export async function sendNow({ id }: ScheduledItem): Promise<void> {
  if (say(await sendScheduledNow(id))) showToast(t('later.sent'))
}

/** Deletes it. It can be undone as long as its time has not come. */
export async function remove({ id, place, content, at }: ScheduledItem): Promise<void> {
  if (!say(await deleteScheduled(id))) return
  showToast(t('later.scheduledDeleted'), async () => say(await scheduleMessage(place, content, at)))
}

/** The dialog of times uses it and shows the reason of a refusal. */
export async function reschedule({ id }: ScheduledItem, content: string | null, at: number): Promise<void> {
  const reason = content === null ? await rescheduleMessage(id, at) : await editScheduled(id, content, at)
  if (reason !== null) throw new Error(reason)
}
