import { minute, serverNow } from '../../kernel/time.ts'
import { ownId, person } from '../../people/store.ts'

const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** What the clock of somebody in another time zone shows. */
export function localTime(id: number): string | undefined {
  const timeZone = person(id)?.timezone
  if (!timeZone || timeZone === zone() || id === ownId()) return undefined
  minute.value
  try {
    const format = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', timeZone })
    return format.format(serverNow() * 1000)
  } catch {
    // A zone that this browser does not know.
    return undefined
  }
}
