import * as z from 'zod'
import { ScheduledMessage } from '../objects/personal.ts'
import { event, registerFields } from './base.ts'

export const ScheduledMessagesAdded = event('scheduled_messages', {
  op: z.literal('add').describe('Messages were scheduled.'),
  scheduled_messages: z.array(ScheduledMessage).describe('The new scheduled messages.'),
}).describe('The user scheduled messages.')

export const ScheduledMessageUpdated = event('scheduled_messages', {
  op: z.literal('update').describe('A scheduled message changed.'),
  scheduled_message: ScheduledMessage.describe('The scheduled message as it is now.'),
}).describe('A scheduled message was edited, or could not be sent.')

export const ScheduledMessageRemoved = event('scheduled_messages', {
  op: z.literal('remove').describe('A scheduled message is gone.'),
  scheduled_message_id: z.int().describe('The id of the scheduled message that was sent or deleted.'),
}).describe('A scheduled message was sent or deleted.')

export const scheduledMessagesFields = registerFields('scheduled_messages', {
  scheduled_messages: z.array(ScheduledMessage).describe('The scheduled messages of the caller.'),
})
