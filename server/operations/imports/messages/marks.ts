import { sql } from 'kysely'
import type { Mentions } from '../../../../markdown/rendering.ts'
import { getOrMake } from '../../../kernel/base/get-or-make.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { USER_BIT } from '../../../kernel/ledger/message-flags.ts'
import { mentionsOf } from '../../../messages/sending/mentions.ts'
import type { ImportRun } from '../importing.ts'
import { stage } from '../records.ts'
import type { SourceMessage } from '../source.ts'
import type { MessagePlace } from './placed.ts'

/** The number of positions that share a row of read marks. */
const CHUNK = 1_024
/** The number of rows of unread marks that are collected before they are written. */
const MAX_UNREAD_ROWS = 20_000
const PARTICIPANTS: ReadonlySet<number> = new Set()

/** What people have of imported messages: stars, mentions, and what they have not read. */
export class Marks {
  readonly #to: ImportRun
  readonly #unread = new Map<string, Uint8Array>()
  /** Flags of the current batch, by person and message. */
  readonly #flags = new Map<string, { user_id: number; message_id: number; flags: number }>()
  readonly #starred = new Map<number, { personId: number; bits: number }[]>()

  constructor(to: ImportRun) {
    this.#to = to
  }

  /** Also called for messages that an earlier, killed run has written: unread marks are collected again. */
  note({ marks = [] }: SourceMessage, { id, conv, hseq }: MessagePlace): void {
    for (const mark of marks) {
      const personId = this.#to.people.get(mark.personId)
      if (personId === undefined) continue
      if (mark.unread) this.#setUnread(personId, conv, hseq)
      const bits = (mark.starred ? USER_BIT.starred : 0) | (mark.collapsed ? USER_BIT.collapsed : 0)
      if (bits) this.#starred.set(id, [...(this.#starred.get(id) ?? []), { personId, bits }])
    }
  }

  /** The people that a text mentions, by our rules. */
  mention(mentions: Mentions, senderId: number, { id, channelId, members }: MessagePlace): void {
    const { realm } = this.#to
    const channel = channelId === null ? undefined : realm.channels.get(channelId)
    const subscribers = channelId === null ? undefined : realm.memberships.subscribers(channelId)
    const has = (userId: number) => subscribers?.has(userId) ?? members?.includes(userId) ?? false
    const participants = mentions.topicWildcard ? new Set([senderId]) : PARTICIPANTS
    const { userFlags } = mentionsOf(realm, { mentions, participants, alertWords: [] }, { size: 0, has, channel })
    for (const [userId, bits] of userFlags) this.#add(userId, id, bits)
    for (const { personId, bits } of this.#starred.get(id) ?? []) this.#add(personId, id, bits)
    this.#starred.delete(id)
  }

  #add(userId: number, messageId: number, bits: number): void {
    const key = `${userId} ${messageId}`
    const before = this.#flags.get(key)?.flags ?? 0
    this.#flags.set(key, { user_id: userId, message_id: messageId, flags: before | bits })
  }

  #setUnread(userId: number, conv: number, hseq: number): void {
    const key = `${userId} ${conv} ${Math.floor(hseq / CHUNK)}`
    const bits = getOrMake(this.#unread, key, () => new Uint8Array(CHUNK / 8))
    const place = hseq % CHUNK
    // Bits are numbered from the left, as the database does.
    bits[place >> 3] = bits[place >> 3]! | (0x80 >> (place & 7))
  }

  /** Keeps the flags of the messages that the same transaction writes. */
  async stageFlags(db: Db): Promise<void> {
    await stage(db, this.#to.importId, 'user_flag', [...this.#flags.values()])
    this.#flags.clear()
  }

  async flush(isEnd = false): Promise<void> {
    this.#starred.clear()
    if (this.#unread.size === 0 || (!isEnd && this.#unread.size < MAX_UNREAD_ROWS)) return
    const rows = [...this.#unread].map(([key, bits]) => {
      const [user, conv, chunk] = key.split(' ').map(Number)
      return { user, conv, chunk, bits: Buffer.from(bits).toString('hex') }
    })
    for (let at = 0; at < rows.length; at += 1_000)
      await sql`
        insert into import_unread as u (import_id, user_id, conv_id, chunk, bits)
        select ${this.#to.importId}::int, r.user, r.conv, r.chunk, ('x' || r.bits)::bit(1024)
        from jsonb_to_recordset(${JSON.stringify(rows.slice(at, at + 1_000))}::jsonb)
          as r ("user" int, conv int, chunk int, bits text)
        on conflict (import_id, user_id, conv_id, chunk) do update set bits = u.bits | excluded.bits`.execute(
        this.#to.db,
      )
    this.#unread.clear()
  }
}
