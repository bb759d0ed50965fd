import { expect } from 'vitest'

/** `npm test` runs a quick form of every fault. `npm run test:faults` runs all rounds. */
export const isFull = process.env['PARLEY_TEST_FAULTS'] === 'all'

export const rounds = (quick: number, full: number): number => (isFull ? full : quick)

/**
 * Runs work that has a time limit. The quick form only checks that it ends, because the time depends on the machine.
 */
export async function promptly(milliseconds: number, work: () => Promise<void>): Promise<void> {
  const start = performance.now()
  await work()
  if (isFull) expect(performance.now() - start).toBeLessThan(milliseconds)
}
