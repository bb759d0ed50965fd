import { t } from '../kernel/texts.ts'
import { daysAgo, minute, serverNow, shortTime, weekday } from '../kernel/time.ts'

const HOUR = 60
const WEEK = 7

/** `4 min`, `2 h`, `Yesterday`, `Thu`, `10 Nov`: how long ago it was, in few letters. */
export function ago(seconds: number): string {
  minute.value
  const minutes = Math.floor((serverNow() - seconds) / 60)
  const days = daysAgo(seconds)
  if (minutes < 1) return t('recent.now')
  if (minutes < HOUR) return t('recent.minutes', { minutes })
  if (days === 0) return t('recent.hours', { hours: Math.floor(minutes / HOUR) })
  if (days === 1) return t('recent.yesterday')
  return days < WEEK ? weekday(seconds) : shortTime(seconds)
}
