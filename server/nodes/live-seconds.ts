/** By the database's clock. A node that has not been seen for so long is gone. */
export const LIVE_SECONDS = 10
