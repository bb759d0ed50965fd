import type { Database } from '../db/database.ts'
import { firstEventId, parseLogRow, seqOfEventId } from '../log/log-row.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import { mergeFlagEvents } from './merge-flag-events.ts'
import type { Queue } from './queue.ts'
import type { Tail } from './tail.ts'
import { TailRow } from './tail-row.ts'

const ROWS_PER_READ = 2_000
const MOST_EVENTS = 2_000
const MOST_CHARACTERS = 8 * 1024 * 1024

/** The events of one answer, and how far they reach. */
interface Batch {
  events: { id: number; type: string; json: string }[]
  characters: number
  through: number
}

/**
 * What a queue has to get after `ackedId`: rows of the log, then the ephemeral events that wait. An answer is bounded;
 * what does not fit comes with the next poll. Null when rows it needs are no longer kept. `finish` runs in the same
 * turn as the last look at the tail, so that a poll that starts to wait there misses nothing; at once, where the tail
 * has all there is.
 */
export function collect(
  database: Database,
  realm: RealmState,
  tail: Tail,
  queue: Queue,
  ackedId: number,
  finish: (events: readonly string[] | null) => void,
): void | Promise<void> {
  const batch: Batch = { events: [], characters: 0, through: startRow(queue, ackedId) }
  if (batch.through < tail.base) return collectStored(database, realm, tail, queue, ackedId, batch, finish)
  finish(takeFromTail(realm, tail, queue, ackedId, batch))
}

/** Rows that have left memory are read first. */
async function collectStored(
  database: Database,
  realm: RealmState,
  tail: Tail,
  queue: Queue,
  ackedId: number,
  batch: Batch,
  finish: (events: readonly string[] | null) => void,
): Promise<void> {
  while (batch.through < tail.base && !isFull(batch)) {
    const rows = await readRows(database, queue.realmId, batch.through, tail.base)
    if (rows[0]?.seq !== batch.through + 1) return finish(null)
    for (const row of rows) if (!take(realm, queue, batch, ackedId, row)) break
  }
  finish(takeFromTail(realm, tail, queue, ackedId, batch))
}

function takeFromTail(realm: RealmState, tail: Tail, queue: Queue, ackedId: number, batch: Batch): readonly string[] {
  if (batch.through < tail.end && !isFull(batch))
    for (const row of tail.after(batch.through)) if (!take(realm, queue, batch, ackedId, row)) break
  return close(queue, batch)
}

/** Synchronous, for a waiting queue whose first row is known to be in the tail and to be for it. */
export function collectReady(realm: RealmState, tail: Tail, queue: Queue, from: number): readonly string[] {
  const { newest } = tail
  // Nearly always the row it was woken for is the only one.
  if (newest?.seq === from && queue.ephemeral.length === 0) {
    queue.hasSent(firstEventId(from), from)
    return [newest.write(realm, queue)]
  }
  return takeFromTail(realm, tail, queue, queue.acked, { events: [], characters: 0, through: from - 1 })
}

/** A client that confirms the last answer needs nothing before its end; any other starts where it says. */
const startRow = (queue: Queue, ackedId: number): number =>
  ackedId >= queue.sentId
    ? Math.max(queue.sentThrough, seqOfEventId(ackedId))
    : Math.max(seqOfEventId(ackedId) - 1, queue.registeredSeq)

const isFull = (batch: Batch): boolean => batch.events.length >= MOST_EVENTS || batch.characters >= MOST_CHARACTERS

function take(realm: RealmState, queue: Queue, batch: Batch, ackedId: number, row: TailRow): boolean {
  if (isFull(batch)) return false
  batch.through = row.seq
  const id = firstEventId(row.seq)
  if (id <= ackedId) return true
  const json = row.render(realm, queue)
  if (json === undefined) return true
  batch.events.push({ id, type: row.type, json })
  batch.characters += json.length
  return true
}

const NO_EVENTS: readonly string[] = []

function close(queue: Queue, batch: Batch): readonly string[] {
  if (batch.events.length === 0 && queue.ephemeral.length === 0) {
    queue.hasSent(0, batch.through)
    return NO_EVENTS
  }
  const waiting = isFull(batch) ? [] : queue.ephemeral
  const last = waiting.at(-1)?.id ?? batch.events.at(-1)?.id
  queue.hasSent(last ?? 0, batch.through)
  const ephemeral = waiting.map(({ id, json }) => ({ id, type: '', json }))
  // Ephemeral events lie between rows: ids tell the order.
  const all = ephemeral.length === 0 ? batch.events : [...batch.events, ...ephemeral].sort((a, b) => a.id - b.id)
  return mergeFlagEvents(all)
}

/** Never past what memory contains: entitlement is decided by memory. */
async function readRows(database: Database, realmId: number, after: number, upTo: number): Promise<TailRow[]> {
  const { rows } = await database.pool.query<{ seq: number; audience: string; payload: string }>({
    name: 'queue-rows',
    text: 'select seq, audience, payload from event_log where realm_id = $1 and seq > $2 and seq <= $3 order by seq limit $4',
    values: [realmId, after, upTo, ROWS_PER_READ],
  })
  return rows.map((row) => new TailRow(parseLogRow(row)))
}
