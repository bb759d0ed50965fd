import { ApiError, badRequest, REALM_DEACTIVATED } from '../../../api/errors.ts'
import type { Secret } from '../../kernel/base/secret.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { readSignUp } from './sign-up-link.ts'

/** Can people create an account without an invitation? */
export const isSignUpOpen = ({ info }: RealmState): boolean => !info.settings.invite_required

/** Refuses an address without an account where people need an invitation. */
export function requireOpenSignUp(realm: RealmState, email: string): void {
  if (realm.isDeactivated) throw new ApiError('REALM_DEACTIVATED', REALM_DEACTIVATED)
  if (!isSignUpOpen(realm))
    throw badRequest(
      `Nobody has an account with ${email}, and ${realm.name} is open by invitation only. Ask somebody there to invite you.`,
    )
}

/** The address of the account that a link can create now. A link is used up when its address has an account. */
export function requireSignUp(realm: RealmState, secret: Secret, proof: string, now: number): string {
  const email = readSignUp(secret, proof, realm.id, now)
  if (email === null || !isSignUpOpen(realm) || realm.isDeactivated || realm.accountByEmail(email))
    throw badRequest('This link is not valid. It may have been used, or it is too old.')
  return email
}
