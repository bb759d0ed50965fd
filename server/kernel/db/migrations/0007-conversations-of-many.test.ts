import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createEmptyDatabase } from '../../../../test/faults/empty-database.ts'
import { openPool } from '../database.ts'
import { migrate } from '../migrate.ts'
import { migrations } from './index.ts'

const at = migrations.findIndex(({ name }) => name.startsWith('0007'))

test('older conversations are found by the digest of their people, and are not duplicated', async () => {
  const database = await createEmptyDatabase()
  try {
    const { db, close } = openPool({ connectionString: database.url })
    await migrate(db, () => {}, migrations.slice(0, at))
    await database.query(`insert into realm (string_id, host, name, created_at) values ('a', 'a', 'A', 0)`)
    await database.query(`insert into conversation (realm_id, members) values (1, null), (1, null), (1, '{1,20,300}')`)
    await migrate(db, () => {}, migrations.slice(0, at + 1))
    await close()
    const digests = await database.query<{ digest: string | null }>(
      `select encode(members_digest, 'hex') as digest from conversation order by id`,
    )
    const expected = createHash('sha256').update('1,20,300').digest('hex')
    expect(digests.map(({ digest }) => digest)).toEqual([null, null, expected])
    const again = database.query(`insert into conversation (realm_id, members) values (1, '{1,20,300}')`)
    await expect(again).rejects.toThrow('conversation_members')
  } finally {
    await database.close()
  }
})
