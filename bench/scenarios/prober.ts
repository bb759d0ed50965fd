import { parentPort, Worker, workerData } from 'node:worker_threads'
import { Connection } from '../http/connection.ts'

/**
 * Sends unrelated requests continuously from its own thread. The load generator's thread is busy reading answers and
 * would measure its own delay.
 */
export interface Prober {
  /** The times, in milliseconds, of the requests since the last call, with the one that is under way. */
  take(): Promise<number[]>
  stop(): Promise<void>
}

export async function startProber(port: number, request: string): Promise<Prober> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { port, request } })
  const message = () => new Promise((resolve) => worker.once('message', resolve))
  await message()
  return {
    async take() {
      worker.postMessage('take')
      return (await message()) as number[]
    },
    stop: async () => void (await worker.terminate()),
  }
}

if (parentPort && workerData) await probe(workerData as { port: number; request: string }, parentPort)

async function probe({ port, request }: { port: number; request: string }, owner: NonNullable<typeof parentPort>) {
  const connection = await Connection.open(port)
  let times: number[] = []
  let isWanted = false
  owner.on('message', () => {
    isWanted = true
  })
  owner.postMessage('ready')
  for (;;) {
    const start = performance.now()
    await connection.send(request)
    times.push(performance.now() - start)
    if (isWanted) {
      owner.postMessage(times)
      times = []
      isWanted = false
    }
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}
