import { readFileSync, realpathSync, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { refuse } from '../../base/startup-refusal.ts'

/** The user that runs PostgreSQL, which refuses to run as root. */
export interface DatabaseUser {
  readonly uid: number
  readonly gid: number
}

/** Null if the database runs as the current user. As root: the owner of the existing files, or else `nobody`. */
export function databaseUser(clusterFolder: string, dataDir: string): DatabaseUser | null {
  if (process.getuid?.() !== 0) return null
  for (const folder of [clusterFolder, dataDir]) {
    const owner = statSync(folder, { throwIfNoEntry: false })
    if (owner && owner.uid !== 0 && accounts().some((account) => account.uid === owner.uid)) {
      return { uid: owner.uid, gid: owner.gid }
    }
  }
  const nobody = accounts().find((account) => account.name === 'nobody')
  if (!nobody) throw refuse.noUnprivilegedUser()
  return { uid: nobody.uid, gid: nobody.gid }
}

export function accountName(uid: number): string {
  return `user ${accounts().find((account) => account.uid === uid)?.name ?? uid}`
}

function accounts(): { name: string; uid: number; gid: number }[] {
  try {
    const lines = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
    return lines.map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
  } catch {
    return []
  }
}

const ENTER = 0o1

/** True if this user can enter the folder and all folders above it. Checks only the permission bits. */
export function canReach(folder: string, user: DatabaseUser | null, bits = ENTER): boolean {
  if (user === null) return true
  let path = realpathSync(folder)
  if (!allows(statSync(path), user, bits)) return false
  while (path !== dirname(path)) {
    path = dirname(path)
    if (!allows(statSync(path), user, ENTER)) return false
  }
  return true
}

export function allows(stats: Stats, user: DatabaseUser, bits: number): boolean {
  const shift = stats.uid === user.uid ? 6 : stats.gid === user.gid ? 3 : 0
  return ((stats.mode >> shift) & bits) === bits
}
