import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp } from '../../app.ts'
import { features } from '../../features.ts'
import type { Config } from '../../kernel/base/config.ts'
import type { ClaimedFolder } from '../../kernel/base/data-folder.ts'
import type { Logger } from '../../kernel/base/logger.ts'
import { VERSION } from '../../kernel/base/version.ts'
import type { Context } from '../../kernel/context.ts'
import type { OpenedDatabase } from '../../kernel/db/connect.ts'
import { rememberDatabase, requireNoneRemembered } from '../../kernel/db/known-database.ts'
import { RateWindow } from '../../kernel/http/limits/rate-window.ts'
import type { HttpServer } from '../../kernel/http/server.ts'
import { builtApp, stopBuilding } from '../../kernel/http/web-app/built-app.ts'
import { loadEngine } from '../../kernel/rendering/render-content.ts'
import { resumeIndexing } from '../../messages/search/index-backlog.ts'
import { openContext } from '../../open-context.ts'
import { announceRestart } from '../../organization/realm/announce-restart.ts'
import { type MailListener, receiveMail } from '../../outside/incoming-mail/receive-mail.ts'
import { foundFirstRealm } from '../founding/found-realm.ts'
import { banner } from './banner.ts'
import { within } from './drain.ts'
import { timeToFirstAnswer } from './first-answer.ts'
import { firstStart, printSignIn } from './first-start.ts'
import { listenRefusal } from './listen.ts'
import { loadActive } from './load-active.ts'
import { migrateDatabase } from './migrate-database.ts'
import { startBackups } from './start-backups.ts'
import { startDoctor } from './start-doctor.ts'
import { giveStartGarbageBack } from './start-garbage.ts'

/** Runs the server on an open database, from its migration until it is drained. */
export async function runServer(
  config: Config,
  folder: ClaimedFolder,
  database: OpenedDatabase,
  log: Logger,
  stop: Promise<string>,
): Promise<void> {
  await migrateDatabase(database, log, folder.predecessor)
  const ctx = await openContext(config, database, log, features, { folder })
  try {
    if (ctx.realms.ids.length === 0) requireNoneRemembered(config)
    const signIn = await firstStart(config, {
      hasOrganization: async () => ctx.realms.ids.length > 0,
      create: (wanted) => foundFirstRealm(ctx, wanted),
    })
    rememberDatabase(config)
    // From the first answer on, a lost database must not end the server, so this is read before.
    const [organizations] = await Promise.all([namesOf(ctx), ctx.realms.live(ctx.realms.ids[0]!)])
    const app = buildApp(ctx)
    await listen(app, config)
    const mail = await listenForMail(ctx)
    await announce(config, database, organizations, log)
    const settling = settle(log)
    const unlessStopping = (level: 'error' | 'warn', text: string) => (err: unknown) =>
      settling.signal.aborted || log[level]({ err }, text)
    // Only the first start with these sources builds it. People who open the app meanwhile wait for it.
    builtApp().catch(unlessStopping('error', 'could not build the web app'))
    // It takes longer with more organizations, so requests are answered before it ends.
    announceRestart(ctx).catch(unlessStopping('warn', 'could not announce the restart to clients'))
    ctx.jobs.start()
    const backups = startBackups(ctx, database)
    const doctor = startDoctor(ctx)
    resumeIndexing(ctx).catch(unlessStopping('warn', 'could not resume the indexing of messages'))
    if (signIn) printSignIn(signIn, process.stdout, log)
    loadActive(ctx, settling.signal).catch(unlessStopping('warn', 'could not load organizations ahead'))
    log.info(`Stopping (${await stop}).`)
    settling.abort()
    stopBuilding()
    doctor.stop()
    await Promise.all([drain(app, mail, ctx, log), backups.stop()])
  } finally {
    if (!(await within(CLOSE_WITHIN, ctx.close()))) log.warn('Some connections to the database did not end in time.')
  }
}

/** Milliseconds after the start, so that waiting requests are answered first. */
const SETTLE_AFTER = 700

/** Loads the text engine and frees memory. Each step blocks the process for a moment. */
function settle(log: Logger): AbortController {
  const ending = new AbortController()
  const pause = (milliseconds: number) => sleep(milliseconds, undefined, { signal: ending.signal, ref: false })
  const work = async () => {
    await pause(SETTLE_AFTER)
    await loadEngine()
    await pause(SETTLE_AFTER)
    giveStartGarbageBack()
  }
  work().catch((err) => ending.signal.aborted || log.warn({ err }, 'the work after the start failed'))
  return ending
}

async function listen(app: HttpServer, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw listenRefusal(error, host, port)
  }
}

/** To one address. A person or a program that writes more is broken. */
const MAILS_A_MINUTE = 30

/** Null if this server receives no mail. */
async function listenForMail(ctx: Context): Promise<MailListener | null> {
  const { mailIn, rateLimits } = ctx.config
  if (mailIn === null) return null
  try {
    return await receiveMail(ctx, mailIn, rateLimits ? new RateWindow(MAILS_A_MINUTE, 60, ctx.clock) : null)
  } catch (error) {
    throw listenRefusal(error, mailIn.host, mailIn.port, 'mail')
  }
}

/** The names of the first organizations, for the banner. */
async function namesOf({ database, realms }: Context): Promise<string[]> {
  const first = realms.ids.slice(0, 3)
  const rows = await database.db.selectFrom('realm').select('name').where('id', 'in', first).orderBy('id').execute()
  return rows.map(({ name }) => name)
}

async function announce(config: Config, database: OpenedDatabase, organizations: string[], log: Logger) {
  const milliseconds = await timeToFirstAnswer(config.host, config.port)
  const facts = { version: VERSION, config, organizations, database: database.description, milliseconds }
  if (config.logFormat === 'json') log.info(banner(facts).fields, banner(facts).lines[0])
  else process.stdout.write(`${banner(facts).lines.join('\n')}\n`)
}

// Together with the embedded database, which takes up to five seconds, this stays below the promised ten seconds.
const REQUESTS_WITHIN = 3500
const CLOSE_WITHIN = 1000

/** Answers long polls first, and then waits only for running requests and for mails that have arrived. */
async function drain(app: HttpServer, mail: MailListener | null, ctx: Context, log: Logger): Promise<void> {
  ctx.queues.drain()
  const mails = within(REQUESTS_WITHIN, mail?.stop() ?? Promise.resolve())
  const jobs = within(REQUESTS_WITHIN, ctx.jobs.stop()).catch((err) => log.warn({ err }, 'could not stop the jobs'))
  if (!(await within(REQUESTS_WITHIN, app.close()))) {
    log.warn('Some requests did not end in time and are cut off.')
    app.server.closeAllConnections()
  }
  await jobs
  if (!(await mails)) log.warn('Some mails did not become messages in time. Their senders try again.')
}
