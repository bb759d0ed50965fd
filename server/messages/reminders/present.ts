import type { Reminder } from '../../../api/objects/personal.ts'
import type { ReminderRow } from './queries.ts'

export const presentReminder = (row: ReminderRow): Reminder => ({
  reminder_id: row.id,
  type: 'private',
  to: [row.user_id],
  content: row.content,
  rendered_content: row.rendered,
  scheduled_delivery_timestamp: row.deliver_at,
  failed: row.failed,
  reminder_target_message_id: row.message_id,
})
