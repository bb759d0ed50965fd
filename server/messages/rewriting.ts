import { sql } from 'kysely'
import type { Db } from '../kernel/db/database.ts'
import { runPlanned } from '../kernel/db/planned.ts'
import type { RewritePlan } from '../kernel/transaction/rewriting.ts'
import { isMessageId } from './message-access.ts'

/** The conversations that these messages are in. */
export async function conversationsOf(db: Db, realmId: number, ids: readonly number[]): Promise<number[]> {
  const statement = sql<{ conv_id: number }>`
    select distinct conv_id from message where realm_id = ${realmId} and id = any(${ids}::bigint[])`
  const { rows } = await (ids.length === 1 ? runPlanned(db, 'conversation-of-one', statement) : statement.execute(db))
  return rows.map((row) => row.conv_id)
}

/** A change of these messages. */
export const rewritingOf = (realmId: number, ...ids: readonly number[]): RewritePlan => ({
  conversations: (db) => conversationsOf(db, realmId, ids.filter(isMessageId)),
})
