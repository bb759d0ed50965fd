import { releaseFiles } from '../files/claim-files.ts'
import { everyone } from '../log/audience.ts'
import type { EventData } from '../log/log-row.ts'
import { hasHiddenAvatar, pictureUrl } from '../realm-state/avatar.ts'
import { userFromRow } from '../realm-state/from-rows.ts'
import { seesEmail } from '../realm-state/sees-email.ts'
import type { StateChange } from '../realm-state/state-change.ts'
import type { User } from '../realm-state/user.ts'
import type { Tx } from '../transaction/tx.ts'
import { updateAccount } from '../users/queries.ts'
import { avatarFileNames } from './avatar-files.ts'

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
  const row = await updateAccount(tx.db, before.id, {
    avatar_source: source,
    avatar_version: before.avatarVersion + 1,
    avatar_token: token,
  })
  const user = userFromRow(row, realm.info.host)
  emitAvatar(tx, user, [{ put: 'user', value: user }])
  return { user, released }
}

/** Viewers who may not see the address behind a picture of the external service get a separate event. */
function emitAvatar(tx: Tx, user: User, state: readonly StateChange[]): void {
  if (!hasHiddenAvatar(user)) {
    tx.emit(avatarChanged(user, true), everyone, { state })
    return
  }
  const seeing = [...tx.realm.users.values()].filter((viewer) => viewer.isActive && seesEmail(user, viewer))
  const ids = seeing.map(({ id }) => id)
  tx.emit(avatarChanged(user, true), { to: 'users', ids }, { state })
  tx.emit(avatarChanged(user, false), { to: 'everyone', except: ids })
}

const avatarChanged = (user: User, isEmailSeen: boolean): EventData => ({
  type: 'realm_user',
  op: 'update',
  person: {
    user_id: user.id,
    avatar_url: pictureUrl(user, isEmailSeen),
    avatar_source: user.avatarSource,
    avatar_url_medium: pictureUrl(user, isEmailSeen, 'medium'),
    avatar_version: user.avatarVersion,
  },
})
