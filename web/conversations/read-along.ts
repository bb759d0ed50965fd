import { computed, effect } from '@preact/signals'
import { channel } from '../channels/store.ts'
import { address } from '../kernel/navigation.ts'
import { forgetSend, sendings } from '../kernel/outbox.ts'
import { isOffline } from '../kernel/state.ts'
import { fetchOn } from '../messages/fetch-messages.ts'
import { messages } from '../messages/store.ts'
import { listing, opened } from './store.ts'

const PERIOD = 5_000

/** The channel of the open list, if the person has not joined it. The server sends them no events about its messages. */
export const unjoined = computed(() => {
  const here = address.value
  const known = 'channelId' in here && listing.value ? channel(here.channelId) : undefined
  return known?.isSubscribed === false && !known.is_archived ? known : undefined
})

async function readOn(): Promise<void> {
  const wanted = listing.peek()
  if (!wanted || opened.peek().status !== 'ready' || isOffline.peek()) return
  try {
    await fetchOn(wanted.narrow)
  } catch {
    return // The next time asks again.
  }
  const isHere = (id: number | null) => id !== null && messages.get(id) !== undefined
  for (const { key, messageId } of sendings.peek()) if (isHere(messageId)) void forgetSend(key)
}

/** Fetches new messages of an open list that no events tell about. */
export function startReadingAlong(): void {
  effect(() => {
    if (!unjoined.value) return
    const timer = setInterval(() => document.visibilityState === 'visible' && void readOn(), PERIOD)
    return () => clearInterval(timer)
  })
  effect(() => {
    const isAnswered = sendings.value.some(({ messageId }) => messageId !== null)
    if (isAnswered && unjoined.value && opened.value.status === 'ready') void readOn()
  })
}
