import { expect, test } from 'vitest'
import { createEmptyDatabase } from '../../../../test/faults/empty-database.ts'
import { IDS_IN_A_BLOCK } from '../../realm-state/structures/message-ids.ts'
import { openPool } from '../database.ts'
import { migrate } from '../migrate.ts'
import { migrations } from './index.ts'

const at = migrations.findIndex(({ name }) => name.startsWith('0005'))

test.each([
  ['of a new database', 0],
  ['that has given ids', 3],
])('a counter %s continues with the next id, one block at a time', async (_, given) => {
  const database = await createEmptyDatabase()
  try {
    const { db, close } = openPool({ connectionString: database.url })
    await migrate(db, () => {}, migrations.slice(0, at))
    await database.query(`select nextval('message_id_seq') from generate_series(1, ${given})`)
    await migrate(db, () => {}, migrations.slice(0, at + 1))
    await close()
    const blocks = await database.query<{ last: number }>(
      `select nextval('message_id_seq')::int as last from generate_series(1, 2)`,
    )
    expect(blocks.map(({ last }) => last)).toEqual([given + IDS_IN_A_BLOCK, given + 2 * IDS_IN_A_BLOCK])
  } finally {
    await database.close()
  }
})
