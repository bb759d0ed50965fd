import type { Actor } from '../actor.ts'
import { claimFiles } from '../files/claim-files.ts'
import type { Tx } from '../log/transact.ts'
import { requireMayChangeAvatar } from './access.ts'
import type { AvatarFiles } from './avatar-files.ts'
import { type ChangedAvatar, changeAvatar } from './change-avatar.ts'

/** The setting is asked for again: it may have been changed while the picture was on its way. */
export async function uploadAvatar(
  tx: Tx,
  { realm, user }: Actor,
  { token, files }: AvatarFiles,
): Promise<ChangedAvatar> {
  requireMayChangeAvatar({ realm, user })
  await claimFiles(tx, files)
  return changeAvatar(tx, realm, user, { source: 'U', token })
}
