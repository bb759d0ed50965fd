import { clockTime, daysAgo, shortDay } from '../../../kernel/time.ts'

/** The time if it is today, else the day and the time. */
export const shownEnd = (seconds: number): string =>
  daysAgo(seconds) === 0 ? clockTime(seconds) : `${shortDay(seconds)}, ${clockTime(seconds)}`
