/** Seconds by the database's clock. A node that was not seen for this long counts as stopped. */
export const LIVE_SECONDS = 10
