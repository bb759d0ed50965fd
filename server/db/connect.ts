import type { ClientConfig, PoolConfig } from 'pg'
import type { Config } from '../config.ts'
import { refuse } from '../startup-refusal.ts'
import { checkDatabase } from './check-database.ts'
import { bootstrapRole } from './embedded/bootstrap.ts'
import { type EmbeddedOptions, type EmbeddedServer, joinEmbedded, startEmbedded } from './embedded/embedded.ts'

export interface OpenedDatabase {
  readonly kind: 'embedded' | 'external'
  /** For `new pg.Pool({ ...database.connection, max })`. */
  readonly connection: PoolConfig
  /** For people: which PostgreSQL, and where; no secret. */
  readonly description: string
  /** Stops the embedded server, when this process owns it. Close all connections before. */
  close(): Promise<void>
}

interface OpenOptions extends EmbeddedOptions {
  /** False: another process owns the data folder; use its running database and leave it running. */
  readonly owner?: boolean
}

/** The least of pino's logger that is needed here. */
interface Log {
  info(text: string): void
}

/** Starts the embedded database, or reaches the one of DATABASE_URL, and makes sure that it is fit for use. */
export async function openDatabase(config: Config, log: Log, options: OpenOptions = {}): Promise<OpenedDatabase> {
  return config.databaseUrl === null ? openEmbedded(config, log, options) : openExternal(config, config.databaseUrl)
}

async function openExternal(config: Config, databaseUrl: string): Promise<OpenedDatabase> {
  const connection = { connectionString: databaseUrl, application_name: 'parley' }
  const { host, pathname } = new URL(databaseUrl)
  const where = `${host}${pathname}`
  const { version } = await checkDatabase({ ...connection, connectionTimeoutMillis: 10_000 }, where, config)
  return { kind: 'external', connection, description: `PostgreSQL ${version} at ${where}`, close: async () => {} }
}

async function openEmbedded(config: Config, log: Log, options: OpenOptions): Promise<OpenedDatabase> {
  const owner = options.owner !== false
  const progress = sayWhenSlow(
    log,
    'The embedded database is starting; the first time, and after a crash, this takes a moment.',
  )
  let server: EmbeddedServer | null = null
  try {
    server = owner ? await startEmbedded(config.dataDir, options) : await joinEmbedded(config.dataDir)
    if (!server) throw refuse.databaseNotStarting(config.dataDir, 'the running server has not opened it yet')
    const connection = connectionOf(server, 'parley')
    const { version } = await checkedOrNew(connection, server, config)
    const description = `embedded PostgreSQL ${version} in ${server.folder}`
    const { stop } = server
    return { kind: 'embedded', connection, description, close: async () => (owner ? stop() : undefined) }
  } catch (error) {
    if (owner) await server?.stop()
    throw error
  } finally {
    clearTimeout(progress)
  }
}

async function checkedOrNew(connection: ClientConfig, server: EmbeddedServer, config: Config) {
  try {
    return await checkDatabase(connection, server.folder, config)
  } catch (error) {
    if (!isNew((error as Error).cause)) throw error
    await bootstrapRole(connectionOf(server, 'postgres'), server.password)
    return checkDatabase(connection, server.folder, config)
  }
}

/** Role or database unknown: the database was only just made, or its making was cut short. */
const isNew = (cause: unknown): boolean =>
  ['28P01', '28000', '3D000'].includes((cause as { code?: string })?.code ?? '')

export function connectionOf(server: EmbeddedServer, role: 'postgres' | 'parley') {
  const { host, port, password } = server
  return { host, port, password, user: role, database: role, application_name: 'parley' }
}

function sayWhenSlow(log: Log, text: string): NodeJS.Timeout {
  return setTimeout(() => log.info(text), 1000)
}
