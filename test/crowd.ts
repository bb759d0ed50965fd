import { type Selectable, sql } from 'kysely'
import type { Tables } from '../server/kernel/db/tables.ts'
import { userFromRow } from '../server/kernel/realm-state/from-rows.ts'
import { ROLE } from '../server/kernel/realm-state/user.ts'
import type { TestServer } from './harness.ts'

/** Adds this many members at once, in no channel, for tests with many people. Returns their ids. */
export async function crowd(server: TestServer, count: number): Promise<number[]> {
  const { realm } = server
  const start = realm.users.size
  return server.ctx.transact(realm.id, async (tx) => {
    const { rows } = await sql<Selectable<Tables['account']>>`
      insert into account (realm_id, delivery_email, full_name, role, date_joined, api_key_hash, api_key_sealed)
      select ${realm.id}, 'crowd' || n || '@example.org', 'Member ' || n, ${ROLE.member}, ${tx.now}, 'crowd' || n, ''
      from generate_series(${start}::int + 1, ${start}::int + ${count}::int) n returning *`.execute(tx.db)
    const users = rows.map((row) => userFromRow(row, realm.info.host))
    tx.record(users.map((user) => ({ put: 'user', value: user })))
    return users.map((user) => user.id)
  })
}
