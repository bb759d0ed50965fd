// Asks the registry for known holes in what is installed; `--read` prepares a reading by hand where it does not answer.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { auditVerdict, readingVerdict } from './audit-verdict.ts'
import { type DependencyReading, type LockFile, lockedPackages, readAgain, split } from './dependency-reading.ts'
import { root } from './tools.ts'

const READING = join(root, 'scripts/dependency-reading.json')
const AT_ONCE = 12

const reading = readJson<DependencyReading>(READING)
const locked = lockedPackages(readJson<LockFile>(join(root, 'package-lock.json')))

if (process.argv.includes('--read')) await writeReading()
else judge()

function judge(): void {
  const answer = npm('audit', '--json', '--fetch-retries=0', '--fetch-timeout=20000')
  const { isClean, lines } = auditVerdict(answer) ?? readingVerdict(locked, reading, new Date())
  console.log(lines.join('\n'))
  process.exitCode = isClean ? 0 : 1
}

/** Notes what is the newest release; what is not, and has no remark yet, is for a person to read and to remark on. */
async function writeReading(): Promise<void> {
  const date = new Date().toISOString().slice(0, 10)
  const next = readAgain(locked, await publishedVersions(), { date, before: reading })
  writeFileSync(READING, `${JSON.stringify(next, null, 2)}\n`)
  const open = Object.keys(next.older).filter((name) => !next.older[name])
  console.log(
    [`${next.newest.length} are the newest release.`, ...open.map((name) => `${name}: to be read`)].join('\n'),
  )
}

async function publishedVersions(): Promise<Map<string, string[]>> {
  const registry = npm('config', 'get', 'registry').trim()
  const names = [...new Set(locked.map((entry) => split(entry).name))]
  const versions = new Map<string, string[]>()
  const worker = async () => {
    for (let name = names.pop(); name; name = names.pop()) {
      const answer = await fetch(new URL(name.replace('/', '%2f'), registry))
      if (!answer.ok) throw new Error(`${name}: the registry answers ${answer.status}`)
      versions.set(name, Object.keys(((await answer.json()) as { versions: object }).versions))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return versions
}

function npm(...args: string[]): string {
  return spawnSync('npm', args, { cwd: root, encoding: 'utf8' }).stdout ?? ''
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T
}
