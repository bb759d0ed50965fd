import { Worker } from 'node:worker_threads'
import { CHECKOUT } from '../../checkout.ts'
import type { Documents } from './documents.ts'

export interface WorkerData {
  readonly version: string
  readonly url: string
  readonly wireName: string | undefined
}

/** Several times what it needs. */
const LIMITS = { maxOldGenerationSizeMb: 256 }

/** The documents, made by a thread that ends with them: rendering takes longer than a request may wait for the loop. */
export function makeInThread(version: string, url: string): Promise<Documents> {
  const workerData: WorkerData = { version, url, wireName: globalThis.parleyWireName }
  const worker = new Worker(new URL('server/kernel/http/api-page/worker.ts', CHECKOUT), {
    workerData,
    resourceLimits: LIMITS,
  })
  // A process that ends does not wait for a page.
  worker.unref()
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`the thread of the API page ended with ${code}`)))
  })
}
