import { releaseFiles } from '../../kernel/files/claim-files.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { storeChange } from '../users/emit-change.ts'
import { avatarFileNames } from './avatar-files.ts'
import { emitAvatar } from './emit-avatar.ts'

export interface ChangedAvatar {
  readonly user: User
  /** Files of the previous picture. They can be removed after the commit. */
  readonly released: readonly string[]
}

/** Changes the picture of an account and releases the previous one. */
export async function changeAvatar(
  tx: Tx,
  before: User,
  { source, token }: { source: User['avatarSource']; token: string | null },
): Promise<ChangedAvatar> {
  const { realm } = tx
  const released = before.avatarToken ? avatarFileNames(realm.id, before.avatarToken) : []
  if (released.length > 0) await releaseFiles(tx, released)
  const user = await storeChange(tx, before, {
    avatar_source: source,
    avatar_version: before.avatarVersion + 1,
    avatar_token: token,
  })
  await emitAvatar(tx, user)
  return { user, released }
}
