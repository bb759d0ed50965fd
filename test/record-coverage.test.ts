import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const lastWholeRun = join(dirname(import.meta.dirname), '.cache', 'coverage')
const outcome = { operation: 'no-such-operation', outcome: 'success' }

/** As a test process has it that was started with this setting. */
async function recorderWith(records: string | undefined) {
  vi.stubEnv('PARLEY_TEST_RECORDS', records)
  vi.resetModules()
  return (await import('./record-coverage.ts')).recordCoverage
}

describe('what a test receives', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-records-'))
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true, force: true })
  })

  it('is written once into the folder of a whole run', async () => {
    const record = await recorderWith(folder)
    record(outcome)
    record(outcome)
    const [file = '', ...others] = await readdir(folder)
    expect(others).toEqual([])
    expect(await readFile(join(folder, file), 'utf8')).toBe('operation no-such-operation success\n')
  })

  it('is not added to the records of the last whole run when only some tests run', async () => {
    const record = await recorderWith(undefined)
    record(outcome)
    const own = await readFile(join(lastWholeRun, `${process.pid}.txt`), 'utf8').catch(() => '')
    expect(own).not.toContain(outcome.operation)
  })
})
