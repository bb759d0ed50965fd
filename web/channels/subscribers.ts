import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { session } from '../kernel/session.ts'
import { onEvent, onState } from '../kernel/state.ts'

const known = new Map<number, Signal<readonly number[] | null>>()

async function load(channelId: number, list: Signal<readonly number[] | null>): Promise<void> {
  try {
    list.value = (await session.call('getSubscribers', { stream_id: channelId })).subscribers
  } catch {
    // It is retried when somebody looks at the channel again.
    known.delete(channelId)
  }
}

/** The ids of who is in a channel. Null while they are not known. */
export function subscribersOf(channelId: number): ReadonlySignal<readonly number[] | null> {
  const list = known.get(channelId) ?? signal<readonly number[] | null>(null)
  if (!known.has(channelId)) {
    known.set(channelId, list)
    void load(channelId, list)
  }
  return list
}

onEvent((event) => {
  if (event.type !== 'subscription' || (event.op !== 'peer_add' && event.op !== 'peer_remove')) return
  const changed = new Set(event.user_ids)
  for (const channelId of event.stream_ids) {
    const list = known.get(channelId)
    if (!list?.value) continue
    const others = list.value.filter((id) => !changed.has(id))
    list.value = event.op === 'peer_add' ? [...others, ...changed] : others
  }
})
onState(() => {
  for (const [channelId, list] of known) void load(channelId, list)
})
