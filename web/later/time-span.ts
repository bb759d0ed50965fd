import { t } from '../kernel/texts.ts'
import { minute, serverNow } from '../kernel/time.ts'

const HOUR = 60
const DAY = 24 * HOUR

/** `3 h 34 min`, `1 day 19 h` */
function spanOf(minutes: number): string {
  if (minutes < HOUR) return t('later.minutes', { minutes })
  if (minutes < DAY) return t('later.hours', { hours: Math.floor(minutes / HOUR), minutes: minutes % HOUR })
  return t('later.days', { days: Math.floor(minutes / DAY), hours: Math.floor((minutes % DAY) / HOUR) })
}

/** `in 3 h 34 min`, or `12 min ago`. It is right for a minute. */
export function fromNow(at: number): string {
  minute.value
  const minutes = Math.round((at - serverNow()) / 60)
  return t(minutes < 0 ? 'later.ago' : 'later.in', { time: spanOf(Math.abs(minutes)) })
}

/** `Stockholm, GMT+1`: the zone in which times are shown. */
export function ownZone(): string {
  const format = new Intl.DateTimeFormat(undefined, { timeZoneName: 'shortOffset' })
  const city = format.resolvedOptions().timeZone.split('/').at(-1)?.replaceAll('_', ' ')
  const offset = format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value
  return [city, offset].filter(Boolean).join(', ')
}
