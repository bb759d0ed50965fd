import type { Audience } from '../log/audience.ts'
import { firstEventId, type LoggedMessage, type LogRow } from '../log/log-row.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import { isGuest } from '../realm-state/user.ts'
import { eventFor, isPersonal } from './event-variant.ts'
import { hidesSender, messageVariant, renderMessage, seesSender } from './message-variant.ts'
import { passesNarrow } from './narrow-filter.ts'
import type { Queue } from './queue.ts'
import { wantsType } from './queue-spec.ts'

/** A row of the log with its serialised variants, shared by all queues that deliver it. */
export class TailRow {
  readonly seq: number
  readonly row: LogRow
  readonly type: string
  /** For the tail's cap. */
  readonly weight: number
  #event: string | undefined
  #variants: (MessageText | undefined)[] | undefined
  /** Known while there are variants. */
  #hidesSender = false

  constructor(row: LogRow) {
    this.seq = row.seq
    this.row = row
    this.type = row.payload.message ? 'message' : (row.payload.event?.type ?? '')
    this.weight = weightOf(row)
  }

  /** Was this row for the user at its position, whenever it is read? */
  isFor(realm: RealmState, queue: Queue): boolean {
    const { audience } = this.row
    const { userId } = queue
    switch (audience.to) {
      case 'nobody':
        return false
      case 'everyone':
        return !audience.except?.includes(userId)
      case 'users':
        return audience.ids.includes(userId)
      case 'channel':
        if (audience.except?.includes(userId)) return false
        return (
          audience.plus?.includes(userId) ||
          realm.memberships.receivedAt(userId, audience.channel, this.seq) ||
          this.#isForAllPublic(realm, queue, audience.channel)
        )
    }
  }

  #isForAllPublic(realm: RealmState, queue: Queue, channelId: number): boolean {
    if (!queue.spec.allPublicStreams || this.type !== 'message') return false
    const channel = realm.channels.get(channelId)
    const user = realm.users.get(queue.userId)
    return channel !== undefined && !channel.inviteOnly && user !== undefined && !isGuest(user)
  }

  /** Is this row an event for this queue: of a wanted type, addressed to its user, within its narrow? */
  matches(realm: RealmState, queue: Queue): boolean {
    if (this.type === '' || !wantsType(queue.spec, this.type) || !this.isFor(realm, queue)) return false
    const { message } = this.row.payload
    return (
      !message ||
      queue.spec.narrow.length === 0 ||
      passesNarrow(queue.spec.narrow, message, this.#ownFlags(realm, queue, message) ?? message.flagsOfAll)
    )
  }

  /** Nothing when the flags are those of nearly everybody. Who only listens to public channels is not called with them. */
  #ownFlags(realm: RealmState, queue: Queue, message: LoggedMessage): readonly string[] | undefined {
    const own = message.flags[queue.userId]
    if (own || message.flagsOfAll.length === 0 || !queue.spec.allPublicStreams) return own
    const { audience } = this.row
    const isListener =
      audience.to === 'channel' && !realm.memberships.receivedAt(queue.userId, audience.channel, this.seq)
    return isListener ? [] : undefined
  }

  /** The event as this queue gets it, or nothing when it is not for it. */
  render(realm: RealmState, queue: Queue): string | undefined {
    return this.matches(realm, queue) ? this.write(realm, queue) : undefined
  }

  /** The event as a queue gets it that this row is known to be for. */
  write(realm: RealmState, queue: Queue): string {
    const { message } = this.row.payload
    return message ? this.#renderMessage(realm, queue, message) : this.#renderEvent(realm, queue)
  }

  #renderEvent(realm: RealmState, queue: Queue): string {
    const event = this.row.payload.event!
    if (isPersonal(event)) return withId(this.seq, JSON.stringify(eventFor(realm, event, queue)))
    this.#event ??= JSON.stringify(event)
    return withId(this.seq, this.#event)
  }

  #renderMessage(realm: RealmState, queue: Queue, message: LoggedMessage): string {
    const own = this.#ownFlags(realm, queue, message)
    const isLocal = message.local?.queueId === queue.id
    if (!this.#variants) {
      this.#variants = []
      this.#hidesSender = hidesSender(realm, message)
    }
    const variant = messageVariant(queue.spec, this.#hidesSender && !seesSender(realm, message, queue.userId))
    this.#variants[variant] ??= new MessageText(this.seq, renderMessage(realm, message, variant), message.flagsOfAll)
    const text = this.#variants[variant]
    // Nearly everybody gets the very same characters.
    if (own === undefined && !isLocal) return text.forMost
    return text.withFlags(own ?? message.flagsOfAll, isLocal ? message.local?.localId : undefined)
  }

  /** Gives the serialised variants back; whoever still asks gets them written anew. */
  forgetText(): void {
    this.#event = undefined
    this.#variants = undefined
  }
}

const OF_ROW = 300
/** With name and address, in the row and in each variant of it. */
const OF_MEMBER = 300
const OF_ID = 8

const idsIn = (audience: Audience): number =>
  audience.to === 'users' ? audience.ids.length : 'except' in audience ? (audience.except?.length ?? 0) : 0

/** Roughly the bytes that a row holds, with its variants. */
function weightOf({ audience, payload: { message, event } }: LogRow): number {
  const text = message ? message.content.length + message.rendered.length : JSON.stringify(event ?? null).length
  return OF_ROW + text * 3 + (message?.members?.length ?? 0) * OF_MEMBER + idsIn(audience) * OF_ID
}

const withId = (seq: number, json: string): string => `{"id":${firstEventId(seq)},${json.slice(1)}`

/** A message event in one variant: the whole text for those without flags of their own, and the part all share. */
class MessageText {
  readonly forMost: string
  readonly #flagsAt: number

  constructor(seq: number, message: string, flagsOfAll: readonly string[]) {
    const start = `{"id":${firstEventId(seq)},"type":"message","message":${message},"flags":`
    this.#flagsAt = start.length
    this.forMost = `${start}${JSON.stringify(flagsOfAll)}}`
  }

  withFlags(flags: readonly string[], localId: string | undefined): string {
    const local = localId === undefined ? '' : `,"local_message_id":${JSON.stringify(localId)}`
    return `${this.forMost.slice(0, this.#flagsAt)}${JSON.stringify(flags)}${local}}`
  }
}
