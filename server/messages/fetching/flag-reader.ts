import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import type { FlagReader } from '../../kernel/events/flag-reader.ts'
import { CAME_WITH_ROW, inIntervalOr, mayBeUnreadCopy, readBy } from '../../kernel/ledger/ledger-sql.ts'
import { fatesOf, keptByFate } from '../../kernel/ledger/moves-sql.ts'
import type { MessageRow } from '../message-queries.ts'
import { flagsOf } from '../present.ts'
import { flagGroupsOf } from '../receivers.ts'

/** Reads the flags of events when they are delivered. */
export const flagReader: FlagReader = {
  async ofPeople(db, realmId, messageId, userIds) {
    const groups = await flagGroupsOf(db, realmId, messageId, userIds)
    return new Map(
      groups.flatMap((group) => {
        const json = JSON.stringify(flagsOf(group))
        return group.user_ids.map((id) => [id, json] as const)
      }),
    )
  },
  async ofMessages(db, realmId, userId, messageIds) {
    const rows = await flagRowsOfMessages(db, realmId, userId, messageIds)
    return new Map(rows.map((row) => [row.id, JSON.stringify(flagsOf(row))]))
  },
}

type FlagsRow = Pick<MessageRow, 'id' | 'received' | 'is_read' | 'flags' | 'mflags'>

async function flagRowsOfMessages(
  db: Db,
  realmId: number,
  userId: number,
  ids: readonly number[],
): Promise<FlagsRow[]> {
  const moves = sql`
    select distinct move_id from message
    where realm_id = ${realmId} and id = any(${ids}::bigint[])`
  const { rows } = await sql<FlagsRow>`
    with ${fatesOf(userId, moves)}
    select m.id, m.mflags, f.flags, got.received,
      ${readBy(userId)} or not (got.received or ${mayBeUnreadCopy(userId)}) as is_read
    from message m
    left join user_flag f on f.user_id = ${userId} and f.message_id = m.id
    left join fate e on e.move_id = m.move_id
    cross join lateral (
      select ${inIntervalOr(userId, keptByFate(userId))} or ${sql.raw(CAME_WITH_ROW)} as received offset 0
    ) got
    where m.realm_id = ${realmId} and m.id = any(${ids}::bigint[])`.execute(db)
  return rows
}
