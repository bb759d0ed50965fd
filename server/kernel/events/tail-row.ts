import { getOrMake } from '../base/get-or-make.ts'
import type { Audience } from '../log/audience.ts'
import type { EventData, LoggedMessage, LogRow } from '../log/log-row.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import { isGuest } from '../realm-state/user.ts'
import { type EventReader, type VariantTable, variantsFor } from './event-variants.ts'
import { hidesSender, messageVariant, renderMessage, SENDER, senderView } from './message-variant.ts'
import { passesNarrow } from './narrow-filter.ts'
import type { Queue } from './queue.ts'
import { wantsType } from './queue-spec.ts'
import { membersOf, type RenderedEvent, RowText } from './row-text.ts'

/** The variant key of events that are the same for all clients. */
const SAME = ''

/** A row of the log with the texts of its events, shared by all queues that deliver it. */
export class TailRow {
  readonly seq: number
  readonly row: LogRow
  readonly type: string
  /** Counts towards the tail's size limit. */
  readonly weight: number
  readonly #variants: VariantTable
  readonly #texts = new Map<string | number, readonly RowText[]>()
  #people: Map<readonly number[], ReadonlySet<number>> | undefined
  #hidesSender: boolean | undefined
  /** The flags of people with queues, as JSON. They were read after the row was committed. */
  #flags: ReadonlyMap<number, string> | undefined

  constructor(row: LogRow, variants: VariantTable) {
    this.seq = row.seq
    this.row = row
    const { event, message } = row.payload
    this.type = message ? 'message' : (event?.type ?? '')
    this.weight = weightOf(row)
    this.#variants = variants
  }

  /** True if this row was for the user at its position, no matter when it is read. */
  isFor(realm: RealmState, queue: Queue): boolean {
    const { audience } = this.row
    const { userId } = queue
    switch (audience.to) {
      case 'nobody':
        return false
      case 'everyone':
        return !this.#lists(audience.except, userId)
      case 'users':
        return this.#lists(audience.ids, userId)
      case 'channel':
        if (this.#lists(audience.except, userId)) return false
        return (
          this.#lists(audience.plus, userId) ||
          realm.memberships.receivedAt(userId, audience.channel, this.seq) ||
          (audience.isPublic === true && this.#followsAllPublic(realm, queue))
        )
    }
  }

  /** Every waiting queue is checked against a long list, so a set of each is built once. */
  #lists(ids: readonly number[] | undefined, userId: number): boolean {
    if (ids === undefined || ids.length <= 16) return ids?.includes(userId) ?? false
    this.#people ??= new Map()
    return getOrMake(this.#people, ids, () => new Set(ids)).has(userId)
  }

  #followsAllPublic(realm: RealmState, queue: Queue): boolean {
    if (!queue.spec.allPublicStreams || this.type !== 'message') return false
    const user = realm.users.get(queue.userId)
    return user !== undefined && !isGuest(user)
  }

  /**
   * True if this row becomes an event for this queue: addressed to its user, of a wanted type, and within its narrow.
   */
  matches(realm: RealmState, queue: Queue): boolean {
    const { message, event } = this.row.payload
    if (message)
      return wantsType(queue.spec, 'message') && this.isFor(realm, queue) && this.#passes(realm, queue, message)
    if (!event || !this.isFor(realm, queue)) return false
    return this.#textsOf(realm, queue, event).some(({ type }) => wantsType(queue.spec, type))
  }

  #passes(realm: RealmState, queue: Queue, message: LoggedMessage): boolean {
    const { narrow } = queue.spec
    if (narrow.length === 0) return true
    return passesNarrow(narrow, message, this.#ownFlags(realm, queue, message) ?? message.flagsOfAll)
  }

  /** True if the event has flags of the queue's user that are not read yet. */
  lacksFlags({ userId }: Queue): boolean {
    return this.row.payload.flagsOf !== undefined && !this.#flags?.has(userId)
  }

  /** Keeps the flags of these people, who have queues. */
  learnFlags(flags: ReadonlyMap<number, string>): void {
    this.#flags = flags
  }

  /** They are read again for each queue that still needs them. */
  forgetFlags(): void {
    this.#flags = undefined
  }

  /** The events of this row for the queue. Empty if the row is not for it. */
  render(realm: RealmState, queue: Queue, flags?: string): readonly RenderedEvent[] {
    return this.matches(realm, queue) ? this.write(realm, queue, flags) : []
  }

  /** The same for a queue that this row is known to be for. `flags` are those of its user, if they are not known here. */
  write(realm: RealmState, queue: Queue, flags?: string): readonly RenderedEvent[] {
    const { message, event } = this.row.payload
    if (message) return [this.#writeMessage(realm, queue, message)]
    const fields = this.#fieldsOf(queue, flags)
    return this.#textsOf(realm, queue, event!)
      .filter(({ type }) => wantsType(queue.spec, type))
      .map((text) => rendered(text, fields === undefined ? text.forMost : text.withFields(fields)))
  }

  /** Undefined for people who have the same fields as most. */
  #fieldsOf({ userId }: Queue, flags: string | undefined): string | undefined {
    const { personal, flagsOf } = this.row.payload
    const own = personal?.of[userId]
    if (flagsOf === undefined) return own && membersOf(own)
    const json = this.#flags?.get(userId) ?? flags
    if (json === undefined) throw new Error(`the flags of ${userId} for row ${this.seq} were not read`)
    const rest = own ?? personal?.others
    return `${rest ? `${membersOf(rest)},` : ''}"flags":${json}`
  }

  #textsOf(realm: RealmState, { spec, userId }: Queue, event: EventData): readonly RowText[] {
    const variants = variantsFor(this.#variants, event)
    if (!variants) return this.#kept(SAME, () => [event])
    const reader: EventReader = { realm, spec, userId }
    const variant = variants.variantFor(event, reader)
    const make = () => variants.eventsFor(event, reader, this.row.payload.background ?? {})
    return variant === null ? this.#textOf(make()) : this.#kept(variant, make)
  }

  #kept(variant: string, make: () => readonly EventData[]): readonly RowText[] {
    const known = this.#texts.get(variant)
    if (known) return known
    const texts = this.#textOf(make())
    this.#texts.set(variant, texts)
    return texts
  }

  #textOf(events: readonly EventData[]): readonly RowText[] {
    const others = this.row.payload.personal?.others
    const fields = others ? membersOf(others) : ''
    return events.map((event, index) => new RowText(this.seq, index, event.type, JSON.stringify(event), fields))
  }

  #writeMessage(realm: RealmState, queue: Queue, message: LoggedMessage): RenderedEvent {
    this.#hidesSender ??= hidesSender(realm, message)
    const sender = this.#hidesSender ? senderView(realm, message, queue.userId) : SENDER.shown
    const variant = messageVariant(queue.spec, sender)
    let text = this.#texts.get(variant)?.[0]
    if (!text) {
      const json = `{"type":"message","message":${renderMessage(realm, message, variant)}}`
      text = new RowText(this.seq, 0, 'message', json, flagsMember(message.flagsOfAll))
      this.#texts.set(variant, [text])
    }
    const own = this.#ownFlags(realm, queue, message)
    const localId = message.local?.queueId === queue.id ? message.local.localId : undefined
    // Nearly all clients get exactly this text.
    if (own === undefined && localId === undefined) return rendered(text, text.forMost)
    const local = localId === undefined ? '' : `,"local_message_id":${JSON.stringify(localId)}`
    return rendered(text, text.withFields(flagsMember(own ?? message.flagsOfAll) + local))
  }

  /**
   * Undefined for people who have the same flags as most. A channel wildcard mention does not count for a queue that
   * only follows public channels.
   */
  #ownFlags(realm: RealmState, queue: Queue, message: LoggedMessage): readonly string[] | undefined {
    const own = message.flags[queue.userId]
    if (own || message.flagsOfAll.length === 0 || !queue.spec.allPublicStreams) return own
    const { audience } = this.row
    const isListener =
      audience.to === 'channel' && !realm.memberships.receivedAt(queue.userId, audience.channel, this.seq)
    return isListener ? [] : undefined
  }

  /** Frees the texts. They are written again if a queue needs them. */
  forgetText(): void {
    this.#texts.clear()
    this.#hidesSender = undefined
  }
}

const rendered = ({ id, type }: RowText, json: string): RenderedEvent => ({ id, type, json })

const flagsMember = (flags: readonly string[]): string => `"flags":${JSON.stringify(flags)}`

const OF_ROW = 300
/** The weight of a participant with name and address, in the row and in each of its variants. */
const OF_MEMBER = 300
const OF_ID = 8

const idsIn = (audience: Audience): number =>
  audience.to === 'users' ? audience.ids.length : 'except' in audience ? (audience.except?.length ?? 0) : 0

/** The approximate number of bytes of a row with its variants. */
function weightOf({ audience, payload: { message, event } }: LogRow): number {
  const text = message ? message.content.length + message.rendered.length : JSON.stringify(event ?? null).length
  return OF_ROW + text * 3 + (message?.members?.length ?? 0) * OF_MEMBER + idsIn(audience) * OF_ID
}
