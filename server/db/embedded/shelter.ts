import { randomBytes } from 'node:crypto'
import { lstatSync, readlinkSync, statSync } from 'node:fs'
import { chown, mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { refuse } from '../../startup-refusal.ts'
import { canReach, type DatabaseUser } from './database-user.ts'

/** Where root keeps what the database's user must reach while the checkout or data folder is closed to that user. */
export const SHELTER = '/var/lib/parley-embedded'

/** The folder of the database: `postgres` in the data folder, or the one to which that name links. */
export function clusterFolder(dataDir: string): string {
  const link = join(dataDir, 'postgres')
  if (!lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink()) return link
  const target = readlinkSync(link)
  if (!statSync(target, { throwIfNoEntry: false })) throw refuse.databaseLinkBroken(link, target)
  return target
}

/**
 * Makes the folder in which a new database is to lie, and returns it. A link, not a computed place: it goes along when
 * the data folder is moved, and a new data folder at an old path never finds somebody else's database.
 */
export async function placeForNewCluster(dataDir: string, user: DatabaseUser | null): Promise<string> {
  if (canReach(dataDir, user)) return dataDir
  const place = join(SHELTER, randomBytes(6).toString('hex'))
  await mkdir(SHELTER, { recursive: true, mode: 0o755 })
  await mkdir(place, { mode: 0o711 })
  if (user) await chown(place, user.uid, user.gid)
  return place
}

export async function linkToCluster(dataDir: string, cluster: string): Promise<void> {
  const link = join(dataDir, 'postgres')
  if (link !== cluster) await symlink(cluster, link)
}
