import pg from 'pg'
import { CONVERSATION_LOCKS } from '../server/kernel/transaction/rewriting.ts'
import type { TestServer } from './harness.ts'

export interface HeldLock {
  release(): Promise<void>
}

/** Takes a lock in another session and holds it until it is released. */
export async function hold({ database }: TestServer, statement: string, values: unknown[] = []): Promise<HeldLock> {
  const client: pg.PoolClient = await database.pool.connect()
  await client.query('begin')
  await client.query(statement, values)
  return {
    async release() {
      await client.query('rollback')
      client.release()
    },
  }
}

/** Locks the row that every change of the organization locks. */
export const holdLane = (server: TestServer): Promise<HeldLock> =>
  hold(server, 'select from realm_log where realm_id = $1 for update', [server.realm.id])

/** The number of statements that currently wait for a lock. */
export async function waitingForLocks({ database }: TestServer): Promise<number> {
  const { rows } = await database.pool.query<{ waiting: number }>(
    `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]!.waiting
}

/** From now on the database refuses to change messages whose conversation the transaction has not locked. */
export async function requireConversationLocks({ database }: TestServer): Promise<void> {
  await database.pool.query(`
    create function require_conversation_lock() returns trigger language plpgsql as $$
    begin
      if not exists (select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()
        and classid = ${CONVERSATION_LOCKS} and objid = old.conv_id and objsubid = 2)
      then raise 'message % is changed without a lock of conversation %', old.id, old.conv_id;
      end if;
      return case tg_op when 'DELETE' then old else new end;
    end $$;
    create trigger require_conversation_lock before update or delete on message
      for each row execute function require_conversation_lock()`)
}

const LOCKS_CONVERSATION = /pg_advisory_xact_lock/i
const TAKES_LANE = /update "?realm_log"?|from "?realm_log"? .*for update/is
const ENDS = /^(begin|commit|rollback)\b(?! to)/i

interface WatchedOrder {
  /** Statements that lock a conversation in a transaction that already holds the lane. */
  readonly late: string[]
  /** How many transactions locked conversations and then took the lane. */
  readonly inOrder: () => number
  stop(): void
}

/** Watches in which order the transactions of this process take their locks. */
export function watchLockOrder(): WatchedOrder {
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
  const held = new WeakMap<object, { hasLane: boolean; hasLock: boolean }>()
  const late: string[] = []
  let inOrder = 0
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [asked] = args as [string | { readonly text: string }]
    const text = typeof asked === 'string' ? asked : asked.text
    const locks = held.get(this) ?? { hasLane: false, hasLock: false }
    held.set(this, locks)
    if (ENDS.test(text)) Object.assign(locks, { hasLane: false, hasLock: false })
    if (LOCKS_CONVERSATION.test(text)) {
      if (locks.hasLane) late.push(text)
      locks.hasLock = true
    }
    if (TAKES_LANE.test(text) && !locks.hasLane) {
      locks.hasLane = true
      if (locks.hasLock) inOrder += 1
    }
    return query.apply(this, args)
  } as typeof pg.Client.prototype.query
  return {
    late,
    inOrder: () => inOrder,
    stop() {
      pg.Client.prototype.query = query as typeof pg.Client.prototype.query
    },
  }
}
