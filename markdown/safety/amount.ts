const isLong = process.env['PARLEY_TEST_LONG'] !== undefined

/** Texts of each kind; both together make 20,000, in a long run a million. */
export const AMOUNT = isLong ? 500_000 : 10_000
/** In a long run another one every time, unless it is given. */
export const SEED = Number(process.env['PARLEY_TEST_SEED'] ?? (isLong ? Date.now() % 1_000_000_000 : 20_260))
/** A promise of the test command is that nothing runs for ever. */
export const TIME_LIMIT = isLong ? 7_200_000 : 120_000
