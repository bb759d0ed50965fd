import type { User } from '../../kernel/realm-state/user.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { requireMayChangeAvatar } from './access.ts'
import { type ChangedAvatar, changeAvatar } from './change-avatar.ts'

/** Restores the organization's default picture. Does nothing if the account already has it. */
export async function deleteAvatar(tx: CallTx): Promise<ChangedAvatar> {
  const { realm, user } = tx.actor
  requireMayChangeAvatar(tx.actor)
  const source = realm.info.settings.default_avatar_source as User['avatarSource']
  if (user.avatarSource === source) return { user, released: [] }
  return changeAvatar(tx, user, { source, token: null })
}
