import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const root = dirname(import.meta.dirname)

/** A command of `parley` in its own process, as an operator would run it. */
export interface ParleyProcess {
  readonly child: ChildProcess
  readonly url: string
  readonly dataDir: string
  /** Its output so far. */
  readonly said: { out: string; errors: string }
  /** Resolves when its output contains the text. Rejects if it ends before. */
  says(text: string): Promise<void>
  ended(): Promise<number | null>
}

export interface ProcessOptions {
  readonly dataDir: string
  /** A server needs its own port, because another server may run on this machine. */
  readonly port?: number
  readonly env?: Record<string, string>
  /** A module that is loaded before the server, for a test that needs a fault or access to internals. */
  readonly preload?: URL
  /** The umask of the shell that starts it, in octal digits. Our own if absent. */
  readonly umask?: string
  /** The folder of its source. This checkout if absent. */
  readonly checkout?: string
  /** Its input and output are a terminal, as for a person (Linux). */
  readonly terminal?: true
}

export function parleyProcess(args: readonly string[], options: ProcessOptions): ParleyProcess {
  const { dataDir, port, env = {} } = options
  if (args[0] === 'serve' && port === undefined) throw new Error('A server in a test needs a free port.')
  const [program = '', ...rest] = commandLine(args, options)
  const child = spawn(program, rest, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...childEnvironment(), PARLEY_DATA_DIR: dataDir, ...(port && { PARLEY_PORT: String(port) }), ...env },
  })
  const said = { out: '', errors: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.errors += text
  })
  const end = new Promise<number | null>((resolve) => child.on('close', resolve))
  const says = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => (said.out.includes(text) || said.errors.includes(text)) && resolve()
      child.stdout.on('data', look)
      child.stderr.on('data', look)
      void end.then((code) => reject(new Error(`ended with ${code}: ${said.out}${said.errors}`)))
      look()
    })
  return { child, url: `http://localhost:${port}`, dataDir, said, says, ended: () => end }
}

/** Runs commands of the operator on the database of a test server, which keeps running. */
export const operatorOf =
  (server: () => ServerAtWork) =>
  async (...args: string[]): Promise<{ code: number | null; out: string; errors: string }> => {
    const { ctx, database } = server()
    const { dataDir, secretFile } = ctx.config
    const env = { DATABASE_URL: database.url, PARLEY_UNSAFE_DATABASE: 'on', PARLEY_SECRET_FILE: secretFile }
    const { ended, said } = parleyProcess(args, { dataDir: join(dataDir, 'command'), env })
    return { code: await ended(), out: said.out.trim(), errors: withoutProgress(said.errors) }
  }

interface ServerAtWork {
  readonly ctx: { readonly config: { readonly dataDir: string; readonly secretFile: string } }
  readonly database: { readonly url: string }
}

/** What a command said on a busy machine, without the lines about what it waited for and how far it has come. */
export const withoutProgress = (errors: string): string =>
  errors.replaceAll(/^(?:\[\d\d:\d\d:\d\d\] INFO: .*|\w[\w ]*: \d+ files?, .* MiB)\n/gm, '').trim()

/**
 * The file that runs Parley. The test command makes a bundle once, which is also what `npm start` runs. A preloaded
 * module can change node's own modules and packages outside the bundle (see scripts/bundle.ts), but not our modules.
 */
export const parleyEntry = (): string => process.env['PARLEY_TEST_ENTRY'] ?? join(root, 'cli', 'parley.ts')

function commandLine(args: readonly string[], { preload, umask, checkout, terminal }: ProcessOptions): string[] {
  const flags = ['--disable-warning=ExperimentalWarning', ...(preload ? ['--import', preload.href] : [])]
  const entry = checkout ? join(checkout, 'cli', 'parley.ts') : parleyEntry()
  const plain = [process.execPath, ...flags, entry, ...args]
  const masked = umask ? ['sh', '-c', `umask ${umask}; exec "$0" "$@"`, ...plain] : plain
  return terminal ? ['script', '-qec', masked.map((word) => `'${word}'`).join(' '), '/dev/null'] : masked
}

/**
 * The environment of all processes that tests start. From the user's environment it keeps only the paths of programs,
 * temporary files and compiled modules. It adds the mark by which the test command finds running processes, and a
 * shelter for this run.
 */
export function childEnvironment(): Record<string, string> {
  const names = ['PATH', 'TMPDIR', 'NODE_COMPILE_CACHE', 'PARLEY_TEST_RUN']
  const kept = names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
  const shelter = testShelter()
  return { ...Object.fromEntries(kept), ...(shelter && { PARLEY_SHELTER_DIR: shelter }) }
}

/** Replaces root's default shelter, in which another server may have its database. */
export const testShelter = (): string | undefined => process.env['PARLEY_TEST_SHELTER']

/** A folder for data that `remove` deletes. The user of the embedded database can pass through. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'parley-'))
  chmodSync(path, 0o711)
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** Below the range of ephemeral ports, so that no other program gets the port by chance. */
const PORTS = { from: 10_000, to: 32_000 }
const TRIES = 100

/** A port without a listener. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = randomInt(PORTS.from, PORTS.to)
    if (await isFree(port)) return port
  }
  throw new Error(`None of ${TRIES} ports was free.`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().on('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
