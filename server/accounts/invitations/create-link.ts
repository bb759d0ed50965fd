import type { Secret } from '../../kernel/base/secret.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { requireMayGrant, requireMayInvite } from './access.ts'
import type { Grants, Invitation } from './invitation.ts'
import { makeInvitations } from './invite-by-email.ts'

/** A link of the caller. `validFor`: seconds, or null for ever. */
export async function createLink(
  tx: CallTx,
  secret: Secret,
  wanted: Grants & { readonly validFor: number | null },
): Promise<Invitation> {
  requireMayInvite(tx.actor, 'create_multiuse_invite_group')
  requireMayGrant(tx.actor, wanted)
  const invitations = { ...wanted, emails: [null], notifiesInviter: false }
  const [link] = await makeInvitations(tx, secret, tx.actor.user, invitations)
  return link!
}
