import type { Db } from '../../kernel/db/database.ts'

/** What the database knows of its backups. Times are seconds, and null if it never happened. */
export interface KnownBackups {
  /** The last complete one, made by the server or by the command. */
  readonly completedAt: number | null
  /** The last complete one that the server made by itself. */
  readonly dailyAt: number | null
  /** Since then, a try of the server that failed, and why. */
  readonly failedAt: number | null
  readonly failure: string | null
}

const NONE: KnownBackups = { completedAt: null, dailyAt: null, failedAt: null, failure: null }

export async function readBackups(db: Db): Promise<KnownBackups> {
  const row = await db
    .selectFrom('server_backup')
    .select(['completed_at as completedAt', 'daily_at as dailyAt', 'failed_at as failedAt', 'failure'])
    .executeTakeFirst()
  return row ?? NONE
}

export const recordComplete = (db: Db, at: number): Promise<unknown> => record(db, { completed_at: at })

export const recordDaily = (db: Db, at: number): Promise<unknown> =>
  record(db, { completed_at: at, daily_at: at, failed_at: null, failure: null })

export const recordFailure = (db: Db, at: number, failure: string): Promise<unknown> =>
  record(db, { failed_at: at, failure })

interface Columns {
  readonly completed_at?: number
  readonly daily_at?: number
  readonly failed_at?: number | null
  readonly failure?: string | null
}

const record = (db: Db, columns: Columns): Promise<unknown> =>
  db
    .insertInto('server_backup')
    .values(columns)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute()
