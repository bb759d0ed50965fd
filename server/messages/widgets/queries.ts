import { type Insertable, sql } from 'kysely'
import type { Id } from '../../kernel/db/column-types.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import { MESSAGE_BIT } from '../../kernel/ledger/message-flags.ts'

declare module '../../kernel/db/tables.ts' {
  interface Tables {
    /** Data of widgets, such as polls. */
    submessage: {
      id: Id
      realm_id: number
      message_id: number
      sender_id: number
      msg_type: string
      content: string
    }
  }
}

/** An id for a submessage that is inserted later. */
export async function reserveSubmessageId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('submessage', 'id')) as id`.execute(db)
  return rows[0]!.id
}

export async function insertSubmessage(db: Db, row: Insertable<Tables['submessage']>): Promise<number> {
  const { id } = await db.insertInto('submessage').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** The message has submessages from now on, which is part of its flags. */
export const markSubmessages = (db: Db, realmId: number, messageId: number): Promise<unknown> =>
  sql`update message set mflags = mflags | ${MESSAGE_BIT.hasSubmessages}::int
    where realm_id = ${realmId} and id = ${messageId}`.execute(db)
