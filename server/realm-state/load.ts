import type { Selectable } from 'kysely'
import type pg from 'pg'
import type { Database } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { channelFromRow, groupFromRow, realmFromRow, userFromRow } from './from-rows.ts'
import { IntSet } from './int-set.ts'
import type { MessageIds } from './message-ids.ts'
import { RealmState } from './realm-state.ts'

type Row<T extends keyof Tables> = Selectable<Tables[T]>

/**
 * Reads an organization into memory, from one snapshot of the database. It uses its own pool, because code that holds a
 * connection of another pool may wait for it.
 */
export async function loadRealm({ loadPool }: Database, realmId: number, messageIds?: MessageIds): Promise<RealmState> {
  const client = await loadPool.connect()
  let failed = true
  try {
    const state = await readSnapshot(client, realmId, messageIds)
    failed = false
    return state
  } finally {
    client.release(failed)
  }
}

async function readSnapshot(client: pg.ClientBase, realmId: number, messageIds?: MessageIds): Promise<RealmState> {
  const memberships = await beginWithMemberships(client, realmId)
  const state = await readRealm(client, realmId, messageIds)
  fillMemberships(state, memberships)
  await client.query('commit')
  return state
}

interface MembershipRows {
  readonly current: readonly { channel_id: number; size: number; users: string }[]
  readonly changed: readonly { user_id: number; channel_id: number; from_seq: number; to_seq: number | null }[]
}

/**
 * What takes the database long comes first and in one message, so that it is at work while a starting process still loads
 * its code. One row per channel, its people as one string: parsing hundreds of thousands of rows would take seconds.
 */
async function beginWithMemberships(client: pg.ClientBase, realmId: number): Promise<MembershipRows> {
  // Looked up per row in an array, a conversation costs half of what a join with the channels does.
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

async function readRealm(client: pg.ClientBase, realmId: number, messageIds?: MessageIds): Promise<RealmState> {
  const read = async <T extends keyof Tables>(table: T, key = 'realm_id'): Promise<Row<T>[]> =>
    (await client.query<Row<T> & pg.QueryResultRow>(`select * from ${table} where ${key} = $1 order by 1`, [realmId]))
      .rows
  const [realm] = await read('realm', 'id')
  const [log] = await read('realm_log')
  if (!realm || !log) throw new Error(`there is no organization ${realmId}`)
  const state = new RealmState(realmFromRow(realm), log.seq, messageIds)
  for (const row of await read('account')) state.putUser(userFromRow(row, realm.host))
  for (const row of await read('channel')) state.putChannel(channelFromRow(row))
  const parts = await readGroupParts(client, realmId)
  for (const row of await read('user_group')) {
    const { members, subgroups } = parts.get(row.id)!
    state.groups.put(groupFromRow(row, members, subgroups))
  }
  return state
}

interface GroupParts {
  readonly id: number
  readonly members: number[]
  readonly subgroups: number[]
}

async function readGroupParts(client: pg.ClientBase, realmId: number): Promise<Map<number, GroupParts>> {
  const { rows } = await client.query<GroupParts>(
    `select g.id,
      array(select user_id from group_member where group_id = g.id order by 1) as members,
      array(select subgroup_id from group_subgroup where group_id = g.id order by 1) as subgroups
    from user_group g where g.realm_id = $1`,
    [realmId],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

function fillMemberships({ memberships }: RealmState, { current, changed }: MembershipRows): void {
  for (const { channel_id, size, users } of current) memberships.load(channel_id, new IntSet(numbersIn(users), size))
  for (const row of changed) memberships.loadInterval(row.user_id, row.channel_id, row.from_seq, row.to_seq)
}

const ZERO = 48
const COMMA = 44

/** `12,7,930` as numbers, without a string for each. */
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
