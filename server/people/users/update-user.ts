import { badRequest } from '../../../api/errors.ts'
import { requireAccountManager } from '../../kernel/access/role-access.ts'
import { requireUser } from '../../kernel/access/user-access.ts'
import type { Role, User } from '../../kernel/realm-state/user.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { changeProfile, type RenderedUpdate } from '../profile-fields/change-profile.ts'
import { changeEmail } from './change-email.ts'
import { changeName } from './change-name.ts'
import { changeRole } from './change-role.ts'

export interface UserUpdate {
  readonly fullName: string | undefined
  readonly role: Role | undefined
  readonly newEmail: string | undefined
  readonly profile: readonly RenderedUpdate[] | undefined
}

/** What an administrator changes of an account, all of it or nothing. */
export async function updateUser(tx: CallTx, userId: number, update: UserUpdate): Promise<void> {
  const { user: caller } = tx.actor
  requireMayUpdate(caller, update)
  let user = requireUser(tx.realm, userId)
  if (update.role !== undefined) user = await changeRole(tx, user, update.role)
  if (update.fullName !== undefined) user = await changeName(tx, user, update.fullName)
  if (update.profile && update.profile.length > 0) {
    if (user.isBot) throw badRequest(`User with ID ${userId} is a bot`)
    await changeProfile(tx, userId, update.profile)
  }
  if (update.newEmail !== undefined) await changeEmail(tx, tx.realm.users.get(userId)!, update.newEmail)
}

/** Asked before anything else, so that a refusal does not depend on the account. */
export function requireMayUpdate(caller: User, { newEmail }: Pick<UserUpdate, 'newEmail'>): void {
  requireAccountManager(caller)
  if (newEmail !== undefined && !caller.canChangeUserEmails)
    throw badRequest('User not authorized to change user emails')
}
