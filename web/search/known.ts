import { computed } from '@preact/signals'
import { channels } from '../channels/store.ts'
import { knownTopics } from '../channels/topics.ts'
import { foldName } from '../kernel/fold-name.ts'
import type { Names } from '../kernel/narrow-terms.ts'
import { recents } from '../messages/recent.ts'
import { isActive, ownId, people } from '../people/store.ts'

export interface KnownPerson {
  readonly id: number
  readonly name: string
  readonly emails: readonly string[]
  readonly isActive: boolean
  readonly folded: string
}

export interface KnownChannel {
  readonly id: number
  readonly name: string
  readonly folded: string
  readonly isSubscribed: boolean
}

export interface KnownTopic {
  readonly channelId: number
  readonly name: string
  readonly folded: string
  /** The id of its newest message. */
  readonly newest: number
}

/** What filters can be about, as far as this browser knows. */
export interface SearchKnowledge extends Names {
  readonly ownId: number
  readonly people: readonly KnownPerson[]
  readonly channels: readonly KnownChannel[]
  /** The newest first. */
  readonly topics: readonly KnownTopic[]
}

const knownPeople = computed((): readonly KnownPerson[] =>
  [...people.value.values()].map((one) => ({
    id: one.user_id,
    name: one.full_name,
    emails: [one.email, one.delivery_email ?? ''].filter(Boolean).map(foldName),
    isActive: isActive(one.user_id),
    folded: foldName(one.full_name),
  })),
)

const knownChannels = computed((): readonly KnownChannel[] =>
  [...channels.value.values()].map(({ stream_id: id, name, isSubscribed }) => ({
    id,
    name,
    isSubscribed,
    folded: foldName(name),
  })),
)

/** Topics of the channels that were looked at, and of recent conversations. */
export const topicsKnown = computed((): readonly KnownTopic[] => {
  const all = new Map<string, KnownTopic>()
  const add = (channelId: number, name: string, newest: number) =>
    void all.set(`${channelId} ${name}`, { channelId, name, newest, folded: foldName(name) })
  for (const { place, messageId } of recents.value?.values() ?? [])
    if (place.kind === 'channel') add(place.streamId, place.topic, messageId)
  for (const [channelId, topics] of knownTopics.value)
    for (const { name, max_id } of topics) add(channelId, name, max_id)
  return [...all.values()].sort((a, b) => b.newest - a.newest)
})

export const known = computed(
  (): SearchKnowledge => ({
    ownId: ownId(),
    people: knownPeople.value,
    channels: knownChannels.value,
    topics: topicsKnown.value,
    channel: (id) => channels.value.get(id)?.name,
    person: (id) => people.value.get(id)?.full_name,
  }),
)
