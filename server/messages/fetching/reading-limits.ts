/**
 * How much is read in one way before another way is taken. Tests lower the numbers, so that a small history takes all
 * ways.
 */
export const readingLimits = {
  /** Up to so many unread messages are compared with the narrow one by one. */
  fewUnread: 1_000,
  /** So many messages are looked at for each message of a page, and besides, before conversations are read one by one. */
  nearbyForEach: 5,
  nearby: 100,
}
