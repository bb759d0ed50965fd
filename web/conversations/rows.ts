import { computed } from '@preact/signals'
import type { FetchedMessage } from '../../api/objects/message.ts'
import { type Place, placeKey, placeOf } from '../../client/model/place.ts'
import { replying } from '../composer/store.ts'
import { type OutboxMessage, sendings } from '../kernel/outbox.ts'
import { isSameDay } from '../kernel/time.ts'
import { messages } from '../messages/store.ts'
import { ownId } from '../people/store.ts'

/** Messages of one person within this time stand together. */
const GROUPED_SECONDS = 600

const keyOf = (one: FetchedMessage): string => placeKey(placeOf(one, ownId()))

export const isSamePlace = (one: FetchedMessage, other: FetchedMessage | undefined): boolean =>
  other !== undefined && keyOf(one) === keyOf(other)

/** In a list of several conversations, messages of those that are not being answered fade. */
export const isAside = (one: FetchedMessage): boolean =>
  replying.value !== null && placeKey(replying.value.place) !== keyOf(one)

export const isGrouped = (one: FetchedMessage, before: FetchedMessage | undefined): boolean =>
  before !== undefined &&
  before.sender_id === one.sender_id &&
  one.timestamp - before.timestamp < GROUPED_SECONDS &&
  isSameDay(one.timestamp, before.timestamp) &&
  isSamePlace(one, before)

/** What is on its way to a conversation. A message that has come is shown as itself. */
export const sendingsOf = (place: Place | undefined): readonly OutboxMessage[] => {
  if (!place) return []
  const key = placeKey(place)
  return sendings.value.filter(
    (one) => one.place === key && !one.isInDoubt && (one.messageId === null || !messages.get(one.messageId)),
  )
}

export const sendingByLocalId = computed(() => new Map(sendings.value.map((one) => [one.localId, one])))
