const isLong = process.env['PARLEY_TEST_LONG'] !== undefined

/** The number of texts of each kind. Both kinds together are 20,000, and a million in a long run. */
export const AMOUNT = isLong ? 500_000 : 10_000
/** Random in a long run, unless it is given. */
export const SEED = Number(process.env['PARLEY_TEST_SEED'] ?? (isLong ? Date.now() % 1_000_000_000 : 20_260))
/** The test command promises that nothing runs forever. Many times what it takes, because other programs may take the processor. */
export const TIME_LIMIT = isLong ? 7_200_000 : 1_200_000
