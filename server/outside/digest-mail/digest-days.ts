export const DAY = 86_400
/** From this hour (UTC) on, it is the same day nearly everywhere. */
const FIRST_HOUR_SECONDS = 9 * 3_600
/** People who were here more recently need no digest. */
const MIN_DAYS_AWAY = 5
/** A digest never goes further back. */
const MAX_DIGEST_DAYS = 7

/** The numbers of days that a digest can be about. */
export const DAYS = [MIN_DAYS_AWAY, MIN_DAYS_AWAY + 1, MAX_DIGEST_DAYS] as const
export type Days = (typeof DAYS)[number]

/** Today, counted from 1970, if it is the weekday of digests (0 is Monday) and late enough. */
export function digestDay(now: number, weekday: number): number | null {
  const day = Math.floor(now / DAY)
  // The first of January 1970 was a Thursday.
  const isWeekday = (day + 3) % 7 === weekday
  return isWeekday && now - day * DAY >= FIRST_HOUR_SECONDS ? day : null
}

export const idleSince = (now: number): number => now - MIN_DAYS_AWAY * DAY

/** The whole days since somebody was last here, as far as a digest goes back. */
export const daysAway = (activeAt: number, now: number): Days =>
  DAYS.findLast((days) => activeAt <= now - days * DAY) ?? MIN_DAYS_AWAY
