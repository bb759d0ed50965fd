import type { Secret } from '../../kernel/base/secret.ts'
import { ROLE, type User } from '../../kernel/realm-state/user.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { welcomeMail } from '../../people/users/email/mail-welcome.ts'
import type { NewAccount } from '../../people/users/queries.ts'
import { addUser } from '../joining/add-user.ts'
import { requireOpenSignUp, requireSignUp } from './access.ts'

type SignUpRequest = Omit<NewAccount, 'email' | 'role' | 'canCreateUsers'>

/** Creates the account of somebody without an invitation, who has got a link by mail. */
export const signUp = async (tx: Tx, secret: Secret, proof: string, wanted: SignUpRequest): Promise<User> =>
  addMember(tx, requireSignUp(tx.realm, secret, proof, tx.now), wanted)

/** The same for somebody whose address another server has proved. */
export async function signUpWith(tx: Tx, email: string, wanted: SignUpRequest): Promise<User> {
  requireOpenSignUp(tx.realm, email)
  return addMember(tx, email, wanted)
}

/** A member, in the default channels. */
async function addMember(tx: Tx, email: string, wanted: SignUpRequest): Promise<User> {
  const user = await addUser(tx, { ...wanted, email, role: ROLE.member, canCreateUsers: false })
  tx.after(welcomeMail.job({ userId: user.id }))
  tx.audit({ action: 'signed up', target: { kind: 'user', id: user.id } })
  return user
}
