import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface BareProcess {
  readonly port: number
  readonly pid: number
  stop(): void
}

export function startBareServer(): Promise<BareProcess> {
  const child = fork(fileURLToPath(new URL('bare-server.ts', import.meta.url)), { stdio: 'inherit' })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('message', (message) => {
      const { port } = message as { port: number }
      resolve({ port, pid: child.pid as number, stop: () => child.kill() })
    })
  })
}
