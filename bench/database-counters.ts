/** A connection of the database reports its counters once it has been idle for ten seconds. In milliseconds. */
export const COUNTED_AFTER = 11_000
