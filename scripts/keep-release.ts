// Creates a data folder with the code of this checkout and keeps it for the tests of all later releases. Run it once,
// at the release. It starts the real server, writes through the API, stops the server, and packs the folder.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { sendMessage } from '../api/endpoints/messages.ts'
import { VERSION } from '../server/kernel/base/version.ts'
import { connectionOf } from '../server/kernel/db/connect.ts'
import { joinEmbedded } from '../server/kernel/db/embedded/embedded.ts'
import { freePort, parleyProcess, temporaryFolder } from '../test/parley-process.ts'
import { factsFile, type KeptPerson, type KeptRelease, packedFile } from '../test/releases/kept-release.ts'
import { packFolder } from '../test/releases/packed-folder.ts'
import { seenState } from '../test/releases/seen-state.ts'
import { type SignedIn, signIn, writeHistory } from '../test/releases/write-history.ts'

const OWNER = { email: 'olga@example.org', password: 'purple otters sing at noon' }
const SECOND_HOST = '127.0.0.1'

if (existsSync(packedFile(VERSION))) {
  console.error(`A data folder of ${VERSION} already exists. The data of a release never changes.`)
  process.exit(1)
}
const folder = temporaryFolder()
try {
  const dataDir = join(folder.path, 'data')
  const kept = await makeFolder(dataDir)
  const packed = packFolder(dataDir, (path) => isKept(path, kept.wal))
  writeFileSync(packedFile(VERSION), packed)
  writeFileSync(factsFile(VERSION), `${JSON.stringify(kept.facts, null, 1)}\n`)
  console.log(`${VERSION}: ${kept.facts.people.length} people, ${packed.length} bytes.`)
} finally {
  folder.remove()
}

async function makeFolder(dataDir: string): Promise<{ facts: KeptRelease; wal: string }> {
  const port = await freePort()
  const env = {
    PARLEY_URL: `http://localhost:${port}`,
    PARLEY_ORG_NAME: 'First',
    PARLEY_OWNER_NAME: 'Olga Owner',
    PARLEY_OWNER_EMAIL: OWNER.email,
    PARLEY_OWNER_PASSWORD: OWNER.password,
    PARLEY_RATE_LIMITS: 'off',
    PARLEY_LOG_FORMAT: 'json',
  }
  const server = parleyProcess(['serve'], { dataDir, port, env })
  try {
    await server.says('is ready')
    const { people, queue } = await writeHistory(await signIn({ host: 'localhost', port }, OWNER), port)
    people.push(await secondOrganization(dataDir, port))
    const kept: KeptPerson[] = []
    for (const { client, ...person } of people) kept.push({ ...person, sees: await seenState(client) })
    const { migrations, wal } = await settle(dataDir)
    return { facts: { version: VERSION, migrations, people: kept, queue }, wal }
  } finally {
    server.child.kill('SIGTERM')
    await server.ended()
  }
}

async function secondOrganization(dataDir: string, port: number): Promise<SignedIn> {
  const args = [
    'create-org',
    'Second',
    '--host',
    SECOND_HOST,
    '--owner-email',
    'sam@example.org',
    '--owner-name',
    'Sam',
  ]
  const creating = parleyProcess(args, { dataDir, port })
  if ((await creating.ended()) !== 0) throw new Error(creating.said.errors)
  const password = /^Password: (\S+)$/m.exec(creating.said.out)![1]!
  const sam = await signIn({ host: SECOND_HOST, port }, { email: 'sam@example.org', password })
  await sam.client.call(sendMessage, { type: 'channel', to: 'general', topic: 'alone', content: 'Is anybody here?' })
  return sam
}

/** Switches to a new WAL file, so that after a clean stop only that nearly empty file is needed. */
async function settle(dataDir: string): Promise<{ migrations: string[]; wal: string }> {
  const server = await joinEmbedded(dataDir)
  const client = new pg.Client({ ...connectionOf(server!, 'postgres'), database: 'parley' })
  await client.connect()
  const { rows: applied } = await client.query<{ name: string }>('select name from migration order by name')
  await client.query('select pg_switch_wal()')
  await client.query('checkpoint')
  const { rows } = await client.query<{ name: string }>('select pg_walfile_name(pg_current_wal_insert_lsn()) as name')
  await client.end()
  return { migrations: applied.map(({ name }) => name), wal: rows[0]!.name }
}

/** Leaves out log files, and WAL files that are not needed after a clean stop. */
function isKept(path: string, wal: string): boolean {
  if (/(^|\/)(server\.log.*|first-sign-in\.txt)$/.test(path)) return false
  return !/\/pg_wal\/[0-9A-F]{24}$/.test(path) || path.endsWith(wal)
}
