import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// Without this, fault tests run in their quick form, with everything else.
const faults = process.env['PARLEY_TEST_FAULTS'] === 'all'
// The same for what is generated: a run with many more of them runs nothing else.
const long = process.env['PARLEY_TEST_LONG'] !== undefined

function included(): string[] {
  // The slow ones wait for the server's real limits; their quick form, with smaller limits, is in other tests.
  if (faults) return ['test/faults/**/*.{test,slow}.ts']
  return long ? ['markdown/safety/*.test.ts', 'test/oracle/*.property.test.ts'] : ['**/*.test.ts']
}

export default defineConfig({
  test: {
    environment: 'node',
    include: included(),
    exclude: ['node_modules/**', 'data/**'],
    pool: 'forks',
    // One more than there are processors: tests wait for databases and processes much of their time.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
