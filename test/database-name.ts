import { randomBytes } from 'node:crypto'

/** The prefix of all databases of a run. The test command uses it to find databases that were not removed. */
export const databasePrefix = (run: string): string => `parley_test_${run.split('/').at(-1)}_`

export const newDatabaseName = (): string =>
  databasePrefix(process.env['PARLEY_TEST_RUN'] ?? 'alone') + randomBytes(6).toString('hex')
