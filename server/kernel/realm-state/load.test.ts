import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import { loadRealm } from './load.ts'
import type { User } from './user.ts'

const { server } = useServer()
beforeAll(async () => {
  for (const name of ['Ann', 'Bob', 'Cho']) await server.person(name)
})

test('people are ordered by id, whatever the order of their rows in the database', async () => {
  const { pool } = server.database
  // PostgreSQL stores the updated row behind all others.
  await pool.query('update account set timezone = timezone where id = (select min(id) from account)')
  const { users } = await loadRealm(server.ctx.database, server.realm.id, server.ctx)
  const idsOf = (people: Iterable<User>) => [...people].map((user) => user.id)
  const ids = idsOf(users.values())
  expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  expect(ids).toEqual(idsOf(server.realm.users.values()))
})
