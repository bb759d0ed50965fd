import { expect } from 'vitest'

/** `npm test` runs a quick form of every fault; `npm run test:faults` all rounds. */
export const isFull = process.env['PARLEY_TEST_FAULTS'] === 'all'

export const rounds = (quick: number, full: number): number => (isFull ? full : quick)

/** Work that has to end in time. In the quick form only that it ends: a busy machine says nothing about the server. */
export async function promptly(milliseconds: number, work: () => Promise<void>): Promise<void> {
  const start = performance.now()
  await work()
  if (isFull) expect(performance.now() - start).toBeLessThan(milliseconds)
}
