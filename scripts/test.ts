// The test command: one database server for the whole suite, vitest, and a closing line with the result. It leaves
// nothing behind, however it ends, and fails if a test did.
import { type ChildProcess, spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { builtApp } from '../server/kernel/http/web-app/built-app.ts'
import { bundledEntry } from './bundled.mjs'
import { provideChromium } from './chromium.ts'
import { untestedNames } from './coverage/coverage.ts'
import { readRecords, startRecording } from './coverage/coverage-record.ts'
import { readInventory } from './coverage/inventory.ts'
import { hasOlderPostgres } from './older-postgres.ts'
import { type Kind, type TestDatabaseServer, testDatabase } from './test-database.ts'
import { openTestRun } from './test-run.ts'

const root = dirname(import.meta.dirname)
const own = new Set(['--postgres', '--older-postgres', '--faults', '--long', '--web'])
const flags = process.argv.slice(2).filter((arg) => own.has(arg))
/** The other arguments are for vitest: parts of paths, and its own options. */
const given = process.argv.slice(2).filter((arg) => !own.has(arg))
const filters = flags.includes('--web') && given.length === 0 ? ['test/web'] : given
/** Only a full run can show what is tested. */
const isWhole = filters.length === 0 && !flags.includes('--faults') && !flags.includes('--long')
/** What may depend on the version of the database: statements, their plans, and moving data. */
const ON_OLDER = [
  'test/oracle',
  'messages/fetching',
  'messages/read-state',
  'messages/search',
  'kernel/db/',
  'cli/backup',
]
const BROWSER_TESTS = globSync('test/{browser,web}/*.test.ts', { cwd: root })
const needsBrowser = isWhole || filters.some((filter) => BROWSER_TESTS.some((test) => test.includes(filter)))

/** Aborted with the name of the signal when the run is interrupted. */
const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interruption.abort(signal))

const browser = needsBrowser ? { PARLEY_TEST_CHROMIUM: await chromiumOrEnd() } : {}
// Once, before many servers want it at the same time.
if (needsBrowser) await builtApp()
const run = await openTestRun()
let database: TestDatabaseServer | undefined
try {
  database = await testDatabase(run, databaseKind(), interruption.signal)
  process.exitCode = await runTests(database)
} catch (error) {
  if (!interruption.signal.aborted) throw error
} finally {
  await run.close()
  await database?.clear()
}
const isForAllVersions = flags.includes('--postgres') && isWhole && !process.env['DATABASE_URL'] && hasOlderPostgres
if (isForAllVersions && process.exitCode === 0 && !interruption.signal.aborted) process.exitCode = await runOnOlder()
if (interruption.signal.aborted) {
  const signal = interruption.signal.reason as NodeJS.Signals
  console.log(`Interrupted (${signal}): everything that the tests had started is ended and removed.`)
  process.exitCode = 128 + constants.signals[signal]
}

function databaseKind(): Kind {
  if (flags.includes('--older-postgres')) return 'older'
  return flags.includes('--postgres') ? 'hosted' : 'embedded'
}

/** The same command again, for the tests that may depend on the version of the database. */
function runOnOlder(): Promise<number> {
  console.log('The same on the oldest PostgreSQL that is supported:')
  return ended(
    spawn(process.execPath, [...process.execArgv, process.argv[1] ?? '', '--older-postgres', ...ON_OLDER], {
      stdio: 'inherit',
    }),
  )
}

async function runTests({ url, leftovers, stop }: TestDatabaseServer): Promise<number> {
  const report = join(run.folder, 'report.json')
  const records = isWhole ? await startRecording() : undefined
  interruption.signal.throwIfAborted()
  const code = await vitest(report, { PARLEY_TEST_DATABASE_URL: url, PARLEY_TEST_RECORDS: records })
  interruption.signal.throwIfAborted()
  const left = await leftovers()
  await stop()
  left.push(...(await run.leftovers()))
  for (const line of left) console.log(line)
  const { passed, failed, skipped } = await countsOf(report, code)
  const untested = isWhole && failed === 0 ? untestedNames(await readInventory(), await readRecords()) : []
  for (const name of untested) console.log(`No test has seen all of this. ${name}`)
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
  return failed > 0 || untested.length > 0 || left.length > 0 ? 1 : code
}

function vitest(report: string, places: NodeJS.ProcessEnv): Promise<number> {
  const program = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const child = spawn(process.execPath, [...process.execArgv, program, 'run', ...reporters, ...filters], {
    cwd: root,
    stdio: 'inherit',
    env: environment(places),
  })
  // It would wait for its tests. Their processes are ended by the mark of the run.
  interruption.signal.addEventListener('abort', () => child.kill('SIGKILL'))
  return ended(child)
}

function ended(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

/** Removes the user's own settings, so that they do not affect the servers under test. */
function environment(places: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => name !== 'DATABASE_URL' && !/^PARLEY_(?!TEST_)/.test(name),
  )
  const faults = flags.includes('--faults') ? { PARLEY_TEST_FAULTS: 'all' } : {}
  const long = flags.includes('--long') ? { PARLEY_TEST_LONG: 'all' } : {}
  const screens = flags.includes('--web') ? { PARLEY_TEST_SCREENS: 'all' } : {}
  const entry = { PARLEY_TEST_ENTRY: bundledEntry(process.execPath) }
  return {
    ...Object.fromEntries(kept),
    ...faults,
    ...long,
    ...screens,
    ...browser,
    ...entry,
    ...run.environment,
    ...places,
  }
}

async function chromiumOrEnd(): Promise<string> {
  try {
    return await provideChromium()
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}

interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
}

/** A file that does not load has no failed test, but the run has failed. */
async function countsOf(file: string, code: number) {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return { passed: 0, failed: 1, skipped: 0 }
  const report = JSON.parse(text) as Report
  const failed = Math.max(report.numFailedTests, code === 0 ? 0 : 1)
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests + report.numTodoTests }
}
