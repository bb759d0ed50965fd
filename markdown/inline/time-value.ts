const DATE = /^(\d{4})-(\d\d)-(\d\d)$/
const CLOCK = /^(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?$/
const ZONE = /(?:Z|([+-])(\d\d):?(\d\d)?)$/

const MINUTE = 60_000

/** ISO 8601 → the same moment in UTC to the second; undefined when it is no moment. Without a zone it is in UTC. */
export function utcTime(written: string): string | undefined {
  const [date, clock, ...more] = written.split('T')
  if (more.length > 0) return undefined
  const midnight = midnightOf(date!)
  if (midnight === undefined) return undefined
  const offset = clock === undefined ? 0 : millisecondsOf(clock)
  if (offset === undefined) return undefined
  const moment = new Date(midnight + offset).toISOString()
  // A zone can lead out of the years 1 to 9999, which is all that everybody can read.
  const isReadable = moment.length === '2017-06-05T22:30:00.000Z'.length && !moment.startsWith('0000')
  return isReadable ? `${moment.slice(0, 19)}Z` : undefined
}

function midnightOf(date: string): number | undefined {
  const found = DATE.exec(date)
  if (found === null) return undefined
  const milliseconds = Date.parse(`${date}T00:00:00Z`)
  // Some engines carry 30 February over into March.
  if (Number.isNaN(milliseconds) || !new Date(milliseconds).toISOString().startsWith(date)) return undefined
  return milliseconds
}

/** From midnight UTC to a time of day in its zone. */
function millisecondsOf(clock: string): number | undefined {
  const zone = ZONE.exec(clock)
  const found = CLOCK.exec(clock.slice(0, zone?.index))
  if (found === null) return undefined
  const [hours, minutes, seconds] = [Number(found[1]), Number(found[2]), Number(found[3] ?? 0)]
  const zoneHours = Number(zone?.[2] ?? 0)
  const zoneMinutes = Number(zone?.[3] ?? 0)
  if (hours > 23 || minutes > 59 || seconds > 59 || zoneHours > 23 || zoneMinutes > 59) return undefined
  const ahead = (zoneHours * 60 + zoneMinutes) * (zone?.[1] === '-' ? -1 : 1)
  return (hours * 60 + minutes - ahead) * MINUTE + seconds * 1000
}
