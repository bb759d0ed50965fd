import { term } from '../../../client/messages/narrow.ts'
import type { Place } from '../../../client/model/place.ts'
import { channelName } from '../../channels/store.ts'
import { subscribersOf } from '../../channels/subscribers.ts'
import { t } from '../../kernel/texts.ts'
import { messages, stretch } from '../../messages/store.ts'
import type { Target } from '../store.ts'

/** How near people are to a conversation. */
export interface Nearness {
  /** 0: in the conversation. 1: in the channel. 3: elsewhere. */
  distanceOf(id: number): number
  noteOf(id: number): string | undefined
  /** They will not be notified of a mention. */
  isOutside(id: number): boolean
}

const NOBODY: ReadonlySet<number> = new Set()
const sets = new WeakMap<readonly number[], ReadonlySet<number>>()

/** A channel has thousands of subscribers, and each key asks. */
function asSet(ids: readonly number[]): ReadonlySet<number> {
  const known = sets.get(ids)
  if (known) return known
  const made = new Set(ids)
  sets.set(ids, made)
  return made
}

/** Who has written in a topic, as far as its messages are here. */
export function writersIn({ streamId, topic }: Place & { kind: 'channel' }): ReadonlySet<number> {
  const ids = stretch([term('channel', streamId), term('topic', topic)]).value?.ids ?? []
  return new Set(ids.flatMap((id) => messages.get(id)?.sender_id ?? []))
}

/** Null while they are not known. */
export const subscribersIn = (channelId: number): ReadonlySet<number> | null => {
  const ids = subscribersOf(channelId).value
  return ids && asSet(ids)
}

function inChannel(channelId: number, writers: ReadonlySet<number>): Nearness {
  const subscribers = subscribersIn(channelId)
  const channel = channelName(channelId) ?? ''
  return {
    distanceOf: (id) => (writers.has(id) ? 0 : subscribers?.has(id) ? 1 : 3),
    noteOf(id) {
      if (writers.has(id)) return t('typeahead.inTopic')
      return subscribers
        ? t(subscribers.has(id) ? 'typeahead.inChannel' : 'typeahead.notInChannel', { channel })
        : undefined
    },
    isOutside: (id) => subscribers !== null && !subscribers.has(id),
  }
}

export function nearnessOf(target: Target): Nearness {
  if (target.kind === 'new-topic') return inChannel(target.channelId, NOBODY)
  const { place } = target
  if (place.kind === 'channel') return inChannel(place.streamId, writersIn(place))
  const others = new Set(place.others)
  return {
    distanceOf: (id) => (others.has(id) ? 0 : 3),
    noteOf: (id) => (others.has(id) ? t('typeahead.inConversation') : undefined),
    isOutside: (id) => !others.has(id),
  }
}
