import * as z from 'zod'
import { ScheduledMessage } from '../objects/personal.ts'
import { event } from './base.ts'

export const ScheduledMessagesAdded = event('scheduled_messages', {
  op: z.literal('add'),
  scheduled_messages: z.array(ScheduledMessage).describe('The new scheduled messages.'),
})

export const ScheduledMessageUpdated = event('scheduled_messages', {
  op: z.literal('update'),
  scheduled_message: ScheduledMessage.describe('The scheduled message as it is now.'),
})

export const ScheduledMessageRemoved = event('scheduled_messages', {
  op: z.literal('remove'),
  scheduled_message_id: z.int().describe('The id of the scheduled message that was sent or deleted.'),
})
