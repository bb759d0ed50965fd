import { sql } from 'kysely'
import type { Check } from '../check.ts'

/** What one server may use, and a command beside it. */
const CONNECTIONS = 30
const UNLIMITED = -1
/** What limits the connections, as the statement and as the operator calls it. */
const CONNECTION_LIMITS = [
  ['max_connections', 'max_connections'],
  ['role', 'the connection limit of its role'],
  ['database', 'its connection limit'],
] as const

export const databaseCheck: Check = {
  name: 'database',
  async examine({ db, config }) {
    if (!db) return undefined
    const { rows } = await sql<{ name: string; setting: string }>`
      select name, setting from pg_settings
      where name in ('max_connections', 'autovacuum', 'fsync', 'full_page_writes', 'synchronous_commit')
      union all
      select 'role', rolconnlimit::text from pg_roles where rolname = current_user
      union all
      select 'database', datconnlimit::text from pg_database where datname = current_database()`.execute(db)
    const value = (name: string) => rows.find((row) => row.name === name)?.setting ?? ''
    const unsafe = ['fsync', 'full_page_writes', 'synchronous_commit'].filter((name) => value(name) === 'off')
    if (unsafe.length > 0 && config.unsafeDatabase)
      return `The database loses acknowledged messages in a crash (${unsafe.join(', ')} off): switch that on and remove PARLEY_UNSAFE_DATABASE.`
    for (const [name, limit] of CONNECTION_LIMITS) {
      const most = Number(value(name))
      if (most !== UNLIMITED && most < CONNECTIONS)
        return `The database allows only ${most} connections: set ${limit} to at least ${CONNECTIONS} for each server.`
    }
    if (value('autovacuum') === 'off')
      return 'The database never cleans up, so it grows and slows down: switch autovacuum on.'
    return null
  },
}
