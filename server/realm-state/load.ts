import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { channelFromRow, groupFromRow, realmFromRow, userFromRow } from './from-rows.ts'
import { IntSet } from './int-set.ts'
import { RealmState } from './realm-state.ts'

/** Reads an organization into memory, from one snapshot of the database. */
export async function loadRealm(db: Db, realmId: number): Promise<RealmState> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const realm = await trx.selectFrom('realm').selectAll().where('id', '=', realmId).executeTakeFirstOrThrow()
      const log = await trx
        .selectFrom('realm_log')
        .select(['seq', 'floor'])
        .where('realm_id', '=', realmId)
        .executeTakeFirstOrThrow()
      const state = new RealmState(realmFromRow(realm), log.seq)
      const accounts = await trx.selectFrom('account').selectAll().where('realm_id', '=', realmId).execute()
      for (const row of accounts) state.putUser(userFromRow(row, realm.host))
      const channels = await trx.selectFrom('channel').selectAll().where('realm_id', '=', realmId).execute()
      for (const row of channels) state.putChannel(channelFromRow(row))
      await loadGroups(trx, state)
      await loadMemberships(trx, state, log.floor)
      return state
    })
}

async function loadGroups(db: Db, state: RealmState): Promise<void> {
  const { rows } = await sql<{ id: number; members: number[]; subgroups: number[] }>`
    select g.id,
      array(select user_id from group_member where group_id = g.id order by 1) as members,
      array(select subgroup_id from group_subgroup where group_id = g.id order by 1) as subgroups
    from user_group g where g.realm_id = ${state.id}`.execute(db)
  const parts = new Map(rows.map((row) => [row.id, row]))
  const groups = await db.selectFrom('user_group').selectAll().where('realm_id', '=', state.id).execute()
  for (const row of groups)
    state.groups.put(groupFromRow(row, parts.get(row.id)!.members, parts.get(row.id)!.subgroups))
}

async function loadMemberships(db: Db, state: RealmState, floor: number): Promise<void> {
  // One row per channel, its people as one string: parsing hundreds of thousands of rows would take seconds.
  const { rows } = await sql<{ channel_id: number; size: number; users: string }>`
    select c.id as channel_id, count(*)::int as size, string_agg(m.user_id::text, ',') as users
    from member m join channel c on c.conv_id = m.conv_id
    where c.realm_id = ${state.id} and m.to_seq is null
    group by c.id`.execute(db)
  for (const { channel_id, size, users } of rows) state.memberships.load(channel_id, new IntSet(numbersIn(users), size))
  const changed = await sql<{ user_id: number; channel_id: number; from_seq: number; to_seq: number | null }>`
    select m.user_id, c.id as channel_id, m.from_seq, m.to_seq
    from member m join channel c on c.conv_id = m.conv_id
    where c.realm_id = ${state.id} and (m.from_seq >= ${floor} or m.to_seq >= ${floor})`.execute(db)
  for (const row of changed.rows) state.memberships.loadInterval(row.user_id, row.channel_id, row.from_seq, row.to_seq)
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
