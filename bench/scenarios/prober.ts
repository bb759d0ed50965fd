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

const PAUSE = 2

/** `pause` is the time between an answer and the next request, in milliseconds. */
export async function startProber(port: number, request: string, pause = PAUSE): Promise<Prober> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { port, request, pause } satisfies Probe })
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

interface Probe {
  readonly port: number
  readonly request: string
  readonly pause: number
}

if (parentPort && workerData) await probe(workerData as Probe, parentPort)

async function probe({ port, request, pause }: Probe, owner: NonNullable<typeof parentPort>) {
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
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
