import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canReach, databaseUser } from '../server/db/embedded/database-user.ts'
import { endProcesses, leftProcesses, type RunMark } from './left-processes.ts'

/**
 * One run of the test command. All that it makes lies in one folder, and all that it starts carries one mark, so that it
 * can tell what its tests have left behind, and leave nothing itself.
 */
export interface TestRun extends RunMark {
  /** For the tests, beside the settings of the person who runs them. */
  readonly environment: Readonly<Record<string, string>>
  /** What tests have left behind, one line each. */
  leftovers(): Promise<string[]>
  /** Ends and removes everything. */
  close(): Promise<void>
}

export async function openTestRun(): Promise<TestRun> {
  const folder = await mkdtemp(join(await reachableFolder(), 'parley-test-'))
  const [temporary, shelter] = [join(folder, 'tmp'), join(folder, 'shelter')]
  await mkdir(temporary)
  // As root the database runs as another user, who has to pass through.
  for (const path of [folder, temporary]) await chmod(path, 0o711)
  const id = randomBytes(4).toString('hex')
  const mark = [process.env['PARLEY_TEST_RUN'], id].filter(Boolean).join('/')
  const run = { mark, folder }
  return {
    ...run,
    environment: { TMPDIR: temporary, PARLEY_TEST_FOLDER: folder, PARLEY_TEST_SHELTER: shelter, PARLEY_TEST_RUN: mark },
    async leftovers() {
      const processes = await leftProcesses(run, SETTLED_WITHIN)
      const folders = [
        ...(await namesIn(temporary)),
        ...(await namesIn(shelter)).filter((name) => !isProgramCopy(name)),
      ]
      return [
        ...processes.map(({ pid, command }) => `A test left a process behind: ${pid} ${command}`),
        ...folders.map((name) => `A test left a folder or file behind: ${name}`),
      ]
    },
    async close() {
      await endProcesses(run)
      // Processes of a killed database may write for a moment longer.
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
    },
  }
}

const SETTLED_WITHIN = 5_000

/** Of the database's programs, where their user cannot read the checkout: for the whole run. */
const isProgramCopy = (name: string): boolean => name.startsWith('postgresql-')

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

/** A temporary folder that the database's user can enter: not one of root's own. */
async function reachableFolder(): Promise<string> {
  const folders = [await realpath(tmpdir()), '/tmp', '/var/tmp']
  return folders.find((folder) => canReach(folder, databaseUser(folder, folder))) ?? tmpdir()
}
