import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { EventType } from '../api/events/index.ts'
import { currentActor } from './kernel/actor.ts'
import { type Clock, seconds, systemClock } from './kernel/base/clock.ts'
import type { Config } from './kernel/base/config.ts'
import type { Logger } from './kernel/base/logger.ts'
import { createMetrics, type Metrics } from './kernel/base/metrics.ts'
import { OutgoingRequests } from './kernel/base/outgoing-requests.ts'
import type { Context } from './kernel/context.ts'
import type { Database } from './kernel/db/database.ts'
import { openSecretOf } from './kernel/db/database-secret.ts'
import type { DatabaseLimits } from './kernel/db/limits.ts'
import { openPools } from './kernel/db/open-pools.ts'
import { requireFewEvents } from './kernel/events/event-variants.ts'
import type { HeartbeatDelay } from './kernel/events/heartbeats.ts'
import { Queues } from './kernel/events/queues.ts'
import { QueueUpkeep } from './kernel/events/upkeep.ts'
import { allOf, type Feature, hooksOf, recordKindsOf, variantsOfAll } from './kernel/feature.ts'
import { Files } from './kernel/files/files.ts'
import { openFileStore } from './kernel/files/open-store.ts'
import { Jobs, type Work } from './kernel/jobs/jobs.ts'
import { mayComeAgain } from './kernel/log/database-failure.ts'
import { createMailer } from './kernel/mail/mailer.ts'
import { Nodes } from './kernel/nodes/nodes.ts'
import { Realms } from './kernel/realm-state/realms.ts'
import type { StateChange } from './kernel/realm-state/state-change.ts'
import { OpenResources } from './kernel/resource.ts'
import { SERVER_ORIGIN } from './kernel/transaction/audit.ts'
import type { TransactionTools } from './kernel/transaction/open-transaction.ts'
import { rewritingInside } from './kernel/transaction/rewriting.ts'
import { transact } from './kernel/transaction/transact.ts'
import { transactRewriting } from './kernel/transaction/transact-rewriting.ts'
import type { CallTx, Tx } from './kernel/transaction/tx.ts'

export interface ContextOptions {
  readonly clock?: Clock
  readonly strict?: boolean
  /** False if the test itself runs the upkeep. */
  readonly upkeep?: boolean
  readonly heartbeat?: HeartbeatDelay
  readonly limits?: DatabaseLimits
  /** How long a request to another server may take, in milliseconds. */
  readonly outgoingLimit?: number
  /** The result of claiming the data folder. Without it, this process is a node next to others. */
  readonly folder?: { readonly node: string; readonly predecessor: string | null }
}

const PROGRESS_MILLISECONDS = 3_000
const EXPIRY_MILLISECONDS = 60_000
const SWEEP_MILLISECONDS = 600_000

/** Opens what the process owns. What it does beside that is up to the features. */
export async function openContext(
  config: Config,
  { connection }: { readonly connection: pg.PoolConfig },
  logger: Logger,
  features: readonly Feature[],
  options: ContextOptions = {},
): Promise<Context> {
  const { strict = false, clock = systemClock } = options
  const variants = variantsOfAll(features)
  const hooks = hooksOf(features)
  const database = openPools(connection, options.limits)
  const secret = await openSecretOf(database.db, config.secretFile).catch(async (error) => {
    await database.close()
    throw error
  })
  const proxied = (url: string) => hooks.externalAddress(secret, url)
  const metrics = createMetrics()
  const outgoing = new OutgoingRequests(config.outgoingAllow, options.outgoingLimit)
  const queues = new Queues(database, clock, variants, hooks.flagReader, options.heartbeat)
  const realms = new Realms(database, clock, recordKindsOf(features), {
    onRow(realm, row) {
      queues.deliver(realm, row)
      context.jobs.noticed(realm.realmId, row)
      if (row.payload.state) followAccounts(queues, row.payload.state)
    },
    onCommitted: (realm) => nodes.committed(realm),
    onReload(realm) {
      queues.restart(realm)
      logger.info(
        { realm: realm.realmId, seq: realm.seq },
        'the organization was loaded again, as always after an import or a long pause',
      )
    },
    onBatch: (size) => metrics.laneBatchSize.observe(size),
  })
  const { node: id = randomUUID(), predecessor = null } = options.folder ?? {}
  const self = { id, predecessor, url: config.url, startedAt: seconds(clock) }
  const nodes = new Nodes(self, database, connection, realms, queues, logger)
  const upkeep = new QueueUpkeep(
    database,
    queues,
    clock,
    () => context.jobs.readLog(),
    ({ realmId, purpose, from, to }) =>
      logger.error(
        { realm: realmId, purpose, from, to },
        'deleted log rows that their reader had not read for 30 days: their jobs are lost',
      ),
  )
  const files = new Files(openFileStore(config), database.db, clock, logger)
  const timers = [
    observe(metrics, queues, database),
    ...(options.upkeep === false
      ? []
      : startUpkeep(logger, [
          ...upkeepOf(upkeep, files),
          ...allOf(features, 'upkeep').map((one) => ({ ...one, run: () => one.run(context) })),
        ])),
  ]
  const tools: TransactionTools = {
    database,
    clock,
    send: (tx, message) => hooks.send(tx, message, context.siteOf(tx.realm)),
    checkEvent: (event) => requireFewEvents(variants, event),
  }
  const resources = new OpenResources(allOf(features, 'resources'), {
    ...{ config, clock, outgoing },
    outgoingLimit: options.outgoingLimit,
  })
  let ready = false

  /** In tests, an event that the endpoint does not declare fails its request. */
  const requireDeclared = (type: EventType, emits: readonly EventType[] | undefined) => {
    if (strict && emits && !emits.includes(type)) throw new Error(`the endpoint does not declare the event ${type}`)
  }

  const context: Context = {
    config,
    logger,
    metrics,
    clock,
    secret,
    strict,
    database,
    realms,
    queues,
    upkeep,
    files,
    mailer: createMailer(config),
    nodes,
    outgoing,
    resource: (wanted) => resources.get(wanted),
    get jobs() {
      return jobs
    },
    isReady: () => ready && nodes.databaseAnswers,
    addressOf({ info }) {
      if (realms.ids.length === 1) return config.url
      const { protocol, port } = new URL(config.url)
      return `${protocol}//${info.host}${port && `:${port}`}`
    },
    siteOf: (realm) => ({ url: context.addressOf(realm), showsPreviews: config.linkPreviews, proxied }),
    async transact(realmId, work, rewriting) {
      const live = await realms.live(realmId)
      const options = { origin: SERVER_ORIGIN, onEmit: () => {} }
      if (rewriting) return transactRewriting(tools, live, options, rewriting, work)
      return transact(tools, live, options, (tx) => work(tx, undefined))
    },
    async transactAs(actor, emits, work, rewriting) {
      const live = await realms.live(actor.realm.id)
      const origin = { userId: actor.user.id, address: actor.address, client: actor.client }
      const onEmit = ({ type }: { type: EventType }) => requireDeclared(type, emits)
      const called = (tx: Tx): CallTx => Object.assign(tx, { actor: currentActor(actor, tx.realm) })
      if (!rewriting) return transact(tools, live, { origin, onEmit }, (tx) => work(called(tx), undefined))
      const options = { origin, onEmit, actor: () => currentActor(actor, live.state) }
      return transactRewriting(tools, live, options, rewritingInside(rewriting, called), (tx, prepared) =>
        work(called(tx), prepared),
      )
    },
    submit(realmId, change, caller, emits) {
      requireDeclared(change.kind.emits, emits)
      const known = realms.known(realmId)
      return known
        ? known.lane.submit(change, caller)
        : realms.live(realmId).then((live) => live.lane.submit(change, caller))
    },
    emitEphemeral(realmId, event, audience, emits) {
      requireDeclared(event.type, emits)
      const live = realms.known(realmId)
      if (live) queues.deliverEphemeral(live, audience, event)
      nodes.sendEphemeral(realmId, audience, event)
    },
    async close() {
      ready = false
      for (const timer of timers) clearInterval(timer)
      await jobs.stop().catch((err) => logger.warn({ err }, 'could not stop the jobs'))
      queues.drain()
      await upkeep.storeProgress().catch((err) => logger.warn({ err }, 'could not store acknowledgements'))
      await resources.close().catch((err) => logger.warn({ err }, 'could not close what features opened'))
      await nodes.leave()
      await database.close()
    },
  }
  const jobs = new Jobs(context, workOf(features), { connection, node: id, logger, metrics })
  queues.onShortOfIds = (realm) =>
    void context
      .transact(realm.realmId, async (tx) => tx.record([]))
      .catch((err) => {
        if (ready && !mayComeAgain(err)) logger.warn({ err }, 'could not append an empty row to the log')
      })
  await realms.refreshHosts()
  await nodes.join()
  ready = true
  return context
}

/**
 * Deactivation ends all queues of the account, no matter which node processed it. A changed list of sessions and a new key
 * only end open polls: those of a browser that is signed out, or with the old key, are refused when they come again.
 */
function followAccounts(queues: Queues, changes: readonly StateChange[]): void {
  for (const change of changes) {
    if ('put' in change && change.put === 'user' && !change.value.isActive) queues.forgetUser(change.value.id)
    else if ('put' in change && change.put === 'sessions') queues.releaseUser(change.value.userId)
    else if ('remove' in change && change.remove === 'sessions') queues.releaseUser(change.key)
    else if ('newKeyOf' in change) queues.releaseUser(change.newKeyOf)
  }
}

const workOf = (features: readonly Feature[]): Work => ({
  tasks: allOf(features, 'tasks'),
  recurring: allOf(features, 'recurring'),
  messageJobs: allOf(features, 'messageJobs'),
  searches: allOf(features, 'searches'),
})

interface UpkeepTask {
  readonly everyMilliseconds: number
  run(): Promise<void>
}

const upkeepOf = (upkeep: QueueUpkeep, files: Files): UpkeepTask[] => [
  { everyMilliseconds: PROGRESS_MILLISECONDS, run: () => upkeep.storeProgress() },
  {
    everyMilliseconds: EXPIRY_MILLISECONDS,
    async run() {
      await upkeep.expire()
      await upkeep.trimLog()
    },
  },
  { everyMilliseconds: SWEEP_MILLISECONDS, run: () => files.sweep() },
]

const startUpkeep = (logger: Logger, kept: readonly UpkeepTask[]): NodeJS.Timeout[] =>
  kept.map(({ everyMilliseconds, run }) =>
    setInterval(
      () =>
        void run().catch((err) => mayComeAgain(err) || logger.warn({ err }, 'the upkeep of queues and files failed')),
      everyMilliseconds,
    ).unref(),
  )

function observe(metrics: Metrics, queues: Queues, { statements }: Database): NodeJS.Timeout {
  let counted = 0
  const timer = setInterval(() => {
    metrics.databaseStatements.inc(statements.count - counted)
    counted = statements.count
    metrics.openPolls.set(queues.openPolls)
    metrics.queues.set(queues.byId.size)
    metrics.eventsDelivered.inc(queues.delivered)
    queues.delivered = 0
    metrics.ephemeralDropped.inc(queues.dropped)
    queues.dropped = 0
  }, 1_000)
  return timer.unref()
}
