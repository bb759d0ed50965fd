import type pg from 'pg'
import type { Database } from '../db/database.ts'
import type { ReadLog } from '../log/follower.ts'
import { firstEventId, lastCompleteRow, parseLogRow } from '../log/log-row.ts'
import { readLog } from '../log/read-log.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import { FLAGS_OF_GONE } from './flag-reader.ts'
import { mergeFlagEvents } from './merge-flag-events.ts'
import type { Queue } from './queue.ts'
import type { RenderedEvent } from './row-text.ts'
import type { Tail } from './tail.ts'
import type { TailRow } from './tail-row.ts'

const MAX_EVENTS_PER_ANSWER = 2_000
const MAX_ANSWER_LENGTH = 8 * 1024 * 1024

/** An answer under construction: its queue, its events, and the last row it covers. */
interface AnswerDraft {
  readonly realm: RealmState
  readonly tail: Tail
  readonly queue: Queue
  readonly events: RenderedEvent[]
  /** Flags that were read for this answer, by the position of their row: a later row of the message needs newer ones. */
  readonly flags: Map<number, string>
  characters: number
  through: number
}

type Finish = (events: readonly string[] | null) => void

/**
 * Collects what a queue has to receive after its last acknowledgement: rows of the log and the ephemeral events between
 * them. An answer is limited, and the next poll returns the rest. Calls `finish` with null if rows that it needs are no
 * longer kept. `finish` runs in the same turn as the last read of the tail, so a poll that starts to wait there misses
 * nothing. If the tail has everything, it runs synchronously.
 */
export function collect(
  database: Database,
  realm: RealmState,
  tail: Tail,
  queue: Queue,
  finish: Finish,
): void | Promise<void> {
  const reading = readingFrom(realm, tail, queue, startRow(queue))
  if (reading.through < tail.base || !takeFromTail(reading)) return collectStored(database, reading, finish)
  finish(close(reading))
}

const readingFrom = (realm: RealmState, tail: Tail, queue: Queue, through: number): AnswerDraft => ({
  realm,
  tail,
  queue,
  events: [],
  flags: new Map(),
  characters: 0,
  through,
})

/** The read counts against the limit of its account. */
const readBy =
  (database: Database, { userId }: Queue): ReadLog =>
  async <Row>(text: string, values: readonly unknown[]) =>
    (await database.caller(userId).query<Row & pg.QueryResultRow>({ name: 'queue-rows', text, values: [...values] }))
      .rows

/** Reads what is not in memory: first the rows, then the flags for rows of the tail. */
async function collectStored(database: Database, reading: AnswerDraft, finish: Finish): Promise<void> {
  const { tail } = reading
  for (;;) {
    while (reading.through < tail.base && !isFull(reading))
      if (!(await takeStored(database, reading))) return finish(null)
    if (takeFromTail(reading)) return finish(close(reading))
    await readFlags(database, reading, [...tail.after(reading.through)])
  }
}

/** Takes the next rows of the log. False if they are no longer kept. */
async function takeStored(database: Database, reading: AnswerDraft): Promise<boolean> {
  const { tail, queue } = reading
  // Never reads past memory, because memory decides who may receive a row.
  const stored = await readLog(readBy(database, queue), queue.realmId, reading.through, tail.base)
  if (stored.rows[0]?.seq !== reading.through + 1) return skipGap(database, reading)
  const rows = stored.rows.map((row) => tail.rowOf(parseLogRow(row)))
  await readFlags(database, reading, rows)
  for (const row of rows) if (!take(reading, row)) break
  return true
}

/** Reads the flags for all of these rows at once. */
async function readFlags(database: Database, reading: AnswerDraft, rows: readonly TailRow[]): Promise<void> {
  const { realm, tail, queue, flags } = reading
  const lacking = rows.filter((row) => row.lacksFlags(queue) && row.matches(realm, queue))
  if (lacking.length === 0) return
  const ids = [...new Set(lacking.map((row) => row.row.payload.flagsOf!))]
  const read = await tail.flagReader.ofMessages(database.caller(queue.userId).db, realm.id, queue.userId, ids)
  for (const row of lacking) flags.set(row.seq, read.get(row.row.payload.flagsOf!) ?? FLAGS_OF_GONE)
}

/**
 * Continues behind the positions that a restored log skips. False if there is no gap, or if the client has confirmed an
 * event in it: it knows what came after the backup and cannot continue from it.
 */
async function skipGap(database: Database, reading: AnswerDraft): Promise<boolean> {
  const { queue, through } = reading
  const text = 'select last from log_gap where realm_id = $1 and first = $2'
  const values = [queue.realmId, through + 1]
  const { rows } = await database.caller(queue.userId).query<{ last: number }>({ name: 'log-gap', text, values })
  if (!rows[0] || queue.acked >= firstEventId(through + 1)) return false
  reading.through = rows[0].last
  return true
}

/** False if flags must be read first. */
function takeFromTail(reading: AnswerDraft): boolean {
  const { tail } = reading
  if (reading.through < tail.end && !isFull(reading))
    for (const row of tail.after(reading.through)) if (!take(reading, row)) return isFull(reading)
  return true
}

/** Runs synchronously, for a waiting queue whose first matching row is in the tail. */
export function collectReady(realm: RealmState, tail: Tail, queue: Queue, from: number): readonly string[] {
  const { newest } = tail
  // Nearly always the row that woke the queue is the only one.
  if (newest?.seq === from && !queue.hasEphemeral) {
    const events = newest.write(realm, queue)
    queue.recordSent(events.at(-1)!.id, from)
    return events.map((event) => event.json)
  }
  const reading = readingFrom(realm, tail, queue, from - 1)
  // Flags of a later row may not be read yet. The next poll returns that row.
  takeFromTail(reading)
  return close(reading)
}

/**
 * The row after which an answer starts. A client that confirms the last answer needs nothing before its end. Any other
 * client continues after the last confirmed event, which may be inside a row.
 */
const startRow = ({ acked, sentId, sentThrough, registeredSeq }: Queue): number =>
  Math.max(registeredSeq, acked >= sentId ? sentThrough : 0, lastCompleteRow(acked))

const isFull = ({ events, characters }: AnswerDraft): boolean =>
  events.length >= MAX_EVENTS_PER_ANSWER || characters >= MAX_ANSWER_LENGTH

function take(reading: AnswerDraft, row: TailRow): boolean {
  const { realm, queue } = reading
  if (isFull(reading)) return false
  const flags = reading.flags.get(row.seq)
  if (flags === undefined && row.lacksFlags(queue) && row.matches(realm, queue)) return false
  reading.through = row.seq
  for (const event of row.render(realm, queue, flags)) {
    if (event.id <= queue.acked) continue
    reading.events.push(event)
    reading.characters += event.json.length
  }
  return true
}

const NO_EVENTS: readonly string[] = []

function close({ queue, events, through }: AnswerDraft): readonly string[] {
  if (queue.hasEphemeral) addEphemeral(queue, events, through)
  queue.recordSent(events.at(-1)?.id ?? null, through)
  return events.length === 0 ? NO_EVENTS : mergeFlagEvents(events)
}

/**
 * Ephemeral events come between rows, and their ids give the order. Those after the last row of a full answer wait for
 * the next one.
 */
function addEphemeral(queue: Queue, events: RenderedEvent[], through: number): void {
  events.push(...queue.ephemeralThrough(through))
  events.sort((a, b) => a.id - b.id)
}
