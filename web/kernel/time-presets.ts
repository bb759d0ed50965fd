import { serverNow } from './time.ts'

export interface TimePreset {
  readonly key: 'hour' | 'evening' | 'tomorrow' | 'monday'
  /** In seconds since 1970. */
  readonly at: number
}

const HOUR = 3600
const MORNING = 9
const EVENING = 18
const MONDAY = 1

const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1000)

/** A day of the reader's calendar, at a full hour. */
const onDay = (now: Date, days: number, hour: number): number =>
  secondsOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour))

/** Times that people usually choose, the soonest first. */
export function timePresets(now = serverNow()): readonly TimePreset[] {
  const date = new Date(now * 1000)
  const evening = onDay(date, 0, EVENING)
  const daysToMonday = (MONDAY - date.getDay() + 7) % 7 || 7
  return [
    { key: 'hour', at: Math.ceil((now + HOUR) / 60) * 60 },
    ...(evening > now + HOUR ? [{ key: 'evening', at: evening } as const] : []),
    { key: 'tomorrow', at: onDay(date, 1, MORNING) },
    ...(daysToMonday > 1 ? [{ key: 'monday', at: onDay(date, daysToMonday, MORNING) } as const] : []),
  ]
}

const digits = (value: number, length = 2): string => String(value).padStart(length, '0')

/** The value of a `datetime-local` field, in the reader's zone. */
export function toField(seconds: number): string {
  const date = new Date(seconds * 1000)
  const day = [digits(date.getFullYear(), 4), digits(date.getMonth() + 1), digits(date.getDate())].join('-')
  return `${day}T${digits(date.getHours())}:${digits(date.getMinutes())}`
}

/** Seconds since 1970, or null if the field has no whole date. */
export function fromField(value: string): number | null {
  const time = new Date(value).getTime()
  return Number.isNaN(time) ? null : Math.floor(time / 1000)
}
