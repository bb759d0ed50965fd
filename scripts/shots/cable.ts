import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A connection to the server that can be pulled out, also for the worker of the app. */
export interface Cable {
  readonly url: string
  pullOut(): void
  /** What waits for an answer goes on waiting. Everything new is lost. */
  fray(): void
  plugIn(): void
  close(): Promise<void>
}

export async function layCable(to: string): Promise<Cable> {
  const port = Number(new URL(to).port)
  const open = new Set<Socket>()
  let isPlugged = true
  let isFrayed = false
  const server = createServer((near) => {
    if (!isPlugged) return void near.destroy()
    const far = connect(port, '127.0.0.1')
    near.on('data', () => isFrayed && near.destroy())
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const one of open) one.destroy()
  }
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    pullOut() {
      isPlugged = false
      cut()
    },
    fray() {
      isFrayed = true
    },
    plugIn() {
      isPlugged = true
      isFrayed = false
    },
    async close() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
