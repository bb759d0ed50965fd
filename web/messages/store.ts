import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { FetchedMessage } from '../../api/objects/message.ts'
import { Messages } from '../../client/messages/messages.ts'
import { type Narrow, narrowKey } from '../../client/messages/narrow.ts'
import type { Stretch } from '../../client/messages/stretch.ts'
import { isMuted } from '../../client/model/indexed.ts'
import { channelName } from '../channels/store.ts'
import { onEvent, onState, state } from '../kernel/state.ts'
import { ownId } from '../people/store.ts'

const messageSignals = new Map<number, Signal<FetchedMessage | undefined>>()
const stretchSignals = new Map<string, { narrow: Narrow; signal: Signal<Stretch | undefined> }>()

/** All fetched messages. */
export const messages = new Messages({
  ownId,
  channelName,
  isMuted: (streamId, topic) => state.value !== null && isMuted(state.value, streamId, topic),
  onChange: (ids, narrows) =>
    batch(() => {
      for (const id of ids) {
        const known = messageSignals.get(id)
        if (known) known.value = messages.get(id)
      }
      for (const key of narrows) {
        const known = stretchSignals.get(key)
        if (known) known.signal.value = messages.stretch(known.narrow)
      }
    }),
})

/** A message by its id. Undefined if it is not fetched, or gone. */
export function message(id: number): ReadonlySignal<FetchedMessage | undefined> {
  const known = messageSignals.get(id)
  if (known) return known
  const made = signal(messages.get(id))
  messageSignals.set(id, made)
  return made
}

/** What is known of a narrow. Undefined before its first page has come. */
export function stretch(narrow: Narrow): ReadonlySignal<Stretch | undefined> {
  const key = narrowKey(narrow)
  const known = stretchSignals.get(key)
  if (known) return known.signal
  const made = signal(messages.stretch(narrow))
  stretchSignals.set(key, { narrow, signal: made })
  return made
}

let isFirstState = true
onEvent((event) => messages.apply(event))
onState(() => {
  // Events between the lost queue and the new one are missing.
  if (!isFirstState) messages.expire()
  isFirstState = false
})
