// Prints how much of the contract is implemented and tested, by what the last whole run of the tests received.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../tools.ts'
import { coverageReport, coverageSummary } from './coverage.ts'
import { readRecords } from './coverage-record.ts'
import { readInventory } from './inventory.ts'

const REPORT = '.cache/coverage.md'

const [inventory, tested] = await Promise.all([readInventory(), readRecords()])
if (Object.keys(tested.operations).length === 0) {
  console.log('There is nothing to report yet: run npm test first.')
  process.exitCode = 1
} else {
  await writeFile(join(root, REPORT), coverageReport(inventory, tested))
  console.log(`${coverageSummary(inventory, tested)}\n\nEvery name: ${REPORT}`)
}
