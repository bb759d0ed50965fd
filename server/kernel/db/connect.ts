import type { ClientConfig, PoolConfig } from 'pg'
import type { Config } from '../base/config.ts'
import { databasePlace } from '../base/database-url.ts'
import { type ProgressLog, sayWhenSlow } from '../base/say-when-slow.ts'
import { refuse } from '../base/startup-refusal.ts'
import { checkDatabase } from './check-database.ts'
import { bootstrapRole } from './embedded/bootstrap.ts'
import {
  type EmbeddedOptions,
  type EmbeddedServer,
  joinEmbedded,
  PATIENCE,
  restartEmbedded,
  startEmbedded,
} from './embedded/embedded.ts'
import { keepRunning, type WatchLog } from './embedded/keep-running.ts'
import { requireRememberedUrl } from './known-database.ts'

export interface OpenedDatabase {
  readonly kind: 'embedded' | 'external'
  /** The options for `new pg.Pool({ ...database.connection, max })`. */
  readonly connection: PoolConfig
  /** The PostgreSQL version and place for people to read. It contains no secret. */
  readonly description: string
  /** Stops the embedded server if this process owns it. Close all connections first. */
  close(): Promise<void>
}

interface OpenOptions extends EmbeddedOptions {
  /** False if another process owns the data folder. Its running database is used and left running. */
  readonly owner?: boolean
  /** Receives log lines when the embedded database ends and is restarted. Commands do not need it. */
  readonly keepRunning?: WatchLog
}

/** Starts the embedded database, or connects to DATABASE_URL, and checks that the database is usable. */
export async function openDatabase(
  config: Config,
  log: ProgressLog,
  options: OpenOptions = {},
): Promise<OpenedDatabase> {
  const { databaseUrl } = config
  requireRememberedUrl(config)
  if (databaseUrl === null)
    return sayWhenSlow(
      log,
      () => STARTING,
      () => openEmbedded(config, { shelter: config.shelterDir, ...options }),
    )
  const where = databasePlace(databaseUrl) ?? ''
  const opened = () => unlessAborted(openExternal(config, databaseUrl, where), options.signal)
  return sayWhenSlow(log, () => `The database at ${where} has not answered yet.`, opened)
}

async function openExternal(config: Config, databaseUrl: string, where: string): Promise<OpenedDatabase> {
  const connection = { connectionString: databaseUrl, application_name: 'parley' }
  const { version } = await checkDatabase({ ...connection, connectionTimeoutMillis: 10_000 }, where, config)
  return { kind: 'external', connection, description: `PostgreSQL ${version} at ${where}`, close: async () => {} }
}

const STARTING = 'The embedded database is starting; the first time, and after a crash, this takes a moment.'

async function openEmbedded(config: Config, options: OpenOptions): Promise<OpenedDatabase> {
  const owner = options.owner !== false
  let server: EmbeddedServer | null = null
  try {
    server = await (owner ? startEmbedded : joinEmbedded)(config.dataDir, options)
    if (!server) throw refuse.databaseNotStarting(config.dataDir, 'the running server has not opened it yet')
    const connection = connectionOf(server, 'parley')
    const { version } = await unlessAborted(checkedOrNew(connection, server, config, options), options.signal)
    const description = `embedded PostgreSQL ${version} in ${server.folder}`
    const { stop } = owner ? watched(server, config, options) : { stop: async () => {} }
    return { kind: 'embedded', connection, description, close: () => stop() }
  } catch (error) {
    if (owner) await server?.stop()
    throw error
  }
}

function watched(server: EmbeddedServer, { dataDir }: Config, options: OpenOptions): { stop(): Promise<void> } {
  if (!options.keepRunning) return server
  const startAgain = (ended: EmbeddedServer, signal: AbortSignal) =>
    restartEmbedded(dataDir, ended, { ...options, signal })
  return keepRunning(server, startAgain, options.keepRunning)
}

async function checkedOrNew(
  connection: ClientConfig,
  server: EmbeddedServer,
  config: Config,
  { patience = PATIENCE }: OpenOptions,
) {
  try {
    return await checkDatabase({ ...connection, connectionTimeoutMillis: patience }, server.folder, config)
  } catch (error) {
    if (((error as Error).cause as Error | undefined)?.message === 'timeout expired') {
      throw refuse.databaseStuck(server.folder, server.pid)
    }
    if (!isNew((error as Error).cause)) throw error
    await bootstrapRole(connectionOf(server, 'postgres'), server.password)
    return checkDatabase(connection, server.folder, config)
  }
}

/** True if the role or database does not exist: the cluster is new, or its setup was interrupted. */
const isNew = (cause: unknown): boolean =>
  ['28P01', '28000', '3D000'].includes((cause as { code?: string })?.code ?? '')

export function connectionOf(server: Pick<EmbeddedServer, 'host' | 'port' | 'password'>, role: 'postgres' | 'parley') {
  const { host, port, password } = server
  return { host, port, password, user: role, database: role, application_name: 'parley' }
}

/** After an abort, the work continues without being awaited. */
function unlessAborted<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return work
  const aborted = new Promise<never>((_, reject) => {
    const give = () => reject(signal.reason)
    if (signal.aborted) give()
    else signal.addEventListener('abort', give, { once: true })
  })
  return Promise.race([work, aborted])
}
