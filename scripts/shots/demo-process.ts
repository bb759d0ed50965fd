import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** `npm run demo` in a temporary folder. */
export interface DemoProcess {
  readonly url: string
  stop(): Promise<void>
}

export async function startDemo(
  env: NodeJS.ProcessEnv = process.env,
  say: (line: string) => void = console.log,
): Promise<DemoProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-shots-'))
  // The user of the embedded database has to pass through.
  chmodSync(folder, 0o711)
  const port = await freePort()
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', demoFile], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...env, PARLEY_DATA_DIR: join(folder, 'data'), PARLEY_PORT: String(port), TZ: 'UTC' },
  })
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await isServing(child, ended, say)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: `http://localhost:${port}`, stop }
}

const demoFile = join(import.meta.dirname, '..', 'demo', 'demo.ts')

/** Passes its progress on. It is ready when people are present, which is the last thing that the demo does. */
function isServing(child: ChildProcess, ended: Promise<void>, say: (line: string) => void): Promise<void> {
  let said = ''
  return new Promise((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\n')) if (line.startsWith('demo:')) say(line)
      said += text
      if (said.includes('demo: everybody is there')) resolve()
    })
    void ended.then(() => reject(new Error(`The demo has ended: ${said}`)))
  })
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
