/**
 * What a person found who looked through the releases of every package in the lock file: the audit of a place whose
 * registry answers none. A hole that is mended is mended in a newer release, so only packages that have one need reading.
 */
export interface DependencyReading {
  /** The day of the reading. */
  readonly date: string
  /** Packages that were the newest release on that day. */
  readonly newest: readonly string[]
  /** The others, each with what its newer releases were found to be. */
  readonly older: Readonly<Record<string, string>>
}

export interface LockFile {
  readonly packages: Readonly<Record<string, { readonly name?: string; readonly version?: string }>>
}

/** `name@version` of everything that the lock file may install, in order and each once. */
export function lockedPackages({ packages }: LockFile): string[] {
  const names = Object.entries(packages).flatMap(([path, { name, version }]) =>
    path === '' ? [] : [`${name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`],
  )
  return [...new Set(names)].sort()
}

/** The packages of which the reading says nothing. */
export function unreadPackages(locked: readonly string[], { newest, older }: DependencyReading): string[] {
  const read = new Set([...newest, ...Object.keys(older).filter((name) => older[name])])
  return locked.filter((name) => !read.has(name))
}

/** Tells which locked packages are the newest release, and keeps what was said of the others. */
export function readAgain(
  locked: readonly string[],
  versionsOf: ReadonlyMap<string, readonly string[]>,
  { date, before }: { date: string; before: DependencyReading },
): DependencyReading {
  const isNewest = (entry: string) => {
    const { name, version } = split(entry)
    return !(versionsOf.get(name) ?? []).some((other) => isNewer(other, version))
  }
  const older = locked.filter((entry) => !isNewest(entry)).map((entry) => [entry, before.older[entry] ?? ''])
  return { date, newest: locked.filter(isNewest), older: Object.fromEntries(older) }
}

export function split(entry: string): { name: string; version: string } {
  const at = entry.lastIndexOf('@')
  return { name: entry.slice(0, at), version: entry.slice(at + 1) }
}

/** Whether a release comes after another; trial releases do not count as newer. */
function isNewer(release: string, than: string): boolean {
  if (release.includes('-')) return false
  const [a, b] = [release, than].map((version) => version.split('-', 1)[0]!.split('.').map(Number))
  const differing = a!.findIndex((part, index) => part !== b![index])
  return differing >= 0 && a![differing]! > b![differing]!
}
