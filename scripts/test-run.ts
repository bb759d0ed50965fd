import { randomBytes } from 'node:crypto'
import { access, chmod, constants, mkdir, mkdtemp, readdir, realpath, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { canReach, databaseUser } from '../server/kernel/db/embedded/database-user.ts'
import { endProcesses, leftProcesses, type RunMark } from './left-processes.ts'

/**
 * One run of the test command. All its files are in one folder, and all its processes have one mark, so that it can
 * find what its tests have left behind and leave nothing itself.
 */
export interface TestRun extends RunMark {
  /** Variables for the tests, in addition to the user's environment. */
  readonly environment: Readonly<Record<string, string>>
  /** Things that tests have left behind, one line each. */
  leftovers(): Promise<string[]>
  /** Ends all processes and removes all files. */
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
      // Processes of a killed database may still write for a moment.
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
    },
  }
}

const SETTLED_WITHIN = 5_000

/**
 * Copies of the database's programs are kept for the whole run. They are needed if the database's user cannot read the
 * checkout.
 */
const isProgramCopy = (name: string): boolean => name.startsWith('postgresql-')

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

/** A temporary folder that the database's user can enter, so not one of root's own. */
async function reachableFolder(): Promise<string> {
  const inMemory = (await hasRoom(MEMORY)) ? [MEMORY] : []
  const folders = [...inMemory, await realpath(tmpdir()), '/tmp', '/var/tmp']
  return folders.find((folder) => canReach(folder, databaseUser(folder, folder))) ?? tmpdir()
}

/** Hundreds of databases are made and dropped, which takes a tenth of the time here. */
const MEMORY = '/dev/shm'
const GIBIBYTE = 2 ** 30

/** A temporary folder that was asked for wins. In many containers no program may be run in this one. */
async function hasRoom(folder: string): Promise<boolean> {
  if (process.env['TMPDIR'] !== undefined || (process.availableMemory?.() ?? 0) < 8 * GIBIBYTE) return false
  try {
    const { bavail, bsize } = await statfs(folder)
    const program = join(await mkdtemp(join(folder, 'parley-test-')), 'program')
    await writeFile(program, '', { mode: 0o755 })
    const isAllowed = await access(program, constants.X_OK).then(
      () => true,
      () => false,
    )
    await rm(dirname(program), { recursive: true })
    return isAllowed && bavail * bsize > 4 * GIBIBYTE
  } catch {
    return false
  }
}
