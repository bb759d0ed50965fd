import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Seconds of running time. Ages have only this precision. */
const MARK_EVERY = 600

/**
 * Records the current end of each log that has grown since its last mark. Rows at or below a mark are at least as old as
 * the mark. Deletes marks older than `limit`, except for the newest of those.
 */
export async function markLogs(db: Db, ran: number, limit: number): Promise<void> {
  const { rows: marked } = await sql<{ realm_id: number }>`
    insert into log_mark (realm_id, ran, seq, message_id)
    select l.realm_id, ${ran}, l.seq, coalesce((select max(m.id) from message m where m.realm_id = l.realm_id), 0)
    from realm_log l
    left join lateral (
      select m.ran, m.seq from log_mark m where m.realm_id = l.realm_id order by m.ran desc limit 1) last on true
    where l.seq > coalesce(last.seq, 0) and coalesce(last.ran, ${-MARK_EVERY}) <= ${ran - MARK_EVERY}
    on conflict do nothing
    returning realm_id`.execute(db)
  if (marked.length === 0) return
  await sql`
    delete from log_mark m using unnest(${marked.map((row) => row.realm_id)}::int[]) as r (id)
    where m.realm_id = r.id
      and m.ran < (select max(n.ran) from log_mark n where n.realm_id = r.id and n.ran <= ${limit})`.execute(db)
}
