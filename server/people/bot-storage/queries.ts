import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'

declare module '../../kernel/db/tables.ts' {
  interface Tables {
    bot_storage: { bot_id: number; realm_id: number; key: string; value: string; size: number }
  }
}

/** All values of a bot, or those of these keys. */
export async function loadStorage(
  db: Db,
  realmId: number,
  botId: number,
  keys: readonly string[] | undefined,
): Promise<Map<string, string>> {
  let query = db
    .selectFrom('bot_storage')
    .select(['key', 'value'])
    .where('realm_id', '=', realmId)
    .where('bot_id', '=', botId)
    .orderBy('key')
  if (keys) query = query.where('key', '=', sql<string>`any(${[...keys]}::text[])`)
  return new Map((await query.execute()).map(({ key, value }) => [key, value]))
}

/** Characters that the values under other keys take. */
export async function sizeOfOthers(db: Db, realmId: number, botId: number, keys: readonly string[]): Promise<number> {
  const { rows } = await sql<{ size: number }>`
    select coalesce(sum(size), 0)::int as size from bot_storage
    where realm_id = ${realmId} and bot_id = ${botId} and key <> all(${[...keys]}::text[])`.execute(db)
  return rows[0]?.size ?? 0
}

export const saveStorage = (db: Db, realmId: number, botId: number, values: ReadonlyMap<string, string>) =>
  sql`
    insert into bot_storage (bot_id, realm_id, key, value, size)
    select ${botId}, ${realmId}, key, value, length(key) + length(value)
    from unnest(${[...values.keys()]}::text[], ${[...values.values()]}::text[]) as t (key, value)
    on conflict (bot_id, key) do update set value = excluded.value, size = excluded.size`.execute(db)

/** How many there were. */
export async function deleteStorage(
  db: Db,
  realmId: number,
  botId: number,
  keys: readonly string[] | undefined,
): Promise<number> {
  let query = db.deleteFrom('bot_storage').where('realm_id', '=', realmId).where('bot_id', '=', botId)
  if (keys) query = query.where('key', '=', sql<string>`any(${[...keys]}::text[])`)
  return Number((await query.executeTakeFirst()).numDeletedRows)
}
