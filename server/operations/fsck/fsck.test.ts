import { type QueryExecutorProvider, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/harness.ts'
import { features } from '../../features.ts'
import { allOf } from '../../kernel/feature.ts'
import { populate } from '../populate/populate.ts'
import { bareOrganization, openKeys } from '../populate/testing.ts'
import { damage } from './damage.ts'
import { type Finding, fsck } from './fsck.ts'

const invariants = allOf(features, 'invariants')

describe('fsck', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>

  beforeAll(async () => {
    database = await createTestDatabase()
    const realmId = await bareOrganization(database.db)
    await populate(database.db, { size: 'S', realmId, secret: openKeys })
  })
  afterAll(() => database.close())

  async function findings(db: QueryExecutorProvider): Promise<Finding[]> {
    const found: Finding[] = []
    for await (const finding of fsck(db, invariants)) found.push(finding)
    return found
  }

  /** Leaves out the invariants after this one, because they are the longest part of the check. */
  async function isReported(db: QueryExecutorProvider, name: string): Promise<boolean> {
    for await (const { invariant } of fsck(db, invariants)) if (invariant === name) return true
    return false
  }

  test('finds nothing in a populated database', async () => {
    expect(await findings(database.db)).toEqual([])
  })

  test('has test damage for every invariant', () => {
    expect(Object.keys(damage).toSorted()).toEqual(invariants.map((one) => one.name).toSorted())
  })

  async function expectReported(name: string, statements: readonly string[]): Promise<void> {
    const undone = new Error('undone')
    const planted = database.db.transaction().execute(async (tx) => {
      for (const statement of statements) await sql.raw(statement).execute(tx)
      expect(await isReported(tx, name)).toBe(true)
      throw undone
    })
    await expect(planted).rejects.toBe(undone)
  }

  test.each(invariants.map((one) => one.name))('reports damage to %s', (name) =>
    expectReported(name, damage[name] ?? []),
  )

  test('reports read marks of messages that need a position, where there is none', () =>
    expectReported('marks-above-position', ['delete from read_pos']))
})
