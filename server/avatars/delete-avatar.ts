import type { Actor } from '../actor.ts'
import type { Tx } from '../log/transact.ts'
import type { User } from '../realm-state/user.ts'
import { requireMayChangeAvatar } from './access.ts'
import { type ChangedAvatar, changeAvatar } from './change-avatar.ts'

/** Back to the picture that the organization gives everybody. Who has that one already changes nothing. */
export async function deleteAvatar(tx: Tx, { realm, user }: Actor): Promise<ChangedAvatar> {
  requireMayChangeAvatar({ realm, user })
  const source = realm.info.settings.default_avatar_source as User['avatarSource']
  if (user.avatarSource === source) return { user, released: [] }
  return changeAvatar(tx, realm, user, { source, token: null })
}
