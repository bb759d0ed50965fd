import type { Secret } from '../base/secret.ts'
import { emitInvitesChanged } from '../invitations/emit-change.ts'
import { useInvitationsTo } from '../invitations/queries.ts'
import { ROLE, type User } from '../realm-state/user.ts'
import type { Tx } from '../transaction/tx.ts'
import { addUser } from '../users/add-user.ts'
import { welcomeMail } from '../users/email/mail-welcome.ts'
import type { NewAccount } from '../users/queries.ts'
import { requireSignUp } from './access.ts'

/** Creates the account of somebody without an invitation: a member, in the default channels. */
export async function signUp(
  tx: Tx,
  secret: Secret,
  proof: string,
  wanted: Omit<NewAccount, 'email' | 'role' | 'canCreateUsers'>,
): Promise<User> {
  const { realm } = tx
  const email = requireSignUp(realm, secret, proof, tx.now)
  const user = await addUser(tx, { ...wanted, email, role: ROLE.member, canCreateUsers: false })
  const inviters = await useInvitationsTo(tx.db, realm.id, email)
  if (inviters.length > 0) emitInvitesChanged(tx, inviters)
  tx.after(welcomeMail.job({ userId: user.id }))
  tx.audit({ action: 'signed up', target: { kind: 'user', id: user.id } })
  return user
}
