import { type Kysely, sql } from 'kysely'

/** Bits of `message.mflags` by content. */
const BITS = { link: 8, image: 16, attachment: 32 }

/**
 * Narrows for messages with a link, a picture or a file use an index and do not read all messages. Each index contains
 * only matching messages. The statistics give the planner their share, because by default it assumes that every message
 * passes a bit test.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [thing, bit] of Object.entries(BITS)) {
    const name = sql.id(`message_has_${thing}`)
    await sql`create index ${name} on message (realm_id, id) where mflags & ${sql.lit(bit)} <> 0`.execute(db)
    await sql`create statistics ${sql.id(`message_share_${thing}`)} on (mflags & ${sql.lit(bit)}) from message`.execute(
      db,
    )
  }
  await sql`analyze message`.execute(db)
}
