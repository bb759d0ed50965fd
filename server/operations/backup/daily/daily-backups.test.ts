import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { beforeEach, describe, expect, test } from 'vitest'
import { backUp } from '../../../../test/backup/restored.ts'
import { TestClock } from '../../../../test/clock.ts'
import { useServer } from '../../../../test/use-server.ts'
import { seconds } from '../../../kernel/base/clock.ts'
import { Progress } from '../progress.ts'
import { readBackups } from '../queries.ts'
import { checkBackup } from '../restore.ts'
import { addBackupMetrics } from './backup-metrics.ts'
import { type DailyBackupContext, DailyBackups } from './daily-backups.ts'

const HOUR = 3_600
const DAY = 24 * HOUR

describe('the daily backups', () => {
  const clock = new TestClock()
  const { server } = useServer()
  let folder: string
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parley-test-daily-'))
    await server.database.db.deleteFrom('server_backup').execute()
    return () => rmSync(folder, { recursive: true, force: true })
  })

  /** As after a start of a server. */
  const started = (means: Partial<DailyBackupContext> = {}) =>
    new DailyBackups({
      config: { folder, keep: 2, passphraseFile: null },
      db: server.database.db,
      connection: { connectionString: server.database.url },
      clock,
      logger: pino({ level: 'silent' }),
      hasOthers: () => false,
      write: (file) => backUp(server, file),
      ...means,
    })
  const kept = () => readdirSync(folder).sort()
  const broken = { write: () => Promise.reject(new Error('The disk is full.')) }

  test('are made at the start and then once a day', async () => {
    const daily = started()
    await daily.runIfDue()
    expect(kept()).toEqual([expect.stringMatching(/^parley-\d{4}-\d\d-\d\dT\d{6}Z\.backup$/)])
    await checkBackup({ file: join(folder, kept()[0]!), passphrase: null }, new Progress(''))
    clock.pass(DAY - 1)
    await daily.runIfDue()
    await started().runIfDue()
    expect(kept()).toHaveLength(1)
    clock.pass(1)
    await daily.runIfDue()
    expect(kept()).toHaveLength(2)
  })

  test('replace the oldest one, and only when the new one is complete', async () => {
    const daily = started()
    const first = seconds(clock)
    for (let day = 0; day < 3; day += 1) {
      await daily.runIfDue()
      clock.pass(DAY)
    }
    const two = kept()
    expect(two).toHaveLength(2)
    expect(two[0]).toContain(new Date((first + DAY) * 1000).toISOString().slice(0, 10))
    writeFileSync(join(folder, 'notes.txt'), 'not ours')
    await started(broken).runIfDue()
    expect(kept()).toEqual(['notes.txt', ...two])
    clock.pass(HOUR)
    await daily.runIfDue()
    expect(kept()).toEqual(['notes.txt', two[1], expect.any(String)])
  })

  test('that failed are retried after an hour, or by the next start', async () => {
    let tries = 0
    const write = async () => {
      tries += 1
      throw new Error('The disk is full.')
    }
    const daily = started({ write })
    await daily.runIfDue()
    await daily.runIfDue()
    expect(tries).toBe(1)
    expect(await readBackups(server.database.db)).toMatchObject({ dailyAt: null, failure: 'The disk is full.' })
    clock.pass(HOUR)
    await daily.runIfDue()
    expect(tries).toBe(2)
    await started({ write }).runIfDue()
    expect(tries).toBe(3)
    await started().runIfDue()
    expect(await readBackups(server.database.db)).toMatchObject({ failedAt: null, failure: null })
  })

  test('are made by one of several nodes', async () => {
    const [one, other] = [started(), started()]
    await Promise.all([one.runIfDue(), other.runIfDue()])
    await other.runIfDue()
    expect(kept()).toHaveLength(1)
  })

  test('are made by a start that finds none, unless another node may have it', async () => {
    await started().runIfDue()
    rmSync(join(folder, kept()[0]!))
    clock.pass(1)
    await started({ hasOthers: () => true }).runIfDue()
    expect(kept()).toEqual([])
    await started().runIfDue()
    expect(kept()).toHaveLength(1)
  })

  test('stay in order when the clock jumps', async () => {
    const daily = started()
    for (const jump of [2 * DAY, -2 * DAY, -HOUR]) {
      await daily.runIfDue()
      clock.jump(jump)
    }
    const newest = kept().length
    await daily.runIfDue()
    expect(newest).toBe(2)
    const { dailyAt } = await readBackups(server.database.db)
    expect(kept()).toContain(
      `parley-${new Date(dailyAt! * 1000).toISOString().replaceAll(':', '').slice(0, 17)}Z.backup`,
    )
  })

  test('remove what a killed one has left', async () => {
    writeFileSync(join(folder, 'parley-2026-01-01T000000Z.backup.partial-77'), 'half')
    await started().runIfDue()
    expect(kept()).toEqual([expect.stringMatching(/\.backup$/)])
  })

  test('show their age and result in the metrics', async () => {
    const registry = new Registry()
    addBackupMetrics(
      registry,
      () => seconds(clock),
      () => readBackups(server.database.db),
    )
    await started(broken).runIfDue()
    expect(await registry.metrics()).toMatch(/^parley_backup_failed 1$/m)
    expect(await registry.metrics()).not.toMatch(/^parley_backup_age_seconds /m)
    await started().runIfDue()
    clock.pass(90)
    expect(await registry.metrics()).toMatch(/^parley_backup_age_seconds 90$/m)
    expect(await registry.metrics()).toMatch(/^parley_backup_failed 0$/m)
  })
})
