// The test command: one database server for the whole suite, vitest, and a closing line that says how it went.
import { spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { provideChromium } from './chromium.ts'
import { lostCoverage, markComplete, startRecording } from './coverage-record.ts'
import { testDatabase } from './test-database.ts'

const root = dirname(import.meta.dirname)
const own = new Set(['--postgres', '--faults', '--long'])
const flags = process.argv.slice(2).filter((arg) => own.has(arg))
const filters = process.argv.slice(2).filter((arg) => !own.has(arg))
/** Only a run of everything can say what is tested and what is not. */
const isWhole = filters.length === 0 && !flags.includes('--faults') && !flags.includes('--long')
const needsBrowser = isWhole || filters.some((filter) => 'test/browser/markdown.test.ts'.includes(filter))

const browser = needsBrowser ? { PARLEY_TEST_CHROMIUM: await chromiumOrEnd() } : {}
const folder = await mkdtemp(join(tmpdir(), 'parley-test-'))
// As root the database runs as another user, who has to pass through.
await chmod(folder, 0o711)
const database = await testDatabase(folder, flags.includes('--postgres'))
try {
  const report = join(folder, 'report.json')
  const records = isWhole ? await startRecording() : undefined
  const code = await vitest(report, { PARLEY_TEST_DATABASE_URL: database.url, PARLEY_TEST_RECORDS: records })
  const { passed, failed, skipped } = await countsOf(report, code)
  const lost = isWhole && failed === 0 ? await lostCoverage() : []
  for (const outcome of lost) console.log(`No test received this any more: ${outcome}`)
  if (isWhole && failed === 0) await markComplete()
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
  process.exitCode = failed > 0 || lost.length > 0 ? 1 : code
} finally {
  await database.stop()
  await rm(folder, { recursive: true, force: true })
}

function vitest(report: string, places: NodeJS.ProcessEnv): Promise<number> {
  const program = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const child = spawn(process.execPath, [...process.execArgv, program, 'run', ...reporters, ...filters], {
    cwd: root,
    stdio: 'inherit',
    env: environment(places),
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

/** The settings of the person who runs the tests are not those of the servers under test. */
function environment(places: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => name !== 'DATABASE_URL' && !/^PARLEY_(?!TEST_)/.test(name),
  )
  const faults = flags.includes('--faults') ? { PARLEY_TEST_FAULTS: 'all' } : {}
  const long = flags.includes('--long') ? { PARLEY_TEST_LONG: 'all' } : {}
  return { ...Object.fromEntries(kept), ...faults, ...long, ...browser, ...places }
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
