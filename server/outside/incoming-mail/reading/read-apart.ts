import { spawn } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deserialize } from 'node:v8'
import { CHECKOUT } from '../../../kernel/checkout.ts'
import type { ReadResult } from './reader.ts'

/** A mail of 25 MB with one attachment needs a third of the memory and a tenth of the time. */
const FLAGS = ['--disable-warning=ExperimentalWarning', '--max-old-space-size=192']
const MAX_READ_MILLISECONDS = 20_000

/**
 * Reads a mail in a process of its own. Anybody can write a mail that takes a parser minutes or gigabytes, and a thread
 * that runs out of memory can take the whole server with it. The process knows no settings, so no secrets.
 */
export function readApart(source: Uint8Array): Promise<ReadResult> {
  const program = fileURLToPath(new URL('server/outside/incoming-mail/reading/reader.ts', CHECKOUT))
  const child = spawn(process.execPath, [...FLAGS, program], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: environment(),
    timeout: MAX_READ_MILLISECONDS,
    killSignal: 'SIGKILL',
  })
  // What it has not read when it ends is reported by its end.
  child.stdin.on('error', () => {})
  child.stdin.end(source)
  const output: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code === 0) resolve(deserialize(Buffer.concat(output)) as ReadResult)
      else reject(new Error(`the process that reads a mail ended with ${signal ?? code}`))
    })
  })
}

/** Compiled modules are kept for the next one, where the server keeps its own. */
function environment(): Record<string, string> {
  const compiled = getCompileCacheDir()
  return compiled === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compiled) }
}
