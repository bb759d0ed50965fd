import { computed } from '@preact/signals'
import type { ScheduledMessage } from '../../../api/objects/personal.ts'
import { directPlace, type Place } from '../../../client/model/place.ts'
import { state } from '../../kernel/state.ts'
import { ownId } from '../../people/store.ts'

/** A message that the server sends later. */
export interface ScheduledItem {
  readonly id: number
  readonly place: Place
  /** Markdown. */
  readonly content: string
  readonly html: string
  /** When it is due, in seconds since 1970. */
  readonly at: number
  /** The server tried to send it and could not. It needs a new time. */
  readonly hasFailed: boolean
}

function fromServer(one: ScheduledMessage): ScheduledItem {
  const place: Place =
    typeof one.to === 'number'
      ? { kind: 'channel', streamId: one.to, topic: one.topic ?? '' }
      : directPlace(one.to, ownId())
  return {
    id: one.scheduled_message_id,
    place,
    content: one.content,
    html: one.rendered_content,
    at: one.scheduled_delivery_timestamp,
    hasFailed: one.failed,
  }
}

const listed = computed(() => state.value?.scheduled_messages)

/** What waits to be sent, by its time. Failed ones are among them. */
export const scheduledMessages = computed((): readonly ScheduledItem[] => (listed.value ?? []).map(fromServer))

export const scheduledById = (id: number): ScheduledItem | undefined =>
  scheduledMessages.value.find((one) => one.id === id)
