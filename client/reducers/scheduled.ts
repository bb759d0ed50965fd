import type { EventOf } from '../../api/events/index.ts'
import type { Reminder, ScheduledMessage } from '../../api/objects/personal.ts'
import { reducer } from './reducer.ts'

/** Sorts by the time of delivery, as the server does. */
const inOrder = <Item extends { scheduled_delivery_timestamp: number }>(items: Item[], id: (item: Item) => number) =>
  items.sort((a, b) => a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp || id(a) - id(b))

function changeScheduledMessages(
  messages: readonly ScheduledMessage[],
  event: EventOf<'scheduled_messages'>,
): ScheduledMessage[] {
  const without = (id: number) => messages.filter((one) => one.scheduled_message_id !== id)
  const sorted = (all: ScheduledMessage[]) => inOrder(all, (one) => one.scheduled_message_id)
  switch (event.op) {
    case 'add':
      return sorted([...messages, ...event.scheduled_messages])
    case 'update':
      return sorted([...without(event.scheduled_message.scheduled_message_id), event.scheduled_message])
    case 'remove':
      return without(event.scheduled_message_id)
  }
}

function changeReminders(reminders: readonly Reminder[], event: EventOf<'reminders'>): Reminder[] {
  switch (event.op) {
    case 'add':
      return inOrder([...reminders, ...event.reminders], (one) => one.reminder_id)
    case 'remove':
      return reminders.filter((one) => one.reminder_id !== event.reminder_id)
  }
}

export const scheduledMessages = reducer('scheduled_messages', (state, event) =>
  state.scheduled_messages
    ? { ...state, scheduled_messages: changeScheduledMessages(state.scheduled_messages, event) }
    : state,
)

export const reminders = reducer('reminders', (state, event) =>
  state.reminders ? { ...state, reminders: changeReminders(state.reminders, event) } : state,
)
