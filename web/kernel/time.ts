import { signal } from '@preact/signals'

/** Seconds by which the clock of the server is ahead of this one, which may be hours off. What shows days follows it. */
const ahead = signal(0)

let isKnown = false
export const isServerTimeKnown = (): boolean => isKnown

/** A difference up to this may be the time that the answer took: then the clocks are taken to agree. */
const LONG_ANSWER = 10

export function setServerTime(seconds: number): void {
  const measured = seconds - Date.now() / 1000
  isKnown = true
  ahead.value = Math.abs(measured) > LONG_ANSWER ? measured : 0
}

/** The time of the server, in seconds since 1970. */
export const serverNow = (): number => Date.now() / 1000 + ahead.value

/** Changes each minute, for texts such as `5 min ago`. */
export const minute = signal(0)
setInterval(() => {
  minute.value += 1
}, 60_000)

const cached = new Map<string, Intl.DateTimeFormat>()

function format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options)
  const known = cached.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(undefined, options)
  cached.set(key, made)
  return made
}

/** True, false, or null for what the language of the reader prefers. */
export const usesTwentyFourHours = signal<boolean | null>(null)

const dateOf = (seconds: number): Date => new Date(seconds * 1000)

/** `09:41`, in the zone of the reader or another one. */
export function clockTime(seconds: number, timeZone?: string): string {
  const hourCycle = { true: 'h23', false: 'h12' }[String(usesTwentyFourHours.value)] as 'h23' | 'h12' | undefined
  return format({
    hour: '2-digit',
    minute: '2-digit',
    ...(hourCycle && { hourCycle }),
    ...(timeZone && { timeZone }),
  }).format(dateOf(seconds))
}

const DAY = 86_400_000
const midnight = (date: Date): number => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()

/** How many days ago, by the calendar of the reader. */
export const daysAgo = (seconds: number): number =>
  Math.round((midnight(dateOf(serverNow())) - midnight(dateOf(seconds))) / DAY)

export const isSameDay = (a: number, b: number): boolean => midnight(dateOf(a)) === midnight(dateOf(b))

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })
const capitalized = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1)

/** A day of another year is said with its year. */
const otherYear = (seconds: number): { readonly year?: 'numeric' } =>
  dateOf(seconds).getFullYear() === dateOf(serverNow()).getFullYear() ? {} : { year: 'numeric' }

/** `Today`, `Yesterday`, `Friday, 13 November`, with the year if it is another one. */
export function dayName(seconds: number): string {
  const days = daysAgo(seconds)
  if (days === 0 || days === 1) return capitalized(relative.format(-days, 'day'))
  return format({ weekday: 'long', day: 'numeric', month: 'long', ...otherYear(seconds) }).format(dateOf(seconds))
}

/** `Tue 17 Nov`, with the year if it is another one. */
export const shortDay = (seconds: number): string =>
  format({ weekday: 'short', day: 'numeric', month: 'short', ...otherYear(seconds) }).format(dateOf(seconds))

/** `Today, 06:31`, `Fri 13 Nov, 16:22` */
export const dayAndTime = (seconds: number): string =>
  `${daysAgo(seconds) < 2 ? dayName(seconds) : shortDay(seconds)}, ${clockTime(seconds)}`

const WEEK = 7

/** `Tue 09:00` in the week around today, `Tue 17 Nov, 09:00` further away. */
export const shortMoment = (seconds: number): string =>
  Math.abs(daysAgo(seconds)) < WEEK
    ? `${weekday(seconds)} ${clockTime(seconds)}`
    : `${shortDay(seconds)}, ${clockTime(seconds)}`

/** `17 Nov`, with the year if it is another one. */
export const monthDay = (seconds: number): string =>
  format({ day: 'numeric', month: 'short', ...otherYear(seconds) }).format(dateOf(seconds))

/** `Thu` */
export const weekday = (seconds: number): string => format({ weekday: 'short' }).format(dateOf(seconds))

/** `13 Nov`, or the time if it was today. */
export const shortTime = (seconds: number): string => (daysAgo(seconds) === 0 ? clockTime(seconds) : monthDay(seconds))

/** The same where it stands alone: `09:41`, `Yesterday`, `13 Nov`. */
export const listedTime = (seconds: number): string => (daysAgo(seconds) === 1 ? dayName(seconds) : shortTime(seconds))

/** For tooltips: the whole date and time. */
export const fullTime = (seconds: number): string =>
  format({ dateStyle: 'full', timeStyle: 'short' }).format(dateOf(seconds))

/** `13 November 2026` */
export const wholeDay = (seconds: number): string =>
  format({ day: 'numeric', month: 'long', year: 'numeric' }).format(dateOf(seconds))

const brief = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' })

/** `40 min ago`, `3 hr ago`, `5 days ago` */
export function agoText(seconds: number): string {
  minute.value
  const minutes = Math.max(1, Math.round((serverNow() - seconds) / 60))
  if (minutes < 60) return brief.format(-minutes, 'minute')
  if (minutes < 24 * 60) return brief.format(-Math.round(minutes / 60), 'hour')
  return brief.format(-Math.round(minutes / 60 / 24), 'day')
}
