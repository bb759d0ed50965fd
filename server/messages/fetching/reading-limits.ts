/**
 * How much is read in one way before another way is taken. Tests lower the numbers, so that a small history takes all
 * ways.
 */
export const readingLimits = {
  /** Up to this many unread messages are compared with the narrow one by one. */
  fewUnread: 1_000,
  /** Up to this many messages with the words of a phrase are all read. */
  fewFound: 1_000,
  /** How many of the nearest messages are read first: for each message of a page, and besides. */
  nearbyForEach: 10,
  nearby: 100,
}
