// The thread that makes the API page, so that the first visit holds up nobody else.
import { parentPort, workerData } from 'node:worker_threads'
import type { WorkerData } from './make-in-thread.ts'

const { version, url, wireName } = workerData as WorkerData
// Before the contract is loaded.
globalThis.parleyWireName = wireName
const { makeDocuments } = await import('./documents.ts')
parentPort?.postMessage(makeDocuments(version, url))
