import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Client } from 'pg'
import { connectionOf } from '../server/db/connect.ts'
import { type EmbeddedServer, startEmbedded } from '../server/db/embedded/embedded.ts'

/**
 * Fast, and still safe against the death of any process: only the loss of power could lose something. Statements keep
 * their meaning (synchronous_commit stays on), because fault tests kill the server.
 */
const FAST = ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'max_connections=200']

/**
 * The server on which the suite makes its databases. Ordinarily the superuser of an embedded one; for `--postgres` what
 * a hosted PostgreSQL gives: DATABASE_URL, or a role that may create databases and nothing else.
 */
export async function testDatabase(folder: string, hosted: boolean): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env['DATABASE_URL']
  if (hosted && given) return { url: given, stop: async () => {} }
  const server = await startEmbedded(join(folder, 'data'), { tcp: true, flags: FAST })
  const user = hosted ? await createPlainRole(server) : 'postgres'
  const url = `postgres://${user}:${server.password}@${server.host}:${server.port}/postgres`
  return { url, stop: () => server.stop() }
}

async function createPlainRole(server: EmbeddedServer): Promise<string> {
  const role = `tester_${randomBytes(4).toString('hex')}`
  const client = new Client(connectionOf(server, 'postgres'))
  await client.connect()
  await client.query(`CREATE ROLE ${role} LOGIN CREATEDB PASSWORD ${client.escapeLiteral(server.password)}`)
  await client.end()
  return role
}
