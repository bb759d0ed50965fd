import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface LeftProcess {
  readonly pid: number
  readonly command: string
}

/** Identifies the processes of a run. */
export interface RunMark {
  /** Every process of the run has it in its environment, as PARLEY_TEST_RUN. */
  readonly mark: string
  /** PostgreSQL overwrites its environment, but not the path of its database. */
  readonly folder: string
}

/** All processes of the run except this one. */
export function processesOf(run: RunMark): LeftProcess[] {
  const found = process.platform === 'linux' ? inProc(run) : inProcessList(run)
  return found.filter(({ pid }) => pid !== process.pid)
}

function inProc({ mark, folder }: RunMark): LeftProcess[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((pid) => {
    const words = read(`/proc/${pid}/cmdline`).split('\0')
    const isMarked = read(`/proc/${pid}/environ`)
      .split('\0')
      .some((line) => line === `PARLEY_TEST_RUN=${mark}` || line.startsWith(`PARLEY_TEST_RUN=${mark}/`))
    const isInside = words.some((word) => word.includes(folder))
    return isMarked || isInside ? [{ pid: Number(pid), command: words.join(' ').trim() }] : []
  })
}

/** Empty for a process that has ended, and for another user's process that the system hides. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function inProcessList({ folder }: RunMark): LeftProcess[] {
  const lines = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,command='], { encoding: 'utf8' }).split('\n')
  return lines
    .filter((line) => line.includes(folder))
    .map((line) => ({ pid: Number.parseInt(line, 10), command: line.trim().replace(/^\d+ /, '') }))
}

/** The processes that are still running after a moment, because ending takes time. */
export async function leftProcesses(run: RunMark, milliseconds: number): Promise<LeftProcess[]> {
  const end = performance.now() + milliseconds
  for (;;) {
    const found = processesOf(run)
    if (found.length === 0 || performance.now() > end) return found
    await sleep(50)
  }
}

const PATIENCE = 10_000
const IMMEDIATELY = 3_000

/**
 * Ends all processes of the run, including those they start meanwhile. PostgreSQL first gets an immediate shutdown,
 * because a killed one leaves shared memory behind.
 */
export async function endProcesses(run: RunMark): Promise<void> {
  const start = performance.now()
  for (;;) {
    const found = processesOf(run)
    const waited = performance.now() - start
    if (found.length === 0 || waited > PATIENCE) return
    for (const { pid, command } of found) kill(pid, isPostgres(command) && waited < IMMEDIATELY ? 'SIGQUIT' : 'SIGKILL')
    await sleep(50)
  }
}

const isPostgres = (command: string): boolean => basename(command.split(' ', 1)[0] ?? '') === 'postgres'

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
