import type pg from 'pg'
import { Turns } from '../base/turns.ts'
import { CallerDatabase, type CallerResources } from './caller-database.ts'
import { ConnectionAtHand } from './connection-at-hand.ts'
import { type CallerKey, type Database, observeStatements, openPool } from './database.ts'
import { type DatabaseLimits, LIMITS, type PoolLimits } from './limits.ts'
import { SilenceWatch } from './silence-watch.ts'
import { SlowReads } from './slow-reads.ts'

/** Opens the pools of a server. Connections are made on demand. */
export function openPools(connection: pg.PoolConfig, limits: DatabaseLimits = LIMITS): Database {
  const statements = { count: 0 }
  const turns = new Turns<CallerKey>({ ...limits.reads, turns: limits.reads.connections })
  const slowReads = new SlowReads(limits.reads)
  const watch = new SilenceWatch(limits.lane.answer ?? 0, () => turns.refuseWaiting())
  const open = (pool: PoolLimits, onLost: (client: pg.PoolClient) => void = () => {}) =>
    openPool(connection, {
      limits: pool,
      statements,
      onConnection(client) {
        client.on('error', () => onLost(client))
        return watch.add(client, pool.answer ?? Number.POSITIVE_INFINITY)
      },
    })
  const lane = open(limits.lane, (client) => atHand.forget(client))
  const atHand = new ConnectionAtHand(lane.pool)
  const [reads, upkeep, load, long] = [open(limits.reads), open(limits.upkeep), open(limits.load), open(limits.long)]
  const means: CallerResources = {
    pool: reads.pool,
    turns,
    slowReads,
    cancel: (client) => cancel(client, watch, upkeep.pool),
  }
  return {
    atHand,
    pool: upkeep.pool,
    db: upkeep.db,
    loadPool: load.pool,
    longDb: long.db,
    limits,
    rewrites: new Turns({ ...limits.lane, turns: Math.max(1, Math.floor(limits.lane.connections / 2)), perCaller: 1 }),
    statements,
    caller: (key, options) => new CallerDatabase(means, key, options),
    watch(client) {
      observeStatements(client, watch.add(client, limits.upkeep.answer ?? Number.POSITIVE_INFINITY))
    },
    suspectSilence: () => watch.suspect(),
    async close() {
      atHand.close()
      await Promise.all([lane, reads, upkeep, load, long].map((one) => one.close()))
      watch.close()
    },
  }
}

/**
 * Cancels a caller's statement. Between two statements of a transaction there is nothing to cancel, so it closes the
 * connection and the next statement fails.
 */
function cancel(client: pg.PoolClient, watch: SilenceWatch, pool: pg.Pool): void {
  if (!watch.isBusy(client)) {
    watch.giveUp(client)
    return
  }
  const { processID } = client as pg.PoolClient & { readonly processID: number }
  // If this fails, the statement's own time limit still applies.
  pool.query('select pg_cancel_backend($1)', [processID]).catch(() => {})
}
