import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectConsistent } from '../faults/check.ts'
import { compare } from './compare.ts'
import { Coverage, histories } from './histories.ts'
import type { Operation } from './history.ts'
import { type OpenHost, openHost } from './host.ts'
import { type PlantedBug, plantedBugs } from './planted-bugs.ts'
import { runHistory } from './run-history.ts'
import { createWorld } from './server-world.ts'

const SEED = Number(process.env['PARLEY_TEST_SEED'] ?? 20_260)
const RUNS = process.env['PARLEY_TEST_LONG'] === undefined ? 100 : 2_000
/** A planted bug must be found within this many histories. */
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
    expect(coverage.share(coverage.withDeactivation)).toBeGreaterThanOrEqual(0.1)
    expect(coverage.share(coverage.withProtected)).toBeGreaterThanOrEqual(0.1)
    expect(coverage.share(coverage.withMention)).toBeGreaterThanOrEqual(0.5)
    await expectConsistent(host.databaseUrl)
  }, 1_800_000)

  test.each(plantedBugs.map((bug) => [bug.name, bug] as const))(
    'disagree when %s',
    async (name, bug) => {
      const property = fc.asyncProperty(histories, (history) => agree(history, bug))
      const outcome = await fc.check(property, { seed: SEED, numRuns: RUNS_TO_FIND, endOnFailure: true })
      console.log(`planted: ${name}: ${outcome.failed ? `found by history ${outcome.numRuns}` : 'not found'}`)
      // It must be found by a difference, not because planting it failed.
      expect(String(outcome.errorInstance)).toContain('to deeply equal')
    },
    300_000,
  )
})
