import { badRequest } from '../../../api/errors.ts'
import { isEmail } from '../../kernel/base/person-rules.ts'
import type { Secret } from '../../kernel/base/secret.ts'
import { isOwner, type Role } from '../../kernel/realm-state/user.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { requireAllowedEmail } from '../../organization/domains/access.ts'
import { requireFreeEmail } from '../../people/users/create-user.ts'
import type { Invitation } from './invitation.ts'
import { makeInvitations } from './invite-by-email.ts'

const TEN_DAYS = 864_000

/** An invitation by a command of the operator, in the name of the oldest owner. The daily limit does not count. */
export async function inviteAsOperator(tx: Tx, secret: Secret, email: string, role: Role): Promise<Invitation> {
  const { realm } = tx
  if (!isEmail(email)) throw badRequest('Invalid email address.')
  requireAllowedEmail(realm, email)
  requireFreeEmail(realm, email)
  const owners = [...realm.users.values()].filter((user) => isOwner(user) && user.isActive)
  const [inviter] = owners.sort((a, b) => a.id - b.id)
  if (!inviter) throw badRequest('The organization has no active owner in whose name people could be invited.')
  const grants = { role, channelIds: [], groupIds: [], withDefaultChannels: true, welcomeText: null }
  const wanted = { ...grants, emails: [email.trim()], notifiesInviter: false, validFor: TEN_DAYS }
  const [invitation] = await makeInvitations(tx, secret, inviter, wanted)
  return invitation!
}
