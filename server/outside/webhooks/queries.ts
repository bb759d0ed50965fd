import { sql } from 'kysely'
import type { ColumnWithDefault } from '../../kernel/db/column-types.ts'
import type { Db } from '../../kernel/db/database.ts'

declare module '../../kernel/db/tables.ts' {
  interface Tables {
    webhook_delivery: {
      bot_id: number
      message_id: number
      realm_id: number
      trigger: string
      tries: ColumnWithDefault<number>
      first_at: number
      next_at: number
      /** Both are set when it is given up. */
      failed_at: ColumnWithDefault<number | null>
      failure: ColumnWithDefault<string | null>
    }
  }
}

export interface Delivery {
  readonly message_id: number
  readonly trigger: string
  readonly tries: number
  readonly first_at: number
  readonly next_at: number
}

/** How many failed deliveries of a bot are kept. */
const MAX_FAILED_DELIVERIES = 1_000

export const addDelivery = (db: Db, realmId: number, botId: number, messageId: number, trigger: string, now: number) =>
  db
    .insertInto('webhook_delivery')
    .values({ bot_id: botId, message_id: messageId, realm_id: realmId, trigger, first_at: now, next_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/**
 * The message to try now, or the one that is tried next. Messages are tried in order: each waits for those before it,
 * but not for one that has failed `mostBlocking` times.
 */
export async function nextDelivery(
  db: Db,
  { realmId, botId, now, mostBlocking }: { realmId: number; botId: number; now: number; mostBlocking: number },
): Promise<Delivery | undefined> {
  const { rows } = await sql<Delivery>`
    select d.message_id, d.trigger, d.tries, d.first_at, d.next_at from webhook_delivery d
    where d.realm_id = ${realmId} and d.bot_id = ${botId} and d.failed_at is null
      and (d.tries >= ${mostBlocking} or not exists (
        select from webhook_delivery o where o.bot_id = d.bot_id and o.message_id < d.message_id
          and o.failed_at is null and o.tries < ${mostBlocking}))
    order by greatest(d.next_at, ${now}::bigint), d.message_id limit 1`.execute(db)
  return rows[0]
}

const one = (db: Db, botId: number, messageId: number) =>
  db.updateTable('webhook_delivery').where('bot_id', '=', botId).where('message_id', '=', messageId)

export const postponeDelivery = (db: Db, botId: number, messageId: number, tries: number, nextAt: number) =>
  one(db, botId, messageId).set({ tries, next_at: nextAt }).execute()

/** Keeps it, with the reason, for the operator. */
export async function failDelivery(
  db: Db,
  botId: number,
  messageId: number,
  now: number,
  failure: string,
): Promise<void> {
  await one(db, botId, messageId).set({ failed_at: now, failure }).execute()
  await sql`
    delete from webhook_delivery where bot_id = ${botId} and message_id in (
      select message_id from webhook_delivery where bot_id = ${botId} and failed_at is not null
      order by message_id desc offset ${MAX_FAILED_DELIVERIES})`.execute(db)
}

export const removeDelivery = (db: Db, botId: number, messageId: number) =>
  db.deleteFrom('webhook_delivery').where('bot_id', '=', botId).where('message_id', '=', messageId).execute()

/** All that waits for a bot that cannot deliver any more. */
export const dropDeliveries = (db: Db, botId: number) =>
  db.deleteFrom('webhook_delivery').where('bot_id', '=', botId).where('failed_at', 'is', null).execute()

export async function isFailing(db: Db, botId: number): Promise<boolean> {
  const row = await db.selectFrom('bot').select('is_failing').where('user_id', '=', botId).executeTakeFirst()
  return row?.is_failing ?? false
}

export const setFailing = (db: Db, botId: number, failing: boolean) =>
  db
    .updateTable('bot')
    .set({ is_failing: failing })
    .where('user_id', '=', botId)
    .where('is_failing', '<>', failing)
    .execute()
