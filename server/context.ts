import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { EventType } from '../api/events/index.ts'
import { type Clock, seconds, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { openSecretOf } from './db/database-secret.ts'
import type { DatabaseLimits } from './db/limits.ts'
import { openPools } from './db/open-pools.ts'
import type { HeartbeatDelay } from './events/heartbeats.ts'
import { Queues } from './events/queues.ts'
import { QueueUpkeep } from './events/upkeep.ts'
import { mayComeAgain } from './log/database-failure.ts'
import type { SmallChange } from './log/lane.ts'
import { type Tx, transact } from './log/transact.ts'
import type { Logger } from './logger.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { Nodes } from './nodes/nodes.ts'
import type { RealmState } from './realm-state/realm-state.ts'
import { Realms } from './realm-state/realms.ts'
import type { StateChange } from './realm-state/state-change.ts'
import type { Secret } from './secret.ts'

/** What a process owns: opened here, closed here, handed to everything that needs it. */
export interface Context {
  readonly config: Config
  readonly logger: Logger
  readonly metrics: Metrics
  readonly clock: Clock
  readonly secret: Secret
  /** Tests: what the contract does not declare is an error. */
  readonly strict: boolean
  readonly database: Database
  readonly realms: Realms
  readonly queues: Queues
  readonly upkeep: QueueUpkeep
  readonly nodes: Nodes
  isReady(): boolean
  /** Where the people of an organization reach it: while it is the only one, at the server's own address. */
  addressOf(realm: RealmState): string
  /** One transaction on the organization's lane. `emits`: the event types the caller declares. */
  transact<T>(realmId: number, work: (tx: Tx) => Promise<T>, emits?: readonly EventType[]): Promise<T>
  /** A small change, batched with others of its kind. */
  submit<Plan, Outcome>(
    realmId: number,
    change: SmallChange<Plan, Outcome>,
    emits?: readonly EventType[],
  ): Promise<Outcome>
  close(): Promise<void>
}

export interface ContextOptions {
  readonly clock?: Clock
  readonly strict?: boolean
  /** False: nobody cares for the queues but the test that says when. */
  readonly upkeep?: boolean
  readonly heartbeat?: HeartbeatDelay
  readonly limits?: DatabaseLimits
  /** What claiming the data folder told; without it this is a node beside others. */
  readonly folder?: { readonly node: string; readonly predecessor: string | null }
}

const PROGRESS_MILLISECONDS = 3_000
const EXPIRY_MILLISECONDS = 60_000

export async function openContext(
  config: Config,
  { connection }: { readonly connection: pg.PoolConfig },
  logger: Logger,
  options: ContextOptions = {},
): Promise<Context> {
  const { strict = false, clock = systemClock } = options
  const database = openPools(connection, options.limits)
  const secret = await openSecretOf(database.db, config.secretFile).catch(async (error) => {
    await database.close()
    throw error
  })
  const metrics = createMetrics()
  const queues = new Queues(database, clock, options.heartbeat)
  const realms = new Realms(database, clock, {
    onRows(realm, rows) {
      queues.deliver(realm, rows)
      for (const { payload } of rows) if (payload.state) endQueuesOfTheGone(queues, payload.state)
    },
    onCommitted: (realm) => nodes.committed(realm),
    onReload(realm) {
      queues.restart(realm)
      logger.warn({ realm: realm.realmId, seq: realm.seq }, 'was behind what the log keeps: loaded anew')
    },
    onBatch: (size) => metrics.laneBatchSize.observe(size),
  })
  const { node: id = randomUUID(), predecessor = null } = options.folder ?? {}
  const self = { id, predecessor, url: config.url, startedAt: seconds(clock) }
  const nodes = new Nodes(self, database, connection, realms, queues, logger)
  const upkeep = new QueueUpkeep(database, queues, clock)
  const timers = [observe(metrics, queues), ...(options.upkeep === false ? [] : startUpkeep(upkeep, logger))]
  let ready = false

  /** In tests, an event that the endpoint does not declare fails the request that meets it. */
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
    nodes,
    isReady: () => ready && nodes.databaseAnswers,
    addressOf({ info }) {
      if (realms.ids.length === 1) return config.url
      const { protocol, port } = new URL(config.url)
      return `${protocol}//${info.host}${port && `:${port}`}`
    },
    async transact(realmId, work, emits) {
      const live = await realms.live(realmId)
      return transact({ database, lane: live.lane, follower: live, clock }, work, ({ type }) =>
        requireDeclared(type, emits),
      )
    },
    submit(realmId, change, emits) {
      requireDeclared(change.kind.emits, emits)
      const known = realms.known(realmId)
      return known ? known.lane.submit(change) : realms.live(realmId).then((live) => live.lane.submit(change))
    },
    async close() {
      ready = false
      for (const timer of timers) clearInterval(timer)
      queues.drain()
      await upkeep.storeProgress().catch((err) => logger.warn({ err }, 'acknowledgements were not written'))
      await nodes.leave()
      await database.close()
    },
  }
  queues.onQuiet = (realm) =>
    void context
      .transact(realm.realmId, async (tx) => tx.record([]))
      .catch((err) => {
        if (ready && !mayComeAgain(err)) logger.warn({ err }, 'an empty row for a quiet organization')
      })
  await realms.refreshHosts()
  await nodes.join()
  ready = true
  return context
}

/** Deactivation ends all queues of the account, wherever it was decided. */
function endQueuesOfTheGone(queues: Queues, changes: readonly StateChange[]): void {
  for (const change of changes)
    if ('put' in change && change.put === 'user' && !change.user.isActive) queues.forgetUser(change.user.id)
}

function startUpkeep(upkeep: QueueUpkeep, logger: Logger): NodeJS.Timeout[] {
  const every = (milliseconds: number, work: () => Promise<void>) => {
    const timer = setInterval(
      () => void work().catch((err) => mayComeAgain(err) || logger.warn({ err }, 'upkeep of the queues')),
      milliseconds,
    )
    timer.unref()
    return timer
  }
  return [
    every(PROGRESS_MILLISECONDS, () => upkeep.storeProgress()),
    every(EXPIRY_MILLISECONDS, async () => {
      await upkeep.expire()
      await upkeep.trimLog()
    }),
  ]
}

function observe(metrics: Metrics, queues: Queues): NodeJS.Timeout {
  const timer = setInterval(() => {
    metrics.openPolls.set(queues.openPolls)
    metrics.queues.set(queues.byId.size)
    metrics.eventsDelivered.inc(queues.delivered)
    queues.delivered = 0
  }, 1_000)
  return timer.unref()
}
