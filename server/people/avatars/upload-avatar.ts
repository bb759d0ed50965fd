import { claimFiles } from '../../kernel/files/claim-files.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { requireMayChangeAvatar } from './access.ts'
import type { AvatarFiles } from './avatar-files.ts'
import { type ChangedAvatar, changeAvatar } from './change-avatar.ts'

/** Checks the permission again, because it may have changed during the upload. */
export async function uploadAvatar(tx: CallTx, { token, files }: AvatarFiles): Promise<ChangedAvatar> {
  requireMayChangeAvatar(tx.actor)
  await claimFiles(tx, files)
  return changeAvatar(tx, tx.actor.user, { source: 'U', token })
}
