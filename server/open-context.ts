import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { type Clock, seconds, systemClock } from './kernel/base/clock.ts'
import type { Config } from './kernel/base/config.ts'
import type { Logger } from './kernel/base/logger.ts'
import { createMetrics, type Metrics } from './kernel/base/metrics.ts'
import { OutgoingRequests } from './kernel/base/outgoing-requests.ts'
import { openChanges } from './kernel/changes.ts'
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
import type { TransactionTools } from './kernel/transaction/open-transaction.ts'
import { QUEUES_AND_FILES, startUpkeep } from './kernel/upkeep.ts'

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
    ...openChanges(tools, { realms, queues, nodes, strict }),
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
  const timers = [
    observe(metrics, queues, database),
    ...(options.upkeep === false ? [] : startUpkeep(context, [...QUEUES_AND_FILES, ...allOf(features, 'upkeep')])),
  ]
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
