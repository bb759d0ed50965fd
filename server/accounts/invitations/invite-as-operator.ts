import { badRequest } from '../../../api/errors.ts'
import { isEmail } from '../../kernel/base/person-rules.ts'
import type { Secret } from '../../kernel/base/secret.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { isOwner, type Role, type User } from '../../kernel/realm-state/user.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { requireAllowedEmail } from '../../organization/domains/access.ts'
import { requireFreeEmail } from '../../people/users/create-user.ts'
import type { Invitation } from './invitation.ts'
import { makeInvitations } from './invite-by-email.ts'

const TEN_DAYS = 864_000

/** What all invitations of the operator have. */
export const OPERATOR_INVITATION = {
  groupIds: [],
  withDefaultChannels: true,
  welcomeText: null,
  notifiesInviter: false,
  validFor: TEN_DAYS,
} as const

/** An invitation by a command of the operator, in the name of the oldest owner. The daily limit does not count. */
export async function inviteAsOperator(tx: Tx, secret: Secret, email: string, role: Role): Promise<Invitation> {
  const { realm } = tx
  if (!isEmail(email)) throw badRequest('Invalid email address.')
  requireAllowedEmail(realm, email)
  requireFreeEmail(realm, email)
  const wanted = { ...OPERATOR_INVITATION, role, channelIds: [], emails: [email.trim()] }
  const [invitation] = await makeInvitations(tx, secret, operatorsInviter(realm), wanted)
  return invitation!
}

/** The oldest owner, in whose name the operator invites people. */
export function operatorsInviter(realm: RealmState): User {
  const owners = [...realm.users.values()].filter((user) => isOwner(user) && user.isActive && !user.isBot)
  const [inviter] = owners.sort((a, b) => a.id - b.id)
  if (!inviter) throw badRequest('The organization has no active owner in whose name people could be invited.')
  return inviter
}
