import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../base/config.ts'
import { type ClaimedFolder, claimDataFolder } from '../base/data-folder.ts'
import { createLogger, type Logger } from '../base/logger.ts'
import { VERSION } from '../base/version.ts'
import { type Context, openContext } from '../context.ts'
import { type OpenedDatabase, openDatabase } from '../db/connect.ts'
import type { HttpServer } from '../http/server.ts'
import { loadEngine } from '../messages/rendering/render-content.ts'
import { announceRestart } from '../realm/announce-restart.ts'
import { foundRealm } from '../realm/found-realm.ts'
import { banner } from './banner.ts'
import { stopRequested, within } from './drain.ts'
import { firstStart, printSignIn } from './first-start.ts'
import { listenRefusal, probeAddress, timeToFirstAnswer } from './listen.ts'
import { migrateDatabase } from './migrate-database.ts'
import { giveStartGarbageBack } from './start-garbage.ts'

/** The life of a server process: folder → database → context → listening → drained. */
export async function serve(config: Config): Promise<void> {
  const log = createLogger(config)
  const stop = stopRequested(() => process.exit(1))
  const starting = new AbortController()
  void stop.then(() => starting.abort())
  const folder = await claimDataFolder(config.dataDir, 'serve', config.url, log)
  try {
    await probeAddress(config.host, config.port)
    const database = await openDatabase(config, log, { signal: starting.signal, keepRunning: log })
    try {
      await migrateDatabase(database, log, folder.predecessor)
      await run(config, folder, database, log, stop)
    } finally {
      await database.close()
    }
  } catch (error) {
    if (!starting.signal.aborted || error !== starting.signal.reason) throw error
    log.info(`Stopping (${await stop}), before the database was there.`)
  } finally {
    folder.release()
  }
}

async function run(
  config: Config,
  folder: ClaimedFolder,
  database: OpenedDatabase,
  log: Logger,
  stop: Promise<string>,
): Promise<void> {
  const ctx = await openContext(config, database, log, { folder })
  try {
    const buildApp = await loadRoutes(ctx)
    const signIn = await firstStart(config, {
      hasOrganization: async () => ctx.realms.ids.length > 0,
      create: (wanted) => foundRealm(ctx, wanted),
    })
    await ctx.realms.live(ctx.realms.ids[0]!)
    const app = buildApp(ctx)
    await listen(app, config)
    await announce(config, database, ctx, log)
    // The more organizations there are, the longer it takes: whoever asks is answered before.
    announceRestart(ctx).catch((err) => log.warn({ err }, 'telling clients of the restart'))
    ctx.jobs.start()
    if (signIn) printSignIn(signIn, process.stdout, log)
    const settling = settle(log)
    log.info(`Stopping (${await stop}).`)
    settling.abort()
    await drain(app, ctx, log)
  } finally {
    if (!(await within(CLOSE_WITHIN, ctx.close()))) log.warn('Some connections to the database did not end in time.')
  }
}

/**
 * The routes with all that they need are most of a start. Meanwhile the database reads what the first organization needs:
 * its question has to leave before this process is busy.
 */
async function loadRoutes(ctx: Context): Promise<typeof import('../app.ts').buildApp> {
  const [first] = ctx.realms.ids
  // Whoever needs it afterwards hears of the failure.
  if (first !== undefined) void ctx.realms.live(first).catch(() => {})
  await setImmediate()
  return (await import('../app.ts')).buildApp
}

/** After the start, so that those who waited for it are answered first. */
const SETTLE_AFTER = 700

/** What the first text needs, and room: each holds everything up for a moment. */
function settle(log: Logger): AbortController {
  const ending = new AbortController()
  const pause = (milliseconds: number) => sleep(milliseconds, undefined, { signal: ending.signal, ref: false })
  const work = async () => {
    await pause(SETTLE_AFTER)
    await loadEngine()
    await pause(SETTLE_AFTER)
    giveStartGarbageBack()
  }
  work().catch((err) => ending.signal.aborted || log.warn({ err }, 'settling after the start'))
  return ending
}

async function listen(app: HttpServer, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw listenRefusal(error, host, port)
  }
}

async function announce(config: Config, database: OpenedDatabase, ctx: Context, log: Logger) {
  const milliseconds = await timeToFirstAnswer(config.host, config.port)
  const named = ctx.realms.ids.slice(0, 3)
  const realms = await ctx.database.db
    .selectFrom('realm')
    .select('name')
    .where('id', 'in', named)
    .orderBy('id')
    .execute()
  const organizations = realms.map((realm) => realm.name)
  const facts = { version: VERSION, config, organizations, database: database.description, milliseconds }
  if (config.logFormat === 'json') log.info(banner(facts).fields, banner(facts).lines[0])
  else process.stdout.write(`${banner(facts).lines.join('\n')}\n`)
}

// Together with the embedded database, which takes up to five seconds, this stays below the ten seconds promised.
const REQUESTS_WITHIN = 3500
const CLOSE_WITHIN = 1000

/** Long polls are answered first; then only requests at work are waited for. */
async function drain(app: HttpServer, ctx: Context, log: Logger): Promise<void> {
  ctx.queues.drain()
  const jobs = within(REQUESTS_WITHIN, ctx.jobs.stop()).catch((err) => log.warn({ err }, 'stopping jobs'))
  if (!(await within(REQUESTS_WITHIN, app.close()))) {
    log.warn('Some requests did not end in time and are cut off.')
    app.server.closeAllConnections()
  }
  await jobs
}
