import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const lastWholeRun = join(dirname(import.meta.dirname), '.cache', 'coverage')
const outcome = { operation: 'no-such-operation', outcome: 'success' }

/** The recorder of a test process that was started with this setting. */
async function recorderWith(records: string | undefined) {
  vi.stubEnv('PARLEY_TEST_RECORDS', records)
  vi.resetModules()
  return import('./record-coverage.ts')
}

describe('the record of a test', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-records-'))
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true, force: true })
  })

  async function lines(): Promise<string[]> {
    const [file = '', ...others] = await readdir(folder)
    expect(others).toEqual([])
    return (await readFile(join(folder, file), 'utf8')).trimEnd().split('\n')
  }

  it('is written once into the folder of a full run', async () => {
    const { recordCoverage } = await recorderWith(folder)
    recordCoverage(outcome)
    recordCoverage(outcome)
    expect(await lines()).toEqual(['operation no-such-operation success'])
  })

  it('is not added to the records of the last full run when only some tests run', async () => {
    const { recordCoverage } = await recorderWith(undefined)
    recordCoverage(outcome)
    const own = await readFile(join(lastWholeRun, `${process.pid}.txt`), 'utf8').catch(() => '')
    expect(own).not.toContain(outcome.operation)
  })

  it('contains the terms of a narrow that was accepted', async () => {
    const { recordCoverage } = await recorderWith(folder)
    const term = (operator: string, operand: string | number, negated = false) => ({ operator, operand, negated })
    const asked = (outcome: string, ...narrow: object[]) =>
      recordCoverage({ operation: 'get-messages', outcome, args: { narrow } })
    asked('BAD_NARROW', term('in', 'nowhere'))
    asked('success', term('sender', 7), term('is', 'dm', true), term('streams', 'public'))
    expect(await lines()).toEqual([
      'operation get-messages BAD_NARROW',
      'operation get-messages success',
      'narrow sender',
      'narrow is',
      'narrow is:dm',
      'narrow negated',
      'narrow streams',
      'narrow channels:public',
    ])
  })

  it('contains what a register requested and received', async () => {
    const { recordCoverage, seesCapability } = await recorderWith(folder)
    const args = {
      narrow: [{ operator: 'is', operand: 'dm' }],
      client_capabilities: { notification_settings_null: false, empty_topic_name: true },
    }
    recordCoverage({ operation: 'register-queue', outcome: 'success', args, result: { queue_id: 'x' } })
    seesCapability('empty_topic_name', 'state')
    expect(await lines()).toEqual([
      'operation register-queue success',
      'register queue_id',
      'queue-narrow is',
      'queue-narrow is:dm',
      'capability-sent empty_topic_name',
      'capability-seen empty_topic_name state',
    ])
  })

  it('contains pages that answered', async () => {
    const { recordPage } = await recorderWith(folder)
    recordPage('GET /nowhere', { ok: false })
    recordPage('GET /health', { ok: true })
    expect(await lines()).toEqual(['page GET /health'])
  })
})
