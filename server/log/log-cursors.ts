import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { LOG_PURPOSES } from './log-purposes.ts'

/** A purpose that this release has added begins at the head of every log: what was committed before asks nothing of it. */
export async function addMissingCursors(db: Db): Promise<void> {
  await sql`
    insert into log_cursor (realm_id, purpose, seq)
    select l.realm_id, p.name, l.seq from realm_log l cross join unnest(${LOG_PURPOSES}::text[]) as p (name)
    on conflict do nothing`.execute(db)
}
