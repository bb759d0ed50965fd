const DAY = 86_400
const WEEK_DAYS = 7
/** The average is taken over this number of days. */
const COUNTED_DAYS = 28
const RECENT_DAYS = 180

/** The start of the days whose messages count. */
export const countedSince = (now: number): number => now - COUNTED_DAYS * DAY

/**
 * The average number of messages per week, with two significant digits. Null in the first week of a channel. A channel
 * with messages has at least one.
 */
export function weeklyTraffic(createdAt: number, recentMessages: number, now: number): number | null {
  const days = Math.floor((now - createdAt) / DAY)
  if (days < WEEK_DAYS) return null
  const average = Math.floor((recentMessages * WEEK_DAYS) / Math.min(days, COUNTED_DAYS))
  return average === 0 && recentMessages > 0 ? 1 : twoDigits(average)
}

const twoDigits = (count: number): number => Number(count.toPrecision(2))

/** A channel that is younger counts as active without messages. */
export const isRecentlyActive = (createdAt: number, lastSentAt: number | null, now: number): boolean =>
  Math.max(createdAt, lastSentAt ?? 0) > now - RECENT_DAYS * DAY
