const { raw } = String
const YEAR = raw`(?<year>\d{4})(?<hyphen>-?)`
const DAYS = [
  raw`(?<month>\d\d)\k<hyphen>(?<day>\d\d)`,
  raw`(?<dayOfYear>\d{3})`,
  raw`W(?<week>\d\d)\k<hyphen>(?<weekday>[1-7])`,
]
/** Minutes and seconds may be missing. The last part may have a fraction. */
const SMALLER = raw`(?<colon>:?)(?<minute>[0-5]\d)(?:\k<colon>(?<second>[0-5]\d))?`
const TIME = raw`(?<hour>\d\d)(?:${SMALLER})?(?:[.,](?<fraction>\d+))?`
const ZONE = raw`Z|(?<sign>[+-])(?<zoneHour>[01]\d|2[0-3])(?::?(?<zoneMinute>[0-5]\d))?`
const DATE_AND_TIME = new RegExp(`^${YEAR}(?:${DAYS.join('|')})(?:[T ]${TIME}(?:${ZONE})?)?$`)

type Parts = Readonly<Record<string, string | undefined>>

const MINUTE = 60
const HOUR = 3_600
const DAY = 86_400

/**
 * Parses a date or time in ISO 8601 to seconds since 1970. A date alone is its midnight, and a time without a zone is
 * UTC. NaN for anything else, and for days and times that do not exist.
 */
export function parseIsoTime(text: string): number {
  const parts: Parts | undefined = DATE_AND_TIME.exec(text)?.groups
  return parts ? midnightOf(parts) + secondsOfDay(parts) - secondsAhead(parts) : Number.NaN
}

function midnightOf({ year, month, day, dayOfYear, week, weekday }: Parts): number {
  const newYear = secondsAt(`${year}-01-01`)
  if (dayOfYear !== undefined) return within(year, newYear + (Number(dayOfYear) - 1) * DAY)
  if (week !== undefined) {
    // The first week contains the first Thursday, and a week belongs to the year of its Thursday.
    const firstThursday = newYear + ((11 - dateOf(newYear).getUTCDay()) % 7) * DAY
    return within(year, firstThursday + (Number(week) - 1) * 7 * DAY) + (Number(weekday) - 4) * DAY
  }
  const midnight = secondsAt(`${year}-${month}-${day}`)
  // The 30th of February would be parsed as the 2nd of March.
  return dateOf(midnight).getUTCDate() === Number(day) ? midnight : Number.NaN
}

const secondsAt = (day: string): number => Date.parse(`${day}T00:00Z`) / 1000
const dateOf = (seconds: number): Date => new Date(seconds * 1000)
const within = (year: string | undefined, seconds: number): number =>
  dateOf(seconds).getUTCFullYear() === Number(year) ? seconds : Number.NaN

function secondsOfDay({ hour = '0', minute, second, fraction = '0' }: Parts): number {
  const unit = second !== undefined ? 1 : minute !== undefined ? MINUTE : HOUR
  const whole = Number(hour) * HOUR + Number(minute ?? 0) * MINUTE + Number(second ?? 0)
  const seconds = whole + Number(`0.${fraction}`) * unit
  // 24:00 is midnight at the end of the day.
  return seconds <= DAY ? seconds : Number.NaN
}

function secondsAhead({ sign, zoneHour = '0', zoneMinute = '0' }: Parts): number {
  const seconds = Number(zoneHour) * HOUR + Number(zoneMinute) * MINUTE
  return sign === '-' ? -seconds : seconds
}
