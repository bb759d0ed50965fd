import { readFileSync, realpathSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isSuspended } from '../../base/live-process.ts'
import { makeDataFolder } from '../../base/make-folder.ts'
import { refusalOf, refuse } from '../../base/startup-refusal.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { createCluster, isCluster } from './create-cluster.ts'
import { accountName, type DatabaseUser, databaseUser } from './database-user.ts'
import { type Postmaster, runningPostmaster, startPostmaster, stopPostmaster } from './postmaster.ts'
import { clusterFolder } from './shelter.ts'

export interface EmbeddedServer {
  readonly host: string
  readonly port: number
  /** The password of the roles `postgres` and `parley`. */
  readonly password: string
  readonly folder: string
  /** True if it was still running because the process that started it was killed. */
  readonly adopted: boolean
  readonly pid: number
  /** Stops the server. Call it only as the owner of the data folder. */
  stop(milliseconds?: number): Promise<void>
}

export interface EmbeddedOptions {
  /** Use loopback TCP even if a Unix socket would work. */
  readonly tcp?: boolean
  /** Additional flags of the server, for tests. */
  readonly flags?: readonly string[]
  /** Cancels every wait when the database is no longer needed. */
  readonly signal?: AbortSignal
  /** Called when the database was started and is not ready yet. A running one is adopted without it. */
  readonly onSpawn?: () => void
  /** Milliseconds to wait for a running server to finish starting or stopping, or to answer. */
  readonly patience?: number
  /** Root's folder for files that the database's user cannot reach elsewhere. The default if absent. */
  readonly shelter?: string | undefined
}

const VERSION = '18'
export const PATIENCE = 30_000

/** Starts the database of this data folder, or adopts a running one. Creates it first if there is none. */
export async function startEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<EmbeddedServer> {
  try {
    makeDataFolder(dataDir)
    let cluster = clusterFolder(realpathSync(dataDir))
    const user = databaseUser(cluster, dataDir)
    const binaries = await findBinaries(user, dataDir, options.shelter)
    if (!isCluster(cluster)) cluster = await createCluster(realpathSync(dataDir), binaries, user, options.shelter)
    return await adoptOrStart(cluster, binaries, user, options)
  } catch (error) {
    throw refusalOf(error, dataDir)
  }
}

/** Starts a server again after it has ended, at the address that its clients use. */
export async function restartEmbedded(
  dataDir: string,
  { folder, port }: EmbeddedServer,
  options: EmbeddedOptions = {},
): Promise<EmbeddedServer> {
  try {
    // Never create a new one, because clients expect the data that they have written.
    if (!isCluster(folder)) throw refuse.databaseGone(folder)
    const user = databaseUser(folder, dataDir)
    const flags = [...(options.flags ?? []), '-p', String(port)]
    const binaries = await findBinaries(user, dataDir, options.shelter)
    return await adoptOrStart(folder, binaries, user, { ...options, flags })
  } catch (error) {
    throw refusalOf(error, dataDir)
  }
}

async function adoptOrStart(
  cluster: string,
  { postgres: program }: Binaries,
  user: DatabaseUser | null,
  options: EmbeddedOptions,
): Promise<EmbeddedServer> {
  checkCluster(cluster, user)
  const running = await settled(cluster, options)
  if (running) return server(cluster, running, true)
  const flags = [...(await listenFlags(cluster, options.tcp === true)), ...(options.flags ?? [])]
  const { signal, onSpawn } = options
  return server(cluster, await startPostmaster({ program, cluster, user, flags, signal, onSpawn }), false)
}

/** The running database of a data folder that another process owns. */
export async function joinEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<EmbeddedServer | null> {
  const cluster = clusterFolder(realpathSync(dataDir))
  const running = await settled(cluster, options)
  return running && server(cluster, running, true)
}

function server(folder: string, { pid, host, port }: Postmaster, adopted: boolean): EmbeddedServer {
  const password = readPassword(join(folder, 'parley-password'))
  const stop = (milliseconds?: number): Promise<void> => stopPostmaster(pid, milliseconds)
  return { host, port, password, folder, adopted, pid, stop }
}

function readPassword(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw refuse.databaseWithoutPassword(file)
    throw error
  }
}

function checkCluster(cluster: string, user: DatabaseUser | null): void {
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (version !== VERSION) throw refuse.databaseOtherVersion(cluster, version, VERSION)
  const owner = statSync(cluster).uid
  const runner = user?.uid ?? process.getuid?.()
  if (runner === undefined || owner === runner) return
  throw owner === 0 ? refuse.databaseOfRoot(cluster) : refuse.databaseForeign(cluster, accountName(owner))
}

/** The running server, after it has finished starting (recovery) or stopping. */
async function settled(cluster: string, { signal, patience = PATIENCE }: EmbeddedOptions): Promise<Postmaster | null> {
  const end = performance.now() + patience
  for (;;) {
    const running = runningPostmaster(cluster)
    if (!running || running.ready) return running
    const { pid, starting } = running
    // A recovery has no time limit.
    const isAtWork = starting && !isSuspended(pid)
    if (!isAtWork && performance.now() > end) throw refuse.databaseStuck(cluster, pid)
    await sleep(20)
    signal?.throwIfAborted()
  }
}

/** The longest path that fits into a socket address, minus `/.s.PGSQL.5432`. */
const LONGEST_SOCKET_FOLDER = 90

/** A Unix socket in the database's own folder, closed to other users. Loopback TCP if the path does not allow that. */
async function listenFlags(cluster: string, tcp: boolean): Promise<string[]> {
  const fits = Buffer.byteLength(cluster) <= LONGEST_SOCKET_FOLDER && !/["',\\]/.test(cluster)
  if (fits && !tcp && process.platform !== 'win32') {
    return [
      '-c',
      'listen_addresses=',
      '-c',
      `unix_socket_directories="${cluster}"`,
      '-c',
      'unix_socket_permissions=0700',
    ]
  }
  return ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-p', String(await freePort())]
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
