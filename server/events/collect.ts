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

/** One answer in the making: whose, its events, and how far they reach. */
interface Reading {
  readonly realm: RealmState
  readonly tail: Tail
  readonly queue: Queue
  readonly events: { id: number; type: string; json: string }[]
  characters: number
  through: number
}

type Finish = (events: readonly string[] | null) => void

/**
 * What a queue has to get after what it has acknowledged: rows of the log, and the ephemeral events that wait between
 * them. An answer is bounded; what does not fit comes with the next poll. Null when rows it needs are no longer kept.
 * `finish` runs in the same turn as the last look at the tail, so that a poll that starts to wait there misses nothing;
 * at once, where the tail has all there is.
 */
export function collect(
  database: Database,
  realm: RealmState,
  tail: Tail,
  queue: Queue,
  finish: Finish,
): void | Promise<void> {
  const reading = { realm, tail, queue, events: [], characters: 0, through: startRow(queue) }
  if (reading.through < tail.base) return collectStored(database, reading, finish)
  finish(takeFromTail(reading))
}

/** Rows that have left memory are read first. */
async function collectStored(database: Database, reading: Reading, finish: Finish): Promise<void> {
  const { tail, queue } = reading
  while (reading.through < tail.base && !isFull(reading)) {
    const rows = await readRows(database, queue, reading.through, tail.base)
    if (rows[0]?.seq !== reading.through + 1) return finish(null)
    for (const row of rows) if (!take(reading, row)) break
  }
  finish(takeFromTail(reading))
}

function takeFromTail(reading: Reading): readonly string[] {
  const { tail } = reading
  if (reading.through < tail.end && !isFull(reading))
    for (const row of tail.after(reading.through)) if (!take(reading, row)) break
  return close(reading)
}

/** Synchronous, for a waiting queue whose first row is known to be in the tail and to be for it. */
export function collectReady(realm: RealmState, tail: Tail, queue: Queue, from: number): readonly string[] {
  const { newest } = tail
  // Nearly always the row it was woken for is the only one.
  if (newest?.seq === from && queue.ephemeral.length === 0) {
    queue.recordSent(firstEventId(from), from)
    return [newest.write(realm, queue)]
  }
  return takeFromTail({ realm, tail, queue, events: [], characters: 0, through: from - 1 })
}

/** A client that confirms the last answer needs nothing before its end; any other starts where it says. */
const startRow = ({ acked, sentId, sentThrough, registeredSeq }: Queue): number =>
  Math.max(acked >= sentId ? sentThrough : registeredSeq, seqOfEventId(acked))

const isFull = ({ events, characters }: Reading): boolean =>
  events.length >= MOST_EVENTS || characters >= MOST_CHARACTERS

function take(reading: Reading, row: TailRow): boolean {
  if (isFull(reading)) return false
  reading.through = row.seq
  const json = row.render(reading.realm, reading.queue)
  if (json === undefined) return true
  reading.events.push({ id: firstEventId(row.seq), type: row.type, json })
  reading.characters += json.length
  return true
}

const NO_EVENTS: readonly string[] = []

function close({ queue, events, through }: Reading): readonly string[] {
  if (queue.ephemeral.length > 0) addEphemeral(queue, events, through)
  queue.recordSent(events.at(-1)?.id ?? null, through)
  return events.length === 0 ? NO_EVENTS : mergeFlagEvents(events)
}

/** They lie between rows: ids tell the order. What follows the last row of a full answer waits for the next. */
function addEphemeral(queue: Queue, events: Reading['events'], through: number): void {
  for (const { id, json } of queue.ephemeral) if (id < firstEventId(through + 1)) events.push({ id, type: '', json })
  events.sort((a, b) => a.id - b.id)
}

/**
 * Never past what memory contains: entitlement is decided by memory. Nor more bytes than an answer may have: a row can be
 * as large as a thousand others.
 */
async function readRows(
  database: Database,
  { realmId, userId }: Queue,
  after: number,
  upTo: number,
): Promise<TailRow[]> {
  const { rows } = await database.caller(userId).query<{ seq: number; audience: string; payload: string }>({
    name: 'queue-rows',
    text: `select seq, audience, payload from (
        select seq, audience, payload, sum(octet_length(payload)) over (order by seq) - octet_length(payload) as before
        from event_log where realm_id = $1 and seq > $2 and seq <= $3 order by seq limit $4
      ) sized where before < $5 order by seq`,
    values: [realmId, after, upTo, ROWS_PER_READ, MOST_CHARACTERS],
  })
  return rows.map((row) => new TailRow(parseLogRow(row)))
}
