import * as z from 'zod'
import { Reminder } from '../objects/personal.ts'
import { event, registerFields } from './base.ts'

export const RemindersAdded = event('reminders', {
  op: z.literal('add').describe('Reminders were added.'),
  reminders: z.array(Reminder).describe('The new reminders.'),
}).describe('The user asked for reminders.')

export const ReminderRemoved = event('reminders', {
  op: z.literal('remove').describe('A reminder is gone.'),
  reminder_id: z.int().describe('The id of the reminder that was delivered or deleted.'),
}).describe('A reminder was delivered or deleted.')

export const remindersFields = registerFields('reminders', {
  reminders: z.array(Reminder).describe('The reminders of the caller.'),
})
