import { Client, type ClientConfig } from 'pg'

/**
 * Creates the role and the database of Parley. Parley does not run as the superuser, because an injected query could
 * then run programs on this machine. Repeatable, because the process may be killed between any two statements.
 */
export async function bootstrapRole(superuser: ClientConfig, password: string): Promise<void> {
  const client = new Client(superuser)
  await client.connect()
  try {
    const { rowCount: role } = await client.query(`SELECT FROM pg_roles WHERE rolname = 'parley'`)
    if (role === 0) await client.query(`CREATE ROLE parley LOGIN CREATEDB PASSWORD ${client.escapeLiteral(password)}`)
    // For its own statistics in `parley fsck` and the benchmarks.
    await client.query('GRANT pg_monitor, pg_checkpoint TO parley')
    const { rowCount: database } = await client.query(`SELECT FROM pg_database WHERE datname = 'parley'`)
    if (database === 0) await client.query('CREATE DATABASE parley OWNER parley')
  } finally {
    await client.end()
  }
}
