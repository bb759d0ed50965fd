import { Client, type ClientConfig } from 'pg'

/**
 * Parley does not work as the superuser: a mistake in a query must not become a program run on this machine. Repeatable,
 * because a kill may come between any two statements.
 */
export async function bootstrapRole(superuser: ClientConfig, password: string): Promise<void> {
  const client = new Client(superuser)
  await client.connect()
  try {
    const { rowCount: role } = await client.query(`SELECT FROM pg_roles WHERE rolname = 'parley'`)
    if (role === 0) await client.query(`CREATE ROLE parley LOGIN CREATEDB PASSWORD ${client.escapeLiteral(password)}`)
    // To watch itself: statistics for `parley fsck` and the benchmarks.
    await client.query('GRANT pg_monitor, pg_checkpoint TO parley')
    const { rowCount: database } = await client.query(`SELECT FROM pg_database WHERE datname = 'parley'`)
    if (database === 0) await client.query('CREATE DATABASE parley OWNER parley')
  } finally {
    await client.end()
  }
}
