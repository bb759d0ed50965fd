import { type ChildProcess, spawn } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '../../base/live-process.ts'
import { refuse } from '../../base/startup-refusal.ts'
import type { DatabaseUser } from './database-user.ts'

export interface Postmaster {
  readonly pid: number
  /** A folder (Unix socket) or a loopback address. */
  readonly host: string
  readonly port: number
}

interface RunningPostmaster extends Postmaster {
  readonly ready: boolean
  /** It may be repairing what a crash left. */
  readonly starting: boolean
}

/** What the running server of this folder says about itself in its postmaster.pid; null when none runs. */
export function runningPostmaster(cluster: string): RunningPostmaster | null {
  let lines: string[]
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return null
  }
  const [pid, , , port, socketFolder, address, , status] = lines.map((line) => line.trim())
  if (!pid || !isAlive(Number(pid)) || isSomethingElse(Number(pid), cluster)) return null
  return {
    pid: Number(pid),
    host: socketFolder || address || '',
    port: Number(port),
    ready: status === 'ready',
    starting: status === 'starting',
  }
}

/**
 * A process number is used again after a reboot. Only what any user may read of a process counts here: in a container
 * root may not see more of a process of another user.
 */
function isSomethingElse(pid: number, cluster: string): boolean {
  if (process.platform !== 'linux') return false
  try {
    // Not the program's own name: where another architecture is emulated, that is the emulator's.
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return !command.some((word) => basename(word) === 'postgres') || !command.includes(cluster)
  } catch {
    return true
  }
}

export interface Launch {
  readonly program: string
  readonly cluster: string
  readonly user: DatabaseUser | null
  readonly flags: readonly string[]
  /** The start is no longer wanted. */
  readonly signal: AbortSignal | undefined
}

const PATIENCE = 10_000
const STOP_WITHIN = 5000

/** Starts the server. Processes of one that was killed may need a moment to notice and to leave its shared memory. */
export async function startPostmaster(launch: Launch): Promise<Postmaster> {
  takeLocksOver(launch.cluster)
  await keepOneOldLog(logFileOf(launch.cluster))
  const end = performance.now() + PATIENCE
  for (;;) {
    const outcome = await tryStart(launch)
    if (typeof outcome === 'object') return outcome
    const said = readFileSync(logFileOf(launch.cluster), 'utf8').slice(-4000)
    const waits = said.includes('shared memory block') && said.includes('still in use')
    if (!waits || performance.now() > end) throw whyNotStarted(launch.cluster, said, outcome)
    await sleep(100)
    launch.signal?.throwIfAborted()
  }
}

const LOCK = /^(postmaster\.pid|\.s\.PGSQL\.\d+\.lock)$/

/**
 * PostgreSQL would take whoever has the number in a lock for a running server: another program that got it later, or a
 * killed server that nobody has collected yet. It does not take its own parent for one. The files stay, because they
 * also keep a new server from the shared memory of an old one whose processes still write.
 */
function takeLocksOver(cluster: string): void {
  for (const name of readdirSync(cluster).filter((entry) => LOCK.test(entry))) {
    const file = join(cluster, name)
    const [number = '', ...rest] = readFileSync(file, 'utf8').split('\n')
    const pid = Number(number)
    const isTaken = existsSync(`/proc/${pid}`)
    if (isTaken && (!isAlive(pid) || isSomethingElse(pid, cluster))) replace(file, [process.pid, ...rest].join('\n'))
  }
}

/** In one step, and for the same owner. */
function replace(file: string, text: string): void {
  const temporary = `${file}.parley`
  const { uid, gid } = statSync(file)
  writeFileSync(temporary, text, { mode: 0o600 })
  chownSync(temporary, uid, gid)
  renameSync(temporary, file)
}

/**
 * In a session of its own, so that Ctrl-C in our terminal does not reach it: it has to outlive the requests that are
 * being finished. Returns the running server, or why there is none.
 */
async function tryStart({ program, cluster, user, flags, signal }: Launch): Promise<Postmaster | string> {
  const output = openSync(logFileOf(cluster), 'w', 0o600)
  const child = spawn(program, ['-D', cluster, ...flags], {
    stdio: ['ignore', output, output],
    detached: true,
    cwd: '/',
    ...user,
  })
  closeSync(output)
  child.unref()
  const failure = failureOf(child)
  for (;;) {
    const running = runningPostmaster(cluster)
    if (running?.ready && running.pid === child.pid) return running
    const failed = failure()
    if (failed) return failed
    if (signal?.aborted && child.pid) await stopPostmaster(child.pid)
    signal?.throwIfAborted()
    await sleep(5)
  }
}

function failureOf(child: ChildProcess): () => string | null {
  let failure: string | null = null
  child.on('error', (error) => {
    failure = error.message
  })
  child.on('exit', (code, signal) => {
    failure = `it ended with ${signal ?? `code ${code}`}`
  })
  return () => failure
}

function whyNotStarted(cluster: string, said: string, failure: string): Error {
  if (said.includes('No space left on device')) return refuse.diskFull(cluster)
  if (said.includes('has invalid permissions')) return refuse.databaseOpenToOthers(cluster)
  const fatal = said.split('\n').findLast((line) => /(FATAL|PANIC): /.test(line))
  return refuse.databaseNotStarting(logFileOf(cluster), fatal?.replace(/^.*(FATAL|PANIC): +/, '') ?? failure)
}

const logFileOf = (cluster: string): string => join(cluster, 'server.log')

async function keepOneOldLog(logFile: string): Promise<void> {
  if (existsSync(logFile)) await rename(logFile, `${logFile}.1`)
}

/** A "fast" shutdown; past the time limit an immediate one, which the next start repairs from the write-ahead log. */
export async function stopPostmaster(pid: number, milliseconds = STOP_WITHIN): Promise<void> {
  for (const [signal, limit] of [
    ['SIGINT', milliseconds],
    ['SIGQUIT', 2000],
  ] as const) {
    const end = performance.now() + limit
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    while (performance.now() < end) {
      if (!isAlive(pid)) return
      await sleep(10)
    }
  }
}
