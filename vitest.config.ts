import { defineConfig } from 'vitest/config'

// Without this, fault tests run in their quick form, with everything else.
const faults = process.env['PARLEY_TEST_FAULTS'] === 'all'

export default defineConfig({
  test: {
    environment: 'node',
    include: faults ? ['test/faults/**/*.test.ts'] : ['**/*.test.ts'],
    exclude: ['node_modules/**', 'data/**'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
