import { randomBytes } from 'node:crypto'
import { chmodSync, lstatSync, readlinkSync, statSync } from 'node:fs'
import { chown, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../base/make-folder.ts'
import { DEFAULT_SHELTER } from '../../base/settings.ts'
import { refuse } from '../../base/startup-refusal.ts'
import { canReach, type DatabaseUser } from './database-user.ts'

/**
 * Makes root's folder for files that the database's user cannot reach elsewhere. An existing one may be closed, because
 * an earlier version created it with the umask of the shell.
 */
export function openShelter(shelter: string): void {
  makeFolder(shelter, 0o755)
  chmodSync(shelter, 0o755)
}

/** The folder of the database: `postgres` in the data folder, or the target of that link. */
export function clusterFolder(dataDir: string): string {
  const link = join(dataDir, 'postgres')
  if (!lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink()) return link
  const target = readlinkSync(link)
  if (!statSync(target, { throwIfNoEntry: false })) throw refuse.databaseLinkBroken(link, target)
  return target
}

/**
 * Makes and returns the parent folder of a new database. A link leads to it, not a computed path. The link moves along
 * with the data folder, and a new data folder at an old path never finds another database.
 */
export async function placeForNewCluster(
  dataDir: string,
  user: DatabaseUser | null,
  shelter = DEFAULT_SHELTER,
): Promise<string> {
  if (canReach(dataDir, user)) return dataDir
  const place = join(shelter, randomBytes(6).toString('hex'))
  openShelter(shelter)
  makeFolder(place, 0o711)
  if (user) await chown(place, user.uid, user.gid)
  return place
}

/** Removes the place after a failure. The next try creates another one, and nothing refers to this one. */
export async function leavePlace(dataDir: string, place: string): Promise<void> {
  if (place !== dataDir) await rm(place, { recursive: true, force: true })
}

export async function linkToCluster(dataDir: string, cluster: string): Promise<void> {
  const link = join(dataDir, 'postgres')
  if (link !== cluster) await symlink(cluster, link)
}
