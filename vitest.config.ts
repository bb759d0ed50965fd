import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongFilesFirst } from './scripts/long-files-first.ts'

// Without this, fault tests run in their quick form, with everything else.
const faults = process.env['PARLEY_TEST_FAULTS'] === 'all'
// The same for what is generated: a run with many more of them runs nothing else.
const long = process.env['PARLEY_TEST_LONG'] !== undefined

function included(): string[] {
  // The slow ones wait for the server's real limits; their quick form, with smaller limits, is in other tests.
  if (faults) return ['test/faults/**/*.{test,slow}.ts']
  return long ? ['test/markdown/safety/*.test.ts', 'test/{oracle,client}/*.property.test.ts'] : ['**/*.test.ts']
}

const root = import.meta.dirname
const exclude = ['node_modules/**', 'data/**']
const files = globSync(included(), { cwd: root, exclude })
/** A module that such a file replaces or loads again would stay replaced for the files after it. */
const replacing = files.filter((file) =>
  /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(join(root, file), 'utf8')),
)

export default defineConfig({
  resolve: { alias: { '@node-rs/argon2': join(root, 'test', 'outside', 'quick-argon2.ts') } },
  test: {
    environment: 'node',
    pool: 'forks',
    // Two more than there are processors: tests wait for databases and processes much of their time.
    maxWorkers: availableParallelism() + 2,
    // Only what hangs reaches these: a busy machine may be ten times slower.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        extends: true,
        // Files share a few processes one after another, so that each process loads the server only once.
        test: { name: 'shared', include: included(), exclude: [...exclude, ...replacing], isolate: false },
      },
      ...(replacing.length > 0
        ? [{ extends: true as const, test: { name: 'alone', include: replacing, exclude, isolate: true } }]
        : []),
    ],
  },
})
