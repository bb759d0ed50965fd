import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
export const collectGarbage = runInNewContext('gc') as () => void

/** Megabytes of heap that are still in use after the work. Imprecise: use it only for large differences. */
export async function heldAfter(work: () => unknown): Promise<number> {
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  await work()
  collectGarbage()
  return (process.memoryUsage().heapUsed - before) / 1_048_576
}
