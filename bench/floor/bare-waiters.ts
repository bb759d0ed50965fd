import { fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Connection } from '../http/connection.ts'

/**
 * The clients of the bare server, in a process of their own: together with those of the server under test they would
 * need more descriptors than a process may have.
 */
export interface BareWaiters {
  /** Milliseconds from the release of so many waiting requests to the last byte of the last answer. */
  release(waiting: number, bytes: number): Promise<number>
  stop(): void
}

interface Order {
  readonly port: number
  readonly waiting: number
  readonly bytes: number
}

/** As long as the polls of the server under test get to settle. */
export const settleTime = (waiting: number): number => 600 + waiting / 5

export function startBareWaiters(port: number): BareWaiters {
  const child = fork(fileURLToPath(import.meta.url), { stdio: 'inherit', env: { ...process.env, BARE_WAITERS: 'yes' } })
  return {
    release: (waiting, bytes) =>
      new Promise((resolve) => {
        child.once('message', (milliseconds) => resolve(milliseconds as number))
        child.send({ port, waiting, bytes } satisfies Order)
      }),
    stop: () => child.kill(),
  }
}

if (process.env['BARE_WAITERS'] === 'yes' && process.send) {
  const connections: Connection[] = []
  process.on('message', (order: Order) => {
    void releaseOnce(connections, order).then((milliseconds) => process.send?.(milliseconds))
  })
}

async function releaseOnce(connections: Connection[], { port, waiting, bytes }: Order): Promise<number> {
  while (connections.length < waiting) connections.push(await Connection.open(port))
  const control = await Connection.open(port)
  const answers = connections.map(async (connection) => {
    await connection.send('GET /wait HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
    return performance.now()
  })
  await sleep(settleTime(waiting))
  const start = performance.now()
  const released = control.send(`GET /release?${bytes} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)
  const last = Math.max(...(await Promise.all(answers)))
  await released
  control.close()
  return last - start
}
