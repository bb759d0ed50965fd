import { badRequest } from '../../../api/errors.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { emitPerson, storeChange } from './emit-change.ts'
import { checkFullName, looksLike } from './full-name.ts'

/** Sets another name of an account. Returns the account as it is afterwards. */
export async function changeName(tx: Tx, user: User, text: string): Promise<User> {
  if (text === user.fullName) return user
  const fullName = checkFullName(text)
  if (fullName === user.fullName) return user
  requireFreeName(tx.realm, fullName, user.id)
  const changed = await storeChange(tx, user, { full_name: fullName })
  await emitPerson(tx, changed, { user_id: user.id, full_name: fullName })
  tx.audit({
    action: 'name changed',
    target: { kind: 'user', id: user.id },
    details: { before: user.fullName, after: fullName },
  })
  return changed
}

/** Where names have to be unique, nobody else who is active has this one. */
export function requireFreeName(realm: RealmState, fullName: string, exceptId?: number): void {
  if (realm.info.settings.require_unique_names && isTaken(realm, fullName, exceptId))
    throw badRequest('Unique names required in this organization.')
}

/** Bots have names of their own everywhere, so that none passes for a person. */
export function requireOtherName(realm: RealmState, fullName: string, exceptId?: number): void {
  if (isTaken(realm, fullName, exceptId)) throw badRequest('Name is already in use.')
}

const isTaken = (realm: RealmState, fullName: string, exceptId: number | undefined): boolean =>
  [...realm.users.values()].some((user) => user.isActive && user.id !== exceptId && looksLike(user.fullName, fullName))
