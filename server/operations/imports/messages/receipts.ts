import { sql } from 'kysely'
import type { ImportRun } from '../importing.ts'
import type { SourceMessage } from '../source.ts'
import type { MessagePlace } from './placed.ts'

export interface ReceiptRange {
  first: number
  last: number
}

/**
 * The first and the last message that people received, where that matters: in channels whose history is protected, and
 * for people who have left a channel. They are in memory, because only few channels are of that kind.
 */
export class Receipts {
  readonly #byPlace = new Map<string, ReceiptRange>()
  readonly #protected = new Set<number>()
  readonly #left = new Set<string>()
  readonly #to: ImportRun
  /** Channels of which the source says who received the messages. */
  readonly #told = new Set<number>()

  private constructor(to: ImportRun) {
    this.#to = to
    for (const { id, inviteOnly, historyPublic } of to.realm.channels.values())
      if (inviteOnly && !historyPublic) this.#protected.add(id)
  }

  static async load(to: ImportRun): Promise<Receipts> {
    const receipts = new Receipts(to)
    const { rows } = await sql<{ user_id: number; channel_id: number }>`
      select (row ->> 'user_id')::int as user_id, (row ->> 'channel_id')::int as channel_id
      from import_row where import_id = ${to.importId} and into_table = 'subscription' and not (row ->> 'active')::boolean`.execute(
      to.db,
    )
    for (const row of rows) receipts.#left.add(`${row.user_id} ${row.channel_id}`)
    return receipts
  }

  note({ receivedBy }: SourceMessage, { channelId, hseq }: MessagePlace): void {
    if (!receivedBy || channelId === null) return
    const isProtected = this.#protected.has(channelId)
    this.#told.add(channelId)
    for (const person of receivedBy) {
      const userId = this.#to.people.get(person)
      const key = `${userId} ${channelId}`
      if (userId === undefined || !(isProtected || this.#left.has(key))) continue
      const received = this.#byPlace.get(key)
      if (!received) this.#byPlace.set(key, { first: hseq, last: hseq })
      else {
        received.first = Math.min(received.first, hseq)
        received.last = Math.max(received.last, hseq)
      }
    }
  }

  /**
   * The positions after which, and up to which, somebody has received the messages of a new channel. Null for
   * nothing. `to` is null for somebody who is subscribed.
   */
  interval(
    userId: number,
    channelId: number,
    isOpen: boolean,
    last: number,
  ): { from: number; to: number | null } | null {
    const received = this.#byPlace.get(`${userId} ${channelId}`)
    const isProtected = this.#protected.has(channelId)
    if (isOpen) {
      if (!isProtected || !this.#told.has(channelId)) return { from: 0, to: null }
      return { from: received ? received.first - 1 : last, to: null }
    }
    return received ? { from: received.first - 1, to: received.last } : null
  }
}
