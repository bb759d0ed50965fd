import { sql } from 'kysely'
import { seconds } from '../../kernel/base/clock.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { Realms } from '../../kernel/realm-state/realms.ts'
import type { WorkContext } from '../../kernel/work-context.ts'

type LoadContext = Pick<WorkContext, 'database' | 'clock' | 'logger'> & { readonly realms: Pick<Realms, 'live'> }

/** An organization without messages for so long has hardly anybody who waits for it. */
const ACTIVE_SECONDS = 14 * 86_400
/** More would take memory that nobody may need. */
const MAX_LOADED_REALMS = 100

/**
 * Loads the organizations that are in use, the one with the newest message first, so that the first request of each
 * need not wait. One at a time: a request that comes earlier loads its own beside it.
 */
export async function loadActive({ database, realms, clock, logger }: LoadContext, signal: AbortSignal): Promise<void> {
  for (const id of await activeRealms(database.db, seconds(clock) - ACTIVE_SECONDS)) {
    if (signal.aborted) return
    await realms.live(id).catch((err) => logger.warn({ err, realm: id }, 'could not load an organization ahead'))
  }
}

async function activeRealms(db: Db, since: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select r.id from realm r cross join lateral (
      select m.id, m.sent_at from message m where m.realm_id = r.id order by m.id desc limit 1
    ) newest
    where newest.sent_at >= ${since} and exists (select from account where realm_id = r.id)
    order by newest.id desc limit ${MAX_LOADED_REALMS}`.execute(db)
  return rows.map(({ id }) => id)
}
