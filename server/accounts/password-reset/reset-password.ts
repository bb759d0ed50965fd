import { badRequest } from '../../../api/errors.ts'
import { hashPassword, isStrongPassword } from '../../kernel/base/passwords.ts'
import type { Secret } from '../../kernel/base/secret.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { passwordHashOf } from '../../people/users/queries.ts'
import { setPassword } from '../../people/users/set-password.ts'
import { readReset } from './reset-link.ts'

/** The account whose password a link can still change. Undefined if it was used, is too old or not ours. */
export async function accountOfReset(
  db: Db,
  realm: RealmState,
  secret: Secret,
  token: string,
  now: number,
): Promise<User | undefined> {
  const reset = readReset(secret, token, now)
  const user = reset ? realm.users.get(reset.userId) : undefined
  if (!reset || !user?.isActive || user.isBot || realm.isDeactivated) return undefined
  return reset.isOf(user, await passwordHashOf(db, user.id)) ? user : undefined
}

/** Hashing takes long, so it is done before the transaction opens. */
export async function hashNewPassword({ deliveryEmail, fullName }: User, password: string): Promise<string> {
  if (!(await isStrongPassword(password, [deliveryEmail, fullName]))) throw badRequest('The password is too weak.')
  return hashPassword(password)
}

/** Sets the password, and signs every browser out. False if the link does not work any more. */
export async function resetPassword(tx: Tx, secret: Secret, token: string, passwordHash: string): Promise<boolean> {
  const user = await accountOfReset(tx.db, tx.realm, secret, token, tx.now)
  if (!user) return false
  await setPassword(tx, user, passwordHash)
  tx.audit({ action: 'password reset by mail', target: { kind: 'user', id: user.id } })
  return true
}
