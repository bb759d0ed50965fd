import type { PersonChange } from '../../../api/events/user.ts'
import { hasHiddenAvatar, pictureUrl } from '../../kernel/realm-state/avatar.ts'
import { seesEmail } from '../../kernel/realm-state/sees-email.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { emitPerson } from '../users/emit-change.ts'

/** Those who may not see the address behind a picture of the external service get an event of their own. */
export async function emitAvatar(tx: Tx, user: User): Promise<void> {
  if (!hasHiddenAvatar(user)) return emitPerson(tx, user, avatarChanged(user, true))
  await emitPerson(tx, user, avatarChanged(user, true), (viewer) => seesEmail(user, viewer))
  await emitPerson(tx, user, avatarChanged(user, false), (viewer) => !seesEmail(user, viewer))
}

const avatarChanged = (user: User, isEmailSeen: boolean): PersonChange => ({
  user_id: user.id,
  avatar_url: pictureUrl(user, isEmailSeen),
  avatar_source: user.avatarSource,
  avatar_url_medium: pictureUrl(user, isEmailSeen, 'medium'),
  avatar_version: user.avatarVersion,
})
