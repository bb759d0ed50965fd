import { sql } from 'kysely'
import type { Check } from '../check.ts'

/** What one server may use, and a command beside it. */
const CONNECTIONS = 30

export const databaseCheck: Check = {
  name: 'database',
  async examine({ db, config }) {
    if (!db) return undefined
    const { rows } = await sql<{ name: string; setting: string }>`
      select name, setting from pg_settings
      where name in ('max_connections', 'autovacuum', 'fsync', 'full_page_writes', 'synchronous_commit')`.execute(db)
    const value = (name: string) => rows.find((row) => row.name === name)?.setting ?? ''
    const unsafe = ['fsync', 'full_page_writes', 'synchronous_commit'].filter((name) => value(name) === 'off')
    if (unsafe.length > 0 && config.unsafeDatabase)
      return `The database loses acknowledged messages in a crash (${unsafe.join(', ')} off): switch that on and remove PARLEY_UNSAFE_DATABASE.`
    const most = Number(value('max_connections'))
    if (most < CONNECTIONS)
      return `The database allows only ${most} connections: set max_connections to at least ${CONNECTIONS} for each server.`
    if (value('autovacuum') === 'off')
      return 'The database never cleans up, so it grows and slows down: switch autovacuum on.'
    return null
  },
}
