import * as z from 'zod'
import { endpoint, json } from '../contract.ts'
import { DeliveryTime } from '../objects/delivery-time.ts'
import { MessageId } from '../objects/message.ts'
import { Reminder } from '../objects/personal.ts'

/** In characters. Register tells clients. */
export const MAX_REMINDER_NOTE_LENGTH = 1000

export const getReminders = endpoint({
  method: 'GET',
  path: '/reminders',
  id: 'get-reminders',
  group: 'Drafts and scheduled messages',
  summary: 'List your reminders',
  description: 'Lists the reminders of the caller that are not delivered yet.',
  auth: 'user',
  params: {},
  result: { reminders: z.array(Reminder).describe('Reminders that are not delivered yet, by the time of delivery.') },
  errors: [],
})

export const createMessageReminder = endpoint({
  method: 'POST',
  path: '/reminders',
  id: 'create-message-reminder',
  group: 'Drafts and scheduled messages',
  summary: 'Get reminded of a message later',
  description:
    'Lets the notification bot quote a message to the caller at a later time. The caller must be able to read it.',
  auth: 'user',
  params: {
    message_id: json(MessageId).describe('The id of the message.'),
    scheduled_delivery_timestamp: json(DeliveryTime).describe(
      'When to deliver the reminder, in UNIX seconds. It must be in the future.',
    ),
    note: z.string().max(MAX_REMINDER_NOTE_LENGTH).optional().describe('A note to yourself, shown in the reminder.'),
  },
  result: { reminder_id: z.int().describe('The id of the new reminder.') },
  errors: [],
  badRequests: [
    'The message does not exist, or the caller cannot read it.',
    'The time is not in the future.',
    'The caller has 500 reminders.',
  ],
  emits: ['reminders'],
})

export const deleteReminder = endpoint({
  method: 'DELETE',
  path: '/reminders/{reminder_id}',
  id: 'delete-reminder',
  group: 'Drafts and scheduled messages',
  summary: 'Delete a reminder',
  description: 'Deletes a reminder of the caller, so that it is not delivered.',
  auth: 'user',
  params: { reminder_id: json(z.int()).describe('The id of the reminder.') },
  result: {},
  errors: [],
  badRequests: ['The reminder does not exist (404).'],
  emits: ['reminders'],
})
