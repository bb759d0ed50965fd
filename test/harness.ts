import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { subscribe } from '../api/endpoints/channels.ts'
import { createUser as createUserEndpoint } from '../api/endpoints/users.ts'
import { type Client, createClient } from '../client/client.ts'
import { buildApp } from '../server/app.ts'
import { features } from '../server/features.ts'
import type { Clock } from '../server/kernel/base/clock.ts'
import { readConfig } from '../server/kernel/base/config.ts'
import { createLogger } from '../server/kernel/base/logger.ts'
import type { Context } from '../server/kernel/context.ts'
import { type OpenPool, openPool } from '../server/kernel/db/database.ts'
import type { DatabaseLimits } from '../server/kernel/db/limits.ts'
import type { HeartbeatDelay } from '../server/kernel/events/heartbeats.ts'
import type { RealmState } from '../server/kernel/realm-state/realm-state.ts'
import type { User } from '../server/kernel/realm-state/user.ts'
import { openContext } from '../server/open-context.ts'
import { createRealm } from '../server/operations/founding/create-realm.ts'
import { newDatabaseName, testRun } from './database-name.ts'
import { PATIENT_LIMITS } from './limits.ts'
import type { DatabaseProxy } from './outside/database-proxy.ts'
import { quickSend } from './outside/quick-send.ts'
import { recordCoverage } from './record-coverage.ts'
import { type JobRun, runJobs } from './run-jobs.ts'
import {
  databaseUrl,
  dropDatabase,
  ORGANIZATION,
  OWNER,
  onServer,
  type Template,
  templateFolder,
  templateName,
} from './template.ts'

export interface TestDatabase extends OpenPool {
  readonly url: string
}

/** A new database on the suite's server, cloned from a template. */
export async function createTestDatabase(template: Template = 'bare'): Promise<TestDatabase> {
  const server = process.env['PARLEY_TEST_DATABASE_URL']
  if (!server) throw new Error('There is no database server for tests: run them with "npm test -- <file>".')
  const name = newDatabaseName()
  await onServer(server, `create database ${name} template ${templateName(testRun(), template)} strategy file_copy`)
  const url = databaseUrl(server, name)
  const database = openPool({ connectionString: url })
  const close = async () => {
    await database.close()
    await dropDatabase(server, name)
  }
  return { ...database, url, close }
}

export interface Person {
  readonly id: number
  readonly client: Client
  /** The real address, which only administrators see. */
  readonly email: string
  /** The address that everyone sees. */
  readonly apiEmail: string
  readonly apiKey: string
}

export interface TestServer {
  readonly url: string
  readonly ctx: Context
  readonly database: TestDatabase
  readonly realm: RealmState
  readonly owner: Client
  readonly ownerId: number
  channelId(name: string): number
  /** Creates a member through the API, in the given channel if there is one. */
  person(name: string, channel?: string): Promise<Person>
  /** A strict client with the user's credentials. */
  clientFor(user: User, userAgent?: string): Client
  /** A client of somebody who may have joined at another node. This node reads the log first. */
  clientOf(userId: number): Promise<Client>
  /** Reads the log and runs all jobs that are due by the server's clock, until there are none. */
  runJobs(run?: JobRun): Promise<void>
  close(): Promise<void>
}

export interface TestServerOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly clock?: Clock
  readonly heartbeat?: HeartbeatDelay
  readonly limits?: DatabaseLimits
  /** How long requests of the server to others may take, in milliseconds. */
  readonly outgoingLimit?: number
  /** A proxy between the server and its database. */
  readonly proxy?: DatabaseProxy
  /** A server whose database this one shares as another node, or a restored database with its data folder. */
  readonly beside?: {
    readonly database: TestDatabase
    readonly ctx: { readonly config: { readonly dataDir: string } }
  }
}

/** The whole server in this process, listening, on a database of its own, with an organization and its owner. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { beside } = options
  // Closes everything that is open if a later step fails, and at the end, the newest first.
  await using opened = new AsyncDisposableStack()
  const folder = beside ? null : opened.adopt(mkdtempSync(join(tmpdir(), 'parley-test-data-')), remove)
  // With a clock of its own, a server has to make its organization at its own time.
  const isReady = !options.clock
  if (folder && isReady) cpSync(templateFolder(process.env['PARLEY_TEST_FOLDER']!), folder, { recursive: true })
  const database =
    beside?.database ?? opened.adopt(await createTestDatabase(isReady ? 'ready' : 'bare'), (it) => it.close())
  const env = { PARLEY_DATA_DIR: folder ?? beside!.ctx.config.dataDir, PARLEY_LOG_FORMAT: 'json', ...options.env }
  const config = readConfig(env, false)
  // Errors of the server are printed next to the test that caused them.
  const logger = createLogger(config, {
    write: (line) => void (/"level":(50|60|"error"|"fatal")/.test(line) && process.stderr.write(line)),
  })
  const connectionString = options.proxy?.urlOf(database.url) ?? database.url
  const ctx = await openContext(config, { connection: { connectionString } }, logger, features, {
    strict: true,
    upkeep: false,
    limits: options.limits ?? PATIENT_LIMITS,
    ...(options.clock ? { clock: options.clock } : {}),
    ...(options.outgoingLimit ? { outgoingLimit: options.outgoingLimit } : {}),
    ...(options.heartbeat ? { heartbeat: options.heartbeat } : {}),
  })
  opened.defer(() => ctx.close())
  const app = buildApp(ctx)
  opened.defer(async () => {
    ctx.queues.drain()
    await app.close()
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  if (!beside && !isReady) await createRealm(ctx, ORGANIZATION)
  const live = await ctx.realms.live(ctx.realms.ids[0]!)
  const realm = live.state
  const clientFor = (user: User, userAgent = 'website') =>
    createClient({
      url,
      email: user.deliveryEmail,
      apiKey: ctx.secret.unsealKey(user.apiKeySealed),
      userAgent,
      strict: true,
      observe: recordCoverage,
      send: quickSend,
    })
  const ownerUser = realm.userByEmail(OWNER.email)!
  const ownerClient = clientFor(ownerUser)
  const untilClosed = opened.move()
  return {
    url,
    ctx,
    database,
    realm,
    owner: ownerClient,
    ownerId: ownerUser.id,
    channelId: (name) => realm.channelByName(name)!.id,
    clientFor,
    async clientOf(id) {
      await live.catchUp()
      return clientFor(realm.users.get(id)!)
    },
    runJobs: (run) => runJobs(ctx, run),
    async person(name, channel) {
      const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.org`
      const { user_id: id } = await ownerClient.call(createUserEndpoint, {
        email,
        password: OWNER.password,
        full_name: name,
      })
      const user = realm.users.get(id)!
      const client = clientFor(user)
      if (channel !== undefined) await client.call(subscribe, { subscriptions: [{ name: channel }] })
      return { id, client, email, apiEmail: user.apiEmail, apiKey: client.options.apiKey! }
    },
    close: () => untilClosed.disposeAsync(),
  }
}

const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true })
