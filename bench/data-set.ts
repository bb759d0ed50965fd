import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ServerProcess } from '../test/faults/server-process.ts'
import type { DataSet } from './scenario.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const run = promisify(execFile)
const CACHE = join(ROOT, '.cache', 'bench')

/**
 * Populates once and keeps the result until migrations or populate itself change. The benchmark uses a copy: a run
 * leaves a million messages behind, and the next run must start from the same state.
 */
export async function prepareData(size: 'S' | 'M' | 'L', say: (text: string) => void): Promise<DataSet> {
  const folder = await populated(size, say)
  const copy = join(CACHE, `${size}-at-work`)
  rmSync(copy, { recursive: true, force: true })
  // As root, the database belongs to another user. Node's own copy would not keep the owner.
  await run('cp', ['--archive', '--reflink=auto', folder, copy])
  const credentials = JSON.parse(readFileSync(join(copy, CREDENTIALS), 'utf8')) as Omit<DataSet, 'dataDir'>
  return { dataDir: join(copy, 'data'), ...credentials }
}

const CREDENTIALS = 'credentials.json'

async function populated(size: 'S' | 'M' | 'L', say: (text: string) => void): Promise<string> {
  const folder = join(CACHE, `${size}-${fingerprint()}`)
  const dataDir = join(folder, 'data')
  const credentials = join(folder, CREDENTIALS)
  if (!existsSync(credentials)) {
    say(`populating ${size} (once)`)
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    // The first start creates the organization.
    const server = await ServerProcess.start({ dataDir })
    await server.stop()
    writeFileSync(credentials, await runPopulate(size, dataDir), { mode: 0o600 })
  }
  return folder
}

async function runPopulate(size: string, dataDir: string): Promise<string> {
  const args = ['cli/parley.ts', 'populate', '--size', size, '--json']
  const env = { ...process.env, PARLEY_DATA_DIR: dataDir }
  const { stdout } = await run(process.execPath, args, { cwd: ROOT, env, maxBuffer: 2 ** 26 })
  return stdout.slice(stdout.indexOf('{'))
}

function fingerprint(): string {
  const hash = createHash('sha256')
  const files = globSync(['server/kernel/db/migrations/*.ts', 'server/operations/populate/*.ts'], {
    cwd: ROOT,
  }).toSorted()
  for (const file of files) hash.update(readFileSync(join(ROOT, file)))
  return hash.digest('hex').slice(0, 10)
}
