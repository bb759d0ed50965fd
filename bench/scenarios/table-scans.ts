import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { COUNTED_AFTER } from '../database-counters.ts'
import { atMost, type Figure, figure } from '../figure.ts'
import type { Connection } from '../http/connection.ts'
import { get, type Person } from '../http/requests.ts'
import { bodyOf } from '../http/success.ts'
import { type Bench, channelOf, type DataSet } from '../scenario.ts'

type Term = readonly [operator: string, operand: unknown, negated?: boolean]

/** Tables that grow with every message. */
const LARGE = ['message', 'reaction', 'user_flag', 'read_bits']

/** One narrow for each operator, and combinations of them. */
function narrowsOf(data: DataSet, reader: Person): readonly (readonly Term[])[] {
  const { id: channel } = channelOf(data, 10_000)
  const other = (data.users[7] as Person).id
  const things = ['attachment', 'image', 'link', 'reaction'].map((thing): Term => ['has', thing])
  const flags = ['starred', 'unread', 'mentioned', 'alerted', 'followed', 'muted', 'resolved']
  const flagged = flags.map((flag): Term => ['is', flag])
  const single: Term[] = [
    ['channel', channel],
    ['sender', other],
    ['dm', [other]],
    ['dm-including', other],
    ['is', 'dm'],
    ['mentions', reader.id],
    ['id', 1_000],
    ['near', '1000'],
    ['with', 1_000],
    ['in', 'home'],
    ['in', 'all'],
    ['search', 'zeppelin'],
    ['channels', 'public'],
    ['channels', 'web-public'],
    ['channels', 'archived'],
    ...things,
    ...flagged,
  ]
  const negatable = single.filter(([operator]) => !['id', 'near', 'with', 'in'].includes(operator))
  const inTopic: Term[] = [
    ['channel', channel],
    ['topic', 'bench'],
  ]
  return [
    [],
    inTopic,
    ...single.map((term) => [term]),
    ...negatable.map(([operator, operand]): Term[] => [[operator, operand, true]]),
    ...[...things, ...flagged].map((term): Term[] => [['channel', channel], term]),
    ...things.map((term) => [term, ['sender', other] as const]),
  ]
}

/** How often fetches by narrows, forwards and backwards, read a whole large table. */
export async function countTableScans(bench: Bench, connection: Connection, reader: Person): Promise<Figure> {
  const client = new pg.Client(await bench.database())
  await client.connect()
  try {
    const before = await scansOf(client)
    await fetchByAll(connection, reader, narrowsOf(await bench.mediumData(), reader))
    await sleep(COUNTED_AFTER)
    const scans = (await scansOf(client)) - before
    const name = 'narrows that read a whole table'
    return figure({ scenario: 'B6', name, unit: '', measured: [scans], target: atMost(0) })
  } finally {
    await client.end()
  }
}

const BACKWARDS = { anchor: 'newest', num_before: 100, num_after: 0 }
const FORWARDS = { anchor: 'oldest', num_before: 0, num_after: 100 }

async function fetchByAll(connection: Connection, reader: Person, narrows: readonly (readonly Term[])[]) {
  for (const terms of narrows) {
    const narrow = JSON.stringify(terms.map(([operator, operand, negated = false]) => ({ operator, operand, negated })))
    for (const around of [BACKWARDS, FORWARDS])
      await bodyOf(connection, get(reader, '/messages', { ...around, narrow }))
  }
}

async function scansOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ scans: number }>(
    'select sum(seq_scan)::int as scans from pg_stat_user_tables where relname = any($1)',
    [LARGE],
  )
  return rows[0]!.scans
}
