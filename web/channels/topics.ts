import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { foldCase } from '../../api/fold-case.ts'
import { session } from '../kernel/session.ts'
import { onEvent, onState } from '../kernel/state.ts'

export interface Topic {
  readonly name: string
  /** The id of its newest message. */
  readonly max_id: number
}

const known = new Map<number, Signal<readonly Topic[] | null>>()
const stale = new Set<number>()

const newestFirst = (a: Topic, b: Topic): number => b.max_id - a.max_id

async function load(channelId: number, list: Signal<readonly Topic[] | null>): Promise<void> {
  try {
    const { topics } = await session.call('getStreamTopics', { stream_id: channelId, allow_empty_topic_name: true })
    list.value = topics
  } catch {
    // It is retried when somebody looks at the channel again.
    stale.add(channelId)
  }
}

/** Grows when topics of another channel are wanted. */
const channelCount = signal(0)

/** The topics that are known, by their channel. */
export const knownTopics = computed((): ReadonlyMap<number, readonly Topic[]> => {
  channelCount.value
  return new Map([...known].map(([channelId, list]) => [channelId, list.value ?? []]))
})

/** The topics of a channel, the newest first. Null while they are not known. */
export function topicsOf(channelId: number): ReadonlySignal<readonly Topic[] | null> {
  const list = known.get(channelId) ?? signal<readonly Topic[] | null>(null)
  if (!known.has(channelId) || stale.delete(channelId)) {
    known.set(channelId, list)
    // A component that shows the list may be drawing just now.
    queueMicrotask(() => {
      channelCount.value = known.size
    })
    void load(channelId, list)
  }
  return list
}

function touch(channelId: number, name: string, max_id: number): void {
  const list = known.get(channelId)
  if (!list?.value) return
  const others = list.value.filter((one) => foldCase(one.name) !== foldCase(name))
  list.value = [...others, { name, max_id }].sort(newestFirst)
}

/** Moves and deletions change more than one topic: they are asked for again. */
function reload(channelId: number | undefined): void {
  const list = channelId === undefined ? undefined : known.get(channelId)
  if (list && channelId !== undefined) void load(channelId, list)
}

onEvent((event) => {
  if (event.type === 'message' && event.message.stream_id !== undefined)
    touch(event.message.stream_id, event.message.subject, event.message.id)
  else if (event.type === 'update_message' && event.orig_subject !== undefined) {
    reload(event.stream_id)
    if (event.new_stream_id !== event.stream_id) reload(event.new_stream_id)
  } else if (event.type === 'delete_message') reload(event.stream_id)
})
onState(() => {
  for (const channelId of known.keys()) reload(channelId)
})
