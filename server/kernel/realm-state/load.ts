import type { Selectable } from 'kysely'
import type pg from 'pg'
import type { Clock } from '../base/clock.ts'
import type { Database } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { realmFromRow } from './from-rows.ts'
import { RealmState } from './realm-state.ts'
import type { RecordKind, RowReader } from './record-kind.ts'
import { emptyRecords, KERNEL_KINDS, type RecordKinds, type RecordName } from './record-kinds.ts'
import type { Collection } from './structures/collection.ts'
import { IntSet } from './structures/int-set.ts'
import type { MessageIds } from './structures/message-ids.ts'

type Row<T extends keyof Tables> = Selectable<Tables[T]>

/** Parts of the state that are not stored in the database. */
export interface StateParts {
  readonly clock: Clock
  readonly messageIds?: MessageIds
  /** Without them, only the kinds of the kernel are loaded. */
  readonly recordKinds?: Partial<RecordKinds>
}

/**
 * Reads an organization into memory, from one snapshot of the database. It uses its own pool, because code that holds a
 * connection of another pool may wait for it.
 */
export async function loadRealm(
  { loadPool }: Pick<Database, 'loadPool'>,
  realmId: number,
  parts: StateParts,
): Promise<RealmState> {
  const client = await loadPool.connect()
  let failed = true
  try {
    const state = await readSnapshot(client, realmId, parts)
    failed = false
    return state
  } finally {
    client.release(failed)
  }
}

async function readSnapshot(client: pg.ClientBase, realmId: number, parts: StateParts): Promise<RealmState> {
  const memberships = await beginWithMemberships(client, realmId)
  const state = await readRealm(client, realmId, parts)
  fillMemberships(state, memberships)
  await client.query('commit')
  return state
}

interface MembershipRows {
  readonly current: readonly { channel_id: number; size: number; users: string }[]
  readonly changed: readonly { user_id: number; channel_id: number; from_seq: number; to_seq: number | null }[]
}

/**
 * The slow queries come first and in one message, so that the database runs them while a starting process still loads
 * its code. Each channel is one row with its people as one string, because parsing hundreds of thousands of rows would
 * take seconds.
 */
async function beginWithMemberships(client: pg.ClientBase, realmId: number): Promise<MembershipRows> {
  // Looking up each row's conversation in an array costs half as much as a join with the channels.
  const ofRealm = `conv_id = any(array(select conv_id from channel where realm_id = ${realmId}))`
  const kept = `(select floor from realm_log where realm_id = ${realmId})`
  const results = await client.query(`
    begin isolation level repeatable read;
    select c.id as channel_id, m.size, m.users from channel c join (
      select conv_id, count(*)::int as size, string_agg(user_id::text, ',') as users
      from member where ${ofRealm} and to_seq is null group by conv_id
    ) m on m.conv_id = c.conv_id;
    select m.user_id, c.id as channel_id, m.from_seq, m.to_seq from channel c join (
      select * from member where ${ofRealm} and (from_seq >= ${kept} or to_seq >= ${kept})
    ) m on m.conv_id = c.conv_id`)
  const [, current, changed] = results as unknown as pg.QueryResult[]
  return { current: current!.rows, changed: changed!.rows }
}

async function readRealm(client: pg.ClientBase, realmId: number, parts: StateParts): Promise<RealmState> {
  const { clock, messageIds, recordKinds = KERNEL_KINDS } = parts
  const query = async <R extends object>(text: string) =>
    (await client.query<R & pg.QueryResultRow>(text, [realmId])).rows
  const [realm] = await query<Row<'realm'>>('select * from realm where id = $1')
  const [log] = await query<Row<'realm_log'>>('select * from realm_log where realm_id = $1')
  if (!realm || !log) throw new Error(`there is no organization ${realmId}`)
  const info = realmFromRow(realm)
  const state = new RealmState(info, log.seq, clock, messageIds, emptyRecords(recordKinds))
  const table: RowReader['table'] = (name) => query(`select * from ${name} where realm_id = $1 order by 1`)
  await loadRecords(state, recordKinds, { realm: info, query, table })
  return state
}

async function loadRecords(state: RealmState, kinds: Partial<RecordKinds>, rows: RowReader): Promise<void> {
  for (const [name, kind] of Object.entries(kinds)) {
    const records = state.records[name as RecordName] as unknown as Collection<object>
    for (const record of await (kind as unknown as RecordKind<object>).load(rows)) records.put(record)
  }
}

function fillMemberships({ memberships }: RealmState, { current, changed }: MembershipRows): void {
  for (const { channel_id, size, users } of current) memberships.load(channel_id, new IntSet(numbersIn(users), size))
  for (const row of changed) memberships.loadInterval(row.user_id, row.channel_id, row.from_seq, row.to_seq)
}

const ZERO = 48
const COMMA = 44

/** Parses `12,7,930` without creating a string for each number. */
function* numbersIn(text: string): Iterable<number> {
  let value = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code !== COMMA) {
      value = value * 10 + code - ZERO
      continue
    }
    yield value
    value = 0
  }
  if (text !== '') yield value
}
