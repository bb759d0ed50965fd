import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { LOG_PURPOSES } from './log-purposes.ts'

/** Creates the cursors of new purposes, at the end of every log. Older rows are not read for them. */
export async function addMissingCursors(db: Db): Promise<void> {
  await sql`
    insert into log_cursor (realm_id, purpose, seq)
    select l.realm_id, p.name, l.seq from realm_log l cross join unnest(${LOG_PURPOSES}::text[]) as p (name)
    on conflict do nothing`.execute(db)
}
