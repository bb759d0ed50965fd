import type { MessageFlag } from '../../api/objects/message.ts'
import type { UnreadMessages } from '../../api/objects/personal.ts'
import type { RegisterState } from '../../api/objects/register-state.ts'
import { isMuted } from './indexed.ts'
import { directPlace, type Place, placeKey } from './place.ts'

export interface UnreadPlace {
  readonly place: Place
  /** The key of the place. */
  readonly key: string
  readonly ids: Set<number>
}

const WILDCARDS = ['stream_wildcard_mentioned', 'topic_wildcard_mentioned'] as const

function change(set: Set<number>, id: number, isIn: boolean): void {
  if (isIn) set.add(id)
  else set.delete(id)
}

const ascending = (a: number, b: number): number => a - b
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const sorted = (ids: Iterable<number>): number[] => [...ids].sort(ascending)

/** The unread messages of a person by conversation and by id: a change costs what it changes, not all that is unread. */
export class Unread {
  readonly #places = new Map<string, UnreadPlace>()
  readonly #placeOfId = new Map<number, UnreadPlace>()
  /** Messages that mention the person, and those that mention everybody. They are known of read messages too. */
  readonly #mentions = new Set<number>()
  readonly #wildcards = new Set<number>()
  readonly #ownId: number
  #isIncomplete: boolean

  constructor(unread: UnreadMessages, ownId: number | undefined) {
    this.#ownId = ownId ?? -1
    this.#isIncomplete = unread.old_unreads_missing
    for (const { stream_id: streamId, topic, unread_message_ids: ids } of unread.streams)
      this.#fill({ kind: 'channel', streamId, topic }, ids)
    for (const { other_user_id, unread_message_ids: ids } of unread.pms)
      this.#fill(directPlace([other_user_id], this.#ownId), ids)
    for (const { user_ids_string, unread_message_ids: ids } of unread.huddles)
      this.#fill(directPlace(user_ids_string.split(',').map(Number), this.#ownId), ids)
    for (const id of unread.mentions) this.#mentions.add(id)
  }

  #fill(place: Place, ids: readonly number[]): void {
    const known = this.#unreadAt(place)
    for (const id of ids) {
      known.ids.add(id)
      this.#placeOfId.set(id, known)
    }
  }

  #unreadAt(place: Place): UnreadPlace {
    const key = placeKey(place)
    const known = this.#places.get(key) ?? { place, key, ids: new Set() }
    this.#places.set(key, known)
    return known
  }

  get places(): Iterable<UnreadPlace> {
    return this.#places.values()
  }

  /** A mention of everybody does not count where the person has muted the conversation. */
  isMention(id: number, isMutedPlace: boolean): boolean {
    return this.#mentions.has(id) || (!isMutedPlace && this.#wildcards.has(id))
  }

  /** Older unread messages exist that register left out. */
  get isIncomplete(): boolean {
    return this.#isIncomplete
  }

  has(id: number): boolean {
    return this.#placeOfId.has(id)
  }

  at(place: Place): ReadonlySet<number> | undefined {
    return this.#places.get(placeKey(place))?.ids
  }

  placeOf(id: number): Place | undefined {
    return this.#placeOfId.get(id)?.place
  }

  add(id: number, place: Place): void {
    const known = this.#unreadAt(place)
    known.ids.add(id)
    this.#placeOfId.set(id, known)
  }

  /** Says whom a message mentions, by its flags. */
  setMentions(id: number, flags: readonly MessageFlag[]): void {
    change(this.#mentions, id, flags.includes('mentioned'))
    change(
      this.#wildcards,
      id,
      WILDCARDS.some((flag) => flags.includes(flag)),
    )
  }

  /** Says whether a message mentions the person or everybody. Which of them is kept if it is known. */
  setMention(id: number, isMention: boolean): void {
    if (!isMention) this.setMentions(id, [])
    else if (!this.#wildcards.has(id)) this.#mentions.add(id)
  }

  remove(ids: Iterable<number>): void {
    for (const id of ids) {
      const known = this.#placeOfId.get(id)
      if (!known) continue
      this.#placeOfId.delete(id)
      known.ids.delete(id)
      if (known.ids.size === 0) this.#places.delete(known.key)
    }
  }

  removeAll(): void {
    this.#places.clear()
    this.#placeOfId.clear()
    this.#isIncomplete = false
  }

  /** Channels that are gone have no unread messages. */
  forgetChannels(channelIds: ReadonlySet<number>): void {
    for (const { place, ids } of [...this.#places.values()])
      if (place.kind === 'channel' && channelIds.has(place.streamId)) this.remove([...ids])
  }

  /** Returns it in the form of register. */
  toRegister(state: RegisterState): UnreadMessages {
    const streams: UnreadMessages['streams'] = []
    const pms: UnreadMessages['pms'] = []
    const huddles: UnreadMessages['huddles'] = []
    const mentions: number[] = []
    let count = 0
    for (const { place, ids } of this.#places.values()) {
      const unread_message_ids = sorted(ids)
      const isQuiet = place.kind === 'channel' && isMuted(state, place.streamId, place.topic)
      mentions.push(...unread_message_ids.filter((id) => this.isMention(id, isQuiet)))
      if (place.kind === 'channel') {
        streams.push({ stream_id: place.streamId, topic: place.topic, unread_message_ids })
        if (isQuiet) continue
      } else if (place.others.length > 1) {
        huddles.push({ user_ids_string: sorted([...place.others, this.#ownId]).join(), unread_message_ids })
      } else {
        const other_user_id = place.others[0] ?? this.#ownId
        pms.push({ other_user_id, sender_id: other_user_id, unread_message_ids })
      }
      count += ids.size
    }
    streams.sort((a, b) => a.stream_id - b.stream_id || compare(a.topic, b.topic))
    pms.sort((a, b) => a.other_user_id - b.other_user_id)
    huddles.sort((a, b) => compare(a.user_ids_string, b.user_ids_string))
    return { count, pms, streams, huddles, mentions: mentions.sort(ascending), old_unreads_missing: this.#isIncomplete }
  }
}
