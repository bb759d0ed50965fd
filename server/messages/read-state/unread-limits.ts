/** How much is read for the unread messages of a person. Tests lower the numbers, so that a small history takes all ways. */
export const unreadLimits = {
  /** The state of a person contains at most this number, the newest ones. */
  most: 50_000,
  /** If this number is there by an estimate, older ones are read only if these turn out to be fewer. */
  enough: 55_000,
}
