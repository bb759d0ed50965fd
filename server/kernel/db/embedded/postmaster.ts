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
  /** The folder of a Unix socket or a loopback address. */
  readonly host: string
  readonly port: number
}

interface RunningPostmaster extends Postmaster {
  readonly ready: boolean
  /** True while it starts, possibly with crash recovery. */
  readonly starting: boolean
}

/** The content of postmaster.pid of the running server of this folder. Null if none runs. */
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
 * True if the process is another program. A process number may be reused after a reboot. Reads only what any user may
 * read, because in a container root may not see more of another user's process.
 */
function isSomethingElse(pid: number, cluster: string): boolean {
  if (process.platform !== 'linux') return false
  try {
    // Not the program's own name, because under emulation that is the emulator.
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
  /** Aborted when the start is no longer needed. */
  readonly signal: AbortSignal | undefined
  /** Called when the process runs, for work that can be done until it is ready. */
  readonly onSpawn: (() => void) | undefined
}

const PATIENCE = 10_000
const STOP_WITHIN = 5000

/** Starts the server. The processes of a killed server may need a moment to end and release its shared memory. */
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
 * PostgreSQL treats the process number in a lock file as a running server, although it may belong to a later program or
 * a zombie. It does not do so for its own parent, so our number is written into the lock. The files must stay, because
 * they also keep a new server from the shared memory of an old one whose processes still write.
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

/** Replaces the file atomically and keeps its owner. */
function replace(file: string, text: string): void {
  const temporary = `${file}.parley`
  const { uid, gid } = statSync(file)
  writeFileSync(temporary, text, { mode: 0o600 })
  chownSync(temporary, uid, gid)
  renameSync(temporary, file)
}

/**
 * Starts the server in its own session, so that Ctrl-C in our terminal does not reach it: it must outlive the last
 * requests. Returns the running server, or the reason why there is none.
 */
async function tryStart({ program, cluster, user, flags, signal, onSpawn }: Launch): Promise<Postmaster | string> {
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
  onSpawn?.()
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

/**
 * Does a "fast" shutdown. After the time limit it does an immediate one, which the next start repairs from the
 * write-ahead log.
 */
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
