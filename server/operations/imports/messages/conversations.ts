import { sql } from 'kysely'
import type { ImportRun } from '../importing.ts'
import { reserveIds } from '../records.ts'
import type { SourceMessage } from '../source.ts'

/** Where a message goes: `c7` for a channel, `d3,8` for people, by our ids. */
type Key = string

/**
 * The conversations of imported messages. Until the end of the import the messages are in conversations that do not
 * exist, so nobody sees them. For a channel or for people that have a conversation already, these are temporary.
 */
export class Conversations {
  readonly #to: ImportRun
  readonly #ids = new Map<Key, number>()

  private constructor(to: ImportRun) {
    this.#to = to
  }

  static async load(to: ImportRun): Promise<Conversations> {
    const { rows } = await sql<{ key: string; conv_id: number }>`
      select key, conv_id from import_conversation where import_id = ${to.importId}`.execute(to.db)
    const loaded = new Conversations(to)
    for (const { key, conv_id } of rows) loaded.#ids.set(key, conv_id)
    return loaded
  }

  keyOf({ to: recipients, senderId }: Pick<SourceMessage, 'to' | 'senderId'>): Key | undefined {
    const { channels, people } = this.#to
    if ('channelId' in recipients) return `c${channels.get(recipients.channelId)}`
    const ids = [senderId, ...recipients.people].map((id) => people.get(id)!)
    return `d${[...new Set(ids)].sort((a, b) => a - b).join(',')}`
  }

  idOf(key: Key): number {
    return this.#ids.get(key)!
  }

  /** Reserves the conversations that are not known yet. */
  async open(keys: readonly Key[]): Promise<void> {
    const fresh = [...new Set(keys)].filter((key) => !this.#ids.has(key))
    if (fresh.length === 0) return
    const { db, importId, realm, newChannels } = this.#to
    const ids = await reserveIds(db, 'conversation', fresh.length)
    const rows = fresh.map((key, index) => {
      const channel = key.startsWith('c') ? realm.channels.get(Number(key.slice(1))) : undefined
      const isNew = channel !== undefined && newChannels.has(channel.id)
      return {
        key,
        conv_id: isNew ? channel.convId : ids[index]!,
        channel_id: channel?.id ?? null,
        members: channel ? null : key.slice(1).split(',').map(Number),
        target: channel && !isNew ? channel.convId : null,
      }
    })
    await sql`
      insert into import_conversation (import_id, key, conv_id, channel_id, members, target)
      select ${importId}::int, r.key, r.conv_id, r.channel_id, r.members, r.target
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r (key text, conv_id int, channel_id int, members int[], target int)`.execute(db)
    for (const row of rows) this.#ids.set(row.key, row.conv_id)
  }
}
