import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { refusalOf, refuse } from '../../base/startup-refusal.ts'
import { requireNoOrphans } from '../known-database.ts'
import type { Binaries } from './binaries.ts'
import type { DatabaseUser } from './database-user.ts'
import { clusterFolder, leavePlace, linkToCluster, placeForNewCluster } from './shelter.ts'

/** For a machine that also runs other programs. Written once, so the operator may edit it. */
const SETTINGS = `
# --- Parley: written when this database was made; edit as you like -------------------------------------------------
max_connections = 120
shared_buffers = 128MB
effective_cache_size = 1GB
work_mem = 8MB
random_page_cost = 1.1
max_wal_size = 2GB
checkpoint_timeout = 15min
# Small queries by many people: neither parallel plans nor compiled ones pay.
max_parallel_workers_per_gather = 0
jit = off
# Parley reports failing statements itself, with the request they belong to.
log_min_messages = log
log_checkpoints = off
log_line_prefix = '%m '
timezone = 'UTC'
log_timezone = 'UTC'
`

/**
 * Creates the database next to its final place and renames it when it is complete. A kill leaves nothing incomplete.
 */
export async function createCluster(
  dataDir: string,
  binaries: Binaries,
  user: DatabaseUser | null,
  shelter?: string,
): Promise<string> {
  await refuseRemains(clusterFolder(dataDir))
  requireNoOrphans(dataDir)
  const place = await placeForNewCluster(dataDir, user, shelter)
  await removeLeftovers(place)
  const unfinished = join(place, `postgres.new-${process.pid}`)
  const passwordFile = join(place, `postgres.password-${process.pid}`)
  const password = randomBytes(24).toString('hex')
  try {
    await mkdir(unfinished, { mode: 0o700 })
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
    if (user) for (const path of [unfinished, passwordFile]) await chown(path, user.uid, user.gid)
    await initdb(binaries, unfinished, passwordFile, user)
    await appendFile(join(unfinished, 'postgresql.conf'), SETTINGS)
    await rename(passwordFile, join(unfinished, 'parley-password'))
    await rename(unfinished, join(place, 'postgres'))
    await linkToCluster(dataDir, join(place, 'postgres'))
    return join(place, 'postgres')
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    await rm(passwordFile, { force: true })
    await leavePlace(dataDir, place)
    throw refusalOf(error, place)
  }
}

/** The remains of a database are not treated as empty, because they may contain messages. */
async function refuseRemains(folder: string): Promise<void> {
  if (existsSync(folder) && (await readdir(folder)).length > 0) throw refuse.databaseIncomplete(folder)
}

async function removeLeftovers(place: string): Promise<void> {
  for (const name of await readdir(place)) {
    if (/^postgres\.(new|password)-\d+$/.test(name)) await rm(join(place, name), { recursive: true })
  }
}

function initdb(binaries: Binaries, folder: string, passwordFile: string, user: DatabaseUser | null): Promise<void> {
  const args = [
    `--pgdata=${folder}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    // The same sort order and case folding on every machine, whatever its locale.
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ]
  const child = spawn(binaries.initdb, args, { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/', ...user })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve() : reject(initdbFailure(errors, dirname(folder)))))
  })
}

function initdbFailure(errors: string, folder: string): Error {
  if (errors.includes('No space left on device')) return refuse.diskFull(folder)
  const line = errors.split('\n').find((text) => text.includes('error:')) ?? errors.trim()
  return refuse.databaseNotStarting('the message', line.replace(/^.*error: /, '').replace(/\.$/, ''))
}

export const isCluster = (folder: string): boolean => existsSync(join(folder, 'PG_VERSION'))
