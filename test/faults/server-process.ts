import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import serverFlags from '../../server/operations/process/node-flags.json' with { type: 'json' }
import { childEnvironment, freePort, parleyEntry, temporaryFolder } from '../parley-process.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Only what hangs reaches it. */
const READY_WITHIN = 300_000
/** Large pages make a server faster after a slower start. Benchmarks want that, tests do not. */
const FLAGS = process.env['VITEST'] ? serverFlags.filter((flag) => !flag.includes('largepages')) : serverFlags

export const OWNER = { email: 'owner@example.com', password: 'ocean-Quartz-77-lantern' } as const

export interface ServerOptions {
  /** An existing database. Without it the server uses the embedded one of its data folder. */
  readonly databaseUrl?: string
  /** A given folder is kept. Otherwise a temporary one is removed with the server. */
  readonly dataDir?: string
  readonly port?: number
  /** The same for all nodes of one database. */
  readonly secretFile?: string
  readonly env?: Readonly<Record<string, string>>
  /** A module that is loaded before the server, for a test that needs a fault inside. */
  readonly preload?: string
  /** The file for its log. Without it the log is read here, which costs both sides a turn per line. */
  readonly logFile?: string
}

/** The server in its own process, which can be killed and restarted on the same data. */
export class ServerProcess {
  readonly port: number
  readonly dataDir: string
  readonly #options: ServerOptions
  readonly #temporary: boolean
  #child: ChildProcess | null = null
  /** Its output, for the message of a failing test. */
  output = ''

  private constructor(options: ServerOptions, dataDir: string, port: number) {
    this.#options = options
    this.#temporary = options.dataDir === undefined
    this.dataDir = dataDir
    this.port = port
  }

  /** Starts a server and waits until it answers. */
  static async start(options: ServerOptions = {}): Promise<ServerProcess> {
    const server = await ServerProcess.prepare(options)
    await server.start()
    return server
  }

  static async prepare(options: ServerOptions = {}): Promise<ServerProcess> {
    const dataDir = options.dataDir ?? temporaryFolder().path
    return new ServerProcess(options, dataDir, options.port ?? (await freePort()))
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  /** Returns the milliseconds from the start of the process to its first 200. */
  async start(): Promise<number> {
    const started = performance.now()
    this.spawn()
    await this.ready()
    return performance.now() - started
  }

  spawn(): void {
    const preload = this.#options.preload === undefined ? [] : ['--import', this.#options.preload]
    const { logFile } = this.#options
    const entry = parleyEntry()
    const output = logFile === undefined ? 'pipe' : openSync(logFile, 'a')
    const child = spawn(process.execPath, [...FLAGS, ...preload, entry, 'serve'], {
      cwd: ROOT,
      env: { ...inherited(), ...this.#environment() },
      stdio: ['ignore', output, output],
    })
    if (typeof output === 'number') closeSync(output)
    const keep = (data: Buffer) => {
      this.output = (this.output + data.toString()).slice(-20_000)
    }
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    // Tests end servers by signals, or ask them to stop. Any other end is the reason of the failures that follow.
    child.on('close', (code) => {
      if (code) process.stderr.write(`A server ended by itself with code ${code}:\n${this.output}\n`)
    })
    this.#child = child
  }

  /** Closes the reading end of its log, so that every further line fails. */
  closeOutput(): void {
    this.#child?.stdout?.destroy()
    this.#child?.stderr?.destroy()
  }

  async ready(): Promise<void> {
    const child = this.#child
    const end = performance.now() + READY_WITHIN
    while (performance.now() < end) {
      if (child === null || child.exitCode !== null || child.signalCode !== null) break
      if (await this.#answers()) return
      await sleep(10)
    }
    throw new Error(`The server did not start.\n${this.#options.logFile ?? this.output}`)
  }

  /** Ends the process and waits for it. Returns its exit code, or null after a signal. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    const child = this.#child
    if (child === null || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    child.kill(signal)
    await ended
    return child.exitCode
  }

  kill(): Promise<number | null> {
    return this.stop('SIGKILL')
  }

  async restart(signal: NodeJS.Signals = 'SIGKILL'): Promise<number> {
    await this.stop(signal)
    return this.start()
  }

  async dispose(): Promise<void> {
    await this.stop()
    if (this.#temporary) await rm(this.dataDir, { recursive: true, force: true })
  }

  /** Runs every few milliseconds next to a process that needs both cores, so it must be cheap. */
  #answers(): Promise<boolean> {
    return new Promise((resolve) => {
      const options = { agent: false, timeout: 2_000 }
      const request = get(`${this.url}/api/v1/server_settings`, options, (response) => {
        response.resume().on('end', () => resolve(response.statusCode === 200))
      })
      request.on('timeout', () => request.destroy()).on('error', () => resolve(false))
    })
  }

  #environment(): Record<string, string> {
    return {
      PARLEY_PORT: String(this.port),
      PARLEY_URL: this.url,
      PARLEY_DATA_DIR: this.dataDir,
      PARLEY_SECRET_FILE: this.#options.secretFile ?? join(this.dataDir, 'secret'),
      PARLEY_ORG_NAME: 'Faults',
      PARLEY_OWNER_NAME: 'Olga Owner',
      PARLEY_OWNER_EMAIL: OWNER.email,
      PARLEY_OWNER_PASSWORD: OWNER.password,
      PARLEY_RATE_LIMITS: 'off',
      PARLEY_LOG_FORMAT: 'json',
      ...(this.#options.databaseUrl === undefined ? {} : { DATABASE_URL: this.#options.databaseUrl }),
      ...this.#options.env,
    }
  }
}

/** The developer's own settings must not reach the server under test. */
function inherited(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env)
  const others = entries.filter(([name]) => !name.startsWith('PARLEY_') && name !== 'DATABASE_URL')
  return { ...Object.fromEntries(others), ...childEnvironment() }
}
