import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unreadLimits } from '../../server/messages/read-state/unread-limits.ts'
import { expectConsistent } from '../faults/check.ts'
import { compare } from './compare.ts'
import { FOUND } from './found-histories.ts'
import { Coverage, histories } from './histories.ts'
import type { Operation } from './history.ts'
import { type OpenHost, openHost } from './host.ts'
import { type PlantedBug, plantedBugs } from './planted-bugs.ts'
import { runHistory } from './run-history.ts'
import { createWorld } from './server-world.ts'

const SEED = Number(process.env['PARLEY_TEST_SEED'] ?? 20_260)
const isLong = process.env['PARLEY_TEST_LONG'] !== undefined
const RUNS = isLong ? 2_000 : 12
/** In a long run, a planted bug must be found within this many random histories. */
const RUNS_TO_FIND = 400

let host: OpenHost
beforeAll(async () => {
  host = await openHost()
})
afterAll(() => host.close())

async function agree(history: readonly Operation[], bug: PlantedBug | null, coverage?: Coverage): Promise<void> {
  const world = await createWorld(host, bug)
  const { model, ran } = await runHistory(history, world)
  coverage?.count(ran)
  const { server, contract } = await compare(model, world)
  expect(server).toEqual(contract)
}

describe('the ledger and the contract', () => {
  test('agree after any history', async () => {
    const coverage = new Coverage()
    const property = fc.asyncProperty(histories, (history) => agree(history, null, coverage))
    await fc.assert(property, { seed: SEED, numRuns: RUNS })
    console.log(`seed ${SEED}, ${coverage}`)
    expect(coverage.rare, 'features that too few histories have').toEqual([])
    const flags = await host.flags()
    expect(flags.all).toEqual(flags.one)
    await expectConsistent(host.databaseUrl)
  }, 7_200_000)

  test('agree if the newest unread messages are read before the others, as those of somebody with very many', async () => {
    const usual = { ...unreadLimits }
    Object.assign(unreadLimits, { enough: 1 })
    try {
      await fc.assert(
        fc.asyncProperty(histories, (history) => agree(history, null)),
        { seed: SEED, numRuns: RUNS },
      )
    } finally {
      Object.assign(unreadLimits, usual)
    }
  }, 7_200_000)

  test.each(Object.entries(FOUND))('agree after %s', (_, history) => agree(history, null), 60_000)

  test.each(plantedBugs.map((bug) => [bug.name, bug] as const))(
    'disagree when %s',
    async (_, bug) => {
      await agree(bug.spoils, null)
      // It must be found by a difference, not because planting it failed.
      await expect(agree(bug.spoils, bug)).rejects.toThrow('to deeply equal')
    },
    60_000,
  )

  const searched = isLong ? plantedBugs : []
  for (const bug of searched)
    test(`disagree within some random histories when ${bug.name}`, async () => {
      const property = fc.asyncProperty(histories, (history) => agree(history, bug))
      const outcome = await fc.check(property, { seed: SEED, numRuns: RUNS_TO_FIND, endOnFailure: true })
      console.log(`planted: ${bug.name}: ${outcome.failed ? `found by history ${outcome.numRuns}` : 'not found'}`)
      expect(String(outcome.errorInstance)).toContain('to deeply equal')
    }, 1_200_000)
})
