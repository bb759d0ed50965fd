import type { CallTx } from '../../kernel/transaction/tx.ts'
import { emitInvitesChanged } from '../../people/users/email/emit-invites-changed.ts'
import { requireInvitation } from './access.ts'
import { updateInvitation } from './queries.ts'

export async function revokeInvitation(tx: CallTx, id: number, kind: 'email' | 'link'): Promise<void> {
  const invitation = await requireInvitation(tx.db, tx.actor, id, kind)
  await updateInvitation(tx.db, tx.realm.id, id, { state: 'revoked' })
  emitInvitesChanged(tx, [invitation.inviterId])
  tx.audit({ action: 'invitation revoked', target: { kind: 'invitation', id } })
}
