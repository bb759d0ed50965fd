import * as z from 'zod'
import { Reminder } from '../objects/personal.ts'
import { event } from './base.ts'

export const RemindersAdded = event('reminders', {
  op: z.literal('add'),
  reminders: z.array(Reminder).describe('The new reminders.'),
})

export const ReminderRemoved = event('reminders', {
  op: z.literal('remove'),
  reminder_id: z.int().describe('The id of the reminder that was delivered or deleted.'),
})
