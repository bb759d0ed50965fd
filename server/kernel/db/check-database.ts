import { Client, type ClientConfig } from 'pg'
import type { Config } from '../base/config.ts'
import { refuse } from '../base/startup-refusal.ts'

const OLDEST = 160000
/** Milliseconds. */
const PATIENCE = 30_000

/** Connects to the database. Refuses it if it is too old, read-only, not in UTF-8, or may lose committed data. */
export async function checkDatabase(
  connection: ClientConfig,
  where: string,
  { unsafeDatabase }: Pick<Config, 'unsafeDatabase'>,
): Promise<{ version: string }> {
  const found = await facts(connection, where)
  if (found.number < OLDEST) throw refuse.databaseTooOld(where, found.version)
  if (found.readOnly) throw refuse.databaseReadOnly(where)
  if (found.encoding !== 'UTF8') throw refuse.databaseEncoding(where, found.encoding)
  if (found.unsafe.length > 0 && !unsafeDatabase) throw refuse.databaseUnsafe(found.unsafe.join(', '))
  return { version: found.version }
}

async function facts(connection: ClientConfig, where: string) {
  let client: Client | null = null
  try {
    // Reads the certificates that the address refers to.
    client = new Client({ ...connection, query_timeout: connection.connectionTimeoutMillis ?? PATIENCE })
    // The waiting query reports a connection that breaks later.
    client.on('error', () => {})
    await client.connect()
    const { rows } = await client.query<{ name: string; setting: string }>(
      `SELECT name, setting FROM pg_settings WHERE name IN
       ('fsync', 'full_page_writes', 'synchronous_commit', 'server_version', 'server_version_num', 'server_encoding',
        'transaction_read_only')`,
    )
    const value = (name: string) => rows.find((row) => row.name === name)?.setting ?? ''
    return {
      version: value('server_version').split(' ')[0] ?? '',
      number: Number(value('server_version_num')),
      encoding: value('server_encoding'),
      readOnly: value('transaction_read_only') === 'on',
      unsafe: ['fsync', 'full_page_writes', 'synchronous_commit']
        .filter((name) => value(name) === 'off')
        .map((name) => `${name}=off`),
    }
  } catch (error) {
    throw Object.assign(refuse.databaseUnreachable(where, reason(error)), { cause: error })
  } finally {
    await client?.end().catch(() => {})
  }
}

/** Node throws several errors at once, without a message, when a name has several addresses. */
function reason(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error
  return first instanceof Error ? first.message : String(first)
}
