import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
export const collectGarbage = runInNewContext('gc') as () => void

/** Megabytes that are still held when the work is done. Roughly: ask only for what differs by many. */
export async function heldAfter(work: () => unknown): Promise<number> {
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  await work()
  collectGarbage()
  return (process.memoryUsage().heapUsed - before) / 1_048_576
}
