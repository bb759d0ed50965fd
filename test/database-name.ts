import { randomBytes } from 'node:crypto'

/** The prefix of all databases of a run. The test command uses it to find databases that were not removed. */
export const databasePrefix = (run: string): string => `parley_test_${run.split('/').at(-1)}_`

/** The mark of this run. */
export const testRun = (): string => process.env['PARLEY_TEST_RUN'] ?? 'alone'

export const newDatabaseName = (): string => databasePrefix(testRun()) + randomBytes(6).toString('hex')
