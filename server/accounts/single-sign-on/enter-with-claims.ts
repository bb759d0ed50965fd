import { badRequest } from '../../../api/errors.ts'
import { foldCase } from '../../../api/fold-case.ts'
import { fullNameProblem, isEmail } from '../../kernel/base/person-rules.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { ROLE, type User } from '../../kernel/realm-state/user.ts'
import type { WorkContext } from '../../kernel/work-context.ts'
import { prepareWithoutPassword } from '../../people/users/create-user.ts'
import { requirePermittedEmail } from '../../people/users/email/permitted-email.ts'
import { enterAccount } from '../authentication/enter-account.ts'
import type { Claims } from '../authentication/json-web-token.ts'
import { type Invitation, isFor } from '../invitations/invitation.ts'
import { redeemInvitation } from '../invitations/redeem-invitation.ts'
import { requireOpenSignUp } from '../sign-up/access.ts'
import { signUpWith } from '../sign-up/sign-up.ts'

/** Whom the provider has named. */
interface ProviderIdentity {
  readonly claims: Claims
  /** Name of the provider. */
  readonly provider: string
}

/** The invitation that the person brings, which could be used a moment ago. */
export interface PendingInvitation extends Pick<Invitation, 'email' | 'role'> {
  readonly key: string
}

export interface EntryResult {
  readonly user: User
  /** False if the account was there before. Then no invitation is used. */
  readonly isNew: boolean
}

/** The account of the person. A new one if they bring an invitation, or where people need none. */
export async function enterWithClaims(
  context: WorkContext,
  realm: RealmState,
  { claims, provider }: ProviderIdentity,
  invited: PendingInvitation | null,
): Promise<EntryResult> {
  const email = provedEmail(claims, provider)
  const user = realm.userByEmail(email)
  // The address that the API shows is no mailbox, and no provider proves it.
  if (user && !user.isBot && foldCase(user.deliveryEmail) === foldCase(email))
    return { user: await enterAccount(context, user), isNew: false }
  if (invited) requireInvited(invited, email, provider)
  else requireOpenSignUp(realm, email)
  await requirePermittedEmail(realm, email)
  const wanted = { email, fullName: nameOf(claims, email), role: invited?.role ?? ROLE.member }
  const account = prepareWithoutPassword(context.secret, wanted)
  const added = await context.transact(realm.id, (tx) =>
    invited ? redeemInvitation(tx, context.secret, invited.key, account) : signUpWith(tx, email, account),
  )
  return { user: added, isNew: true }
}

/** The same rule as with a password. Here the person can be told what is wrong. */
function requireInvited(invited: PendingInvitation, email: string, provider: string): void {
  if (isFor(invited, email)) return
  throw badRequest(
    `The invitation is for ${invited.email}, but your address at ${provider} is ${email}. Sign in there with the invited address, or ask for another invitation.`,
  )
}

/** Anybody could write any address into their account at a provider that does not check it. */
function provedEmail({ email, email_verified: isVerified }: Claims, provider: string): string {
  if (typeof email !== 'string' || !isEmail(email)) throw badRequest(`${provider} does not tell your email address.`)
  if (isVerified !== true) throw badRequest(`${provider} has not verified your email address.`)
  return email.trim()
}

/** The first name in the token that a person can have here, or else the start of the address. */
function nameOf({ name, given_name: given, family_name: family, preferred_username: user }: Claims, email: string) {
  const both = [given, family].filter((part) => typeof part === 'string').join(' ')
  const start = email.slice(0, email.lastIndexOf('@'))
  const names = [name, both, user].filter((one) => typeof one === 'string')
  return names.find((one) => fullNameProblem(one) === null) ?? start
}
