import { t } from '../../kernel/texts.ts'
import { clockTime, minute, serverNow } from '../../kernel/time.ts'
import { ownId, person } from '../../people/store.ts'

const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** What the clock of somebody in another time zone shows. */
export function localTime(id: number): string | undefined {
  const timeZone = person(id)?.timezone
  if (!timeZone || timeZone === zone() || id === ownId()) return undefined
  minute.value
  try {
    return clockTime(serverNow(), timeZone)
  } catch {
    // A zone that this browser does not know.
    return undefined
  }
}

/** Minutes since 1970 on the clock of a zone. */
function wallMinutes(at: Date, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  return Date.UTC(part['year']!, part['month']! - 1, part['day'], part['hour'], part['minute']) / 60_000
}

/** `23:26 there, 8 h ahead of you`, or the time alone if the clocks agree. */
export function localTimeLine(id: number): string | undefined {
  const time = localTime(id)
  const timeZone = person(id)?.timezone
  if (!time || !timeZone) return undefined
  const now = new Date(serverNow() * 1000)
  const hours = (wallMinutes(now, timeZone) - wallMinutes(now, zone())) / 60
  if (hours === 0) return t('people.localTime', { time })
  const difference = Math.abs(Math.round(hours * 100) / 100)
  return t(hours > 0 ? 'people.ahead' : 'people.behind', { time, hours: difference })
}
