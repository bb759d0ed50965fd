import { type ExecFileOptions, execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

export const root = dirname(import.meta.dirname)

export interface Outcome {
  readonly code: number
  readonly output: string
}

/** Runs the program of an installed package with our own Node and captures its output. */
export function runTool(packageName: string, program: string, args: readonly string[]): Promise<Outcome> {
  const child = spawn(process.execPath, [programFile(packageName, program), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, FORCE_COLOR: '0' },
  })
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(said).toString('utf8').trim() }))
  })
}

/** Runs a program of the system and returns its output. Throws if it fails. */
export async function execute(
  program: string,
  args: readonly string[],
  options: ExecFileOptions = {},
): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { cwd: root, ...options })
  return String(stdout)
}

function programFile(packageName: string, program: string): string {
  const folder = join(root, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { bin: Record<string, string> }
  return join(folder, bin[program] ?? '')
}

/** Our own source folders that exist. */
export const SOURCES = ['api', 'client', 'markdown', 'server', 'web', 'cli', 'bench', 'scripts', 'test']
