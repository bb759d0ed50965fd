import { sql } from 'kysely'
import { topicKey } from '../../../kernel/realm-state/topic-name.ts'
import { topicLexemes } from '../../../messages/search/lexemes.ts'
import type { ImportRun } from '../importing.ts'
import { reserveIds, stage } from '../records.ts'
import type { MessagePlace } from './placed.ts'

/** Topics of imported messages. In a channel that exists, the end of the import finds those that exist by their names. */
export class Topics {
  readonly #to: ImportRun
  readonly #ids = new Map<string, number>()

  private constructor(to: ImportRun) {
    this.#to = to
  }

  static async load(to: ImportRun): Promise<Topics> {
    const { rows } = await sql<{ id: number; channel_id: number; name_key: string }>`
      select (row ->> 'id')::int as id, (row ->> 'channel_id')::int as channel_id, row ->> 'name_key' as name_key
      from import_row where import_id = ${to.importId} and into_table = 'topic'`.execute(to.db)
    const topics = new Topics(to)
    for (const row of rows) topics.#ids.set(`${row.channel_id} ${row.name_key}`, row.id)
    return topics
  }

  /** Null for direct messages. */
  idOf({ channelId, topic }: MessagePlace): number | null {
    return channelId === null ? null : this.#ids.get(`${channelId} ${topicKey(topic ?? '')}`)!
  }

  async open(places: readonly MessagePlace[]): Promise<void> {
    const fresh = new Map<string, { channelId: number; name: string }>()
    for (const { channelId, topic } of places) {
      if (channelId === null) continue
      const key = `${channelId} ${topicKey(topic ?? '')}`
      if (!this.#ids.has(key) && !fresh.has(key)) fresh.set(key, { channelId, name: topic ?? '' })
    }
    if (fresh.size === 0) return
    const { db, importId } = this.#to
    const ids = await reserveIds(db, 'topic', fresh.size)
    const rows = [...fresh.values()].map(({ channelId, name }, index) => ({
      id: ids[index]!,
      channel_id: channelId,
      name,
      name_key: topicKey(name),
      lexemes: topicLexemes(name),
    }))
    await stage(db, importId, 'topic', rows)
    for (const [index, key] of [...fresh.keys()].entries()) this.#ids.set(key, ids[index]!)
  }
}
