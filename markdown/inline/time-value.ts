const DATE = /^(\d{4})-(\d\d)-(\d\d)$/
const CLOCK = /^(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?$/
const ZONE = /(?:Z|([+-])(\d\d):?(\d\d)?)$/

const MINUTE = 60_000

/** Converts ISO 8601 to UTC with seconds. Undefined if it is not a valid time. Without a zone it is UTC. */
export function utcTime(written: string): string | undefined {
  const [date, clock, ...more] = written.split('T')
  if (more.length > 0) return undefined
  const midnight = midnightOf(date!)
  if (midnight === undefined) return undefined
  const offset = clock === undefined ? 0 : millisecondsOf(clock)
  if (offset === undefined) return undefined
  const moment = new Date(midnight + offset).toISOString()
  // A zone can lead outside of the years 1 to 9999, which not all clients can parse.
  const isReadable = moment.length === '2017-06-05T22:30:00.000Z'.length && !moment.startsWith('0000')
  return isReadable ? `${moment.slice(0, 19)}Z` : undefined
}

function midnightOf(date: string): number | undefined {
  const found = DATE.exec(date)
  if (found === null) return undefined
  const milliseconds = Date.parse(`${date}T00:00:00Z`)
  // Some engines turn 30 February into a day in March.
  if (Number.isNaN(milliseconds) || !new Date(milliseconds).toISOString().startsWith(date)) return undefined
  return milliseconds
}

/** Milliseconds from midnight UTC to a time of day in its zone. */
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
