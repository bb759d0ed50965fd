/** `npm test` runs a quick form of every fault; `npm run test:faults` all rounds. */
export const isFull = process.env['PARLEY_TEST_FAULTS'] === 'all'

export const rounds = (quick: number, full: number): number => (isFull ? full : quick)
