import { badRequest } from '../../../api/errors.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { emitInvitesChanged } from '../../people/users/email/emit-invites-changed.ts'
import { requireInvitation } from './access.ts'
import type { Invitation } from './invitation.ts'
import { type DailyLimit, dailyLimitProblem } from './invite-by-email.ts'
import { invitationMail } from './mail-invitation.ts'
import { updateInvitation } from './queries.ts'

/** Sends an invitation again, with the same link. It is valid from now for as long as it was at first. */
export async function resendInvitation(tx: CallTx, id: number, limit: DailyLimit): Promise<Invitation> {
  const before = await requireInvitation(tx.db, tx.actor, id, 'email')
  const problem = await dailyLimitProblem(tx, 1, limit)
  if (problem !== null) throw badRequest(problem)
  const invitedAt = tx.now
  const expiresAt = before.expiresAt === null ? null : invitedAt + (before.expiresAt - before.invitedAt)
  await updateInvitation(tx.db, tx.realm.id, id, { invited_at: invitedAt, expires_at: expiresAt })
  tx.after(invitationMail.job({ invitationId: id }))
  emitInvitesChanged(tx, [before.inviterId])
  tx.audit({ action: 'invitation sent again', target: { kind: 'invitation', id } })
  return { ...before, invitedAt, expiresAt }
}
