import { badRequest } from '../../../api/errors.ts'
import { isEmail } from '../../kernel/base/person-rules.ts'
import { hasHiddenAvatar } from '../../kernel/realm-state/avatar.ts'
import { seesEmail } from '../../kernel/realm-state/sees-email.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { emitAvatar } from '../avatars/emit-avatar.ts'
import { requireFreeEmail } from './create-user.ts'
import { requirePermittedEmail } from './email/permitted-email.ts'
import { useUpInvitations } from './email/use-up-invitations.ts'
import { emitPerson, storeChange } from './emit-change.ts'

/** Sets another real address of an account at once. Returns the account as it is afterwards. */
export async function changeEmail(tx: Tx, user: User, text: string): Promise<User> {
  const email = text.trim()
  if (email === user.deliveryEmail) return user
  await requireUsableEmail(tx, user, email)
  const changed = await storeChange(tx, user, { delivery_email: email })
  await emitAddress(tx, user, changed)
  await useUpInvitations(tx, email)
  tx.audit({
    action: 'email changed',
    target: { kind: 'user', id: user.id },
    details: { before: user.deliveryEmail, after: email },
  })
  return changed
}

/** An address that the account may have from now on. Only its case may differ from its own one. */
export async function requireUsableEmail({ realm }: Pick<Tx, 'realm'>, user: User, email: string): Promise<void> {
  if (!isEmail(email)) throw badRequest('Invalid email address.')
  await requirePermittedEmail(realm, email)
  if (realm.accountByEmail(email)?.id !== user.id) requireFreeEmail(realm, email)
}

/** Tells who sees another address than before, who sees none any more, and where the address in the API has changed. */
export async function emitAddress(tx: Tx, before: User, after: User): Promise<void> {
  const isNew = before.deliveryEmail !== after.deliveryEmail
  const { id: user_id, deliveryEmail, apiEmail } = after
  await emitPerson(
    tx,
    after,
    { user_id, delivery_email: deliveryEmail },
    (viewer) => seesEmail(after, viewer) && (isNew || !seesEmail(before, viewer)),
  )
  await emitPerson(
    tx,
    after,
    { user_id, delivery_email: null },
    (viewer) => seesEmail(before, viewer) && !seesEmail(after, viewer),
  )
  if (before.apiEmail !== apiEmail) await emitPerson(tx, after, { user_id, new_email: apiEmail })
  // Pictures of the external service are found by the address.
  if (after.avatarSource === 'G' && (isNew || hasHiddenAvatar(before) || hasHiddenAvatar(after)))
    await emitAvatar(tx, after)
}
