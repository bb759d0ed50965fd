import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../test/parley-process.ts'
import { processesOf } from './left-processes.ts'

/** Runs the test command on the fixtures next to this file. */
const folder = temporaryFolder()
afterAll(() => folder.remove())

/** Identifies these runs and everything that they start. */
const MARK = 'test-of-the-test-command'
const inside = { mark: `${process.env['PARLEY_TEST_RUN']}/${MARK}`, folder: folder.path }

function run(fixture: string): { child: ChildProcess; said(): string; ended: Promise<number | null> } {
  const config = join(import.meta.dirname, 'fixtures', 'vitest.config.ts')
  const program = join(import.meta.dirname, 'test.ts')
  const env = { ...process.env, TMPDIR: folder.path, PARLEY_TEST_RUN: inside.mark, PARLEY_TEST_TEMPLATES: 'none' }
  // Its own process group, so that all of it can be interrupted at once, as from a keyboard.
  const child = spawn(process.execPath, [program, `--config=${config}`, fixture], { env, detached: true })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  onTestFinished(() => void child.kill('SIGTERM'))
  return { child, said: () => said, ended: once(child, 'close').then(([code]) => code as number | null) }
}

function expectNothingLeft(): void {
  expect(readdirSync(folder.path)).toEqual([])
  expect(processesOf(inside)).toEqual([])
}

test('a run that leaves nothing behind passes', async () => {
  const { said, ended } = run('is-clean')
  expect(await ended, said()).toBe(0)
  expect(said()).toContain('1 passed, 0 failed, 0 skipped')
  expectNothingLeft()
})

test('a run whose tests pass but leave something behind fails, reports it and removes it', async () => {
  const { said, ended } = run('leaves-things')
  expect(await ended).toBe(1)
  expect(said()).toContain('1 passed, 0 failed, 0 skipped')
  expect(said()).toMatch(/^A test left a process behind: \d+ sleep 600$/m)
  expect(said()).toMatch(/^A test left a folder or file behind: forgotten-/m)
  expect(said()).toMatch(/^A test left a database behind: parley_test_/m)
  expectNothingLeft()
})

test('a run with a failing test removes the server that the test has left, and its database', async () => {
  const { said, ended } = run('fails')
  expect(await ended).toBe(1)
  expect(said()).toContain('is serving')
  expect(said()).toContain('0 passed, 1 failed, 0 skipped')
  expectNothingLeft()
})

test.each([
  // Ctrl-C and a closed terminal reach all processes of the terminal. A supervisor signals only the command.
  ['SIGINT', 130, true],
  ['SIGHUP', 129, true],
  ['SIGTERM', 143, false],
] as const)('a run that is ended by %s leaves nothing behind', async (signal, code, reachesAll) => {
  const { child, said, ended } = run('hangs')
  await expect.poll(said).toContain('is serving')
  expect(processesOf(inside).some(({ command }) => command.includes('postgres'))).toBe(true)
  process.kill(reachesAll ? -child.pid! : child.pid!, signal)
  expect(await ended, said()).toBe(code)
  expect(said()).toContain(`Interrupted (${signal})`)
  expectNothingLeft()
})

test('a run that is ended while its database starts leaves nothing behind', async () => {
  const { child, ended } = run('hangs')
  const started = () => readdirSync(folder.path).some((name) => existsSync(join(folder.path, name, 'data')))
  await expect.poll(started, { interval: 5 }).toBe(true)
  child.kill('SIGINT')
  expect(await ended).toBe(130)
  expectNothingLeft()
})
