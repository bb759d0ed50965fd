import type { Tx } from '../../../kernel/transaction/tx.ts'
import { emitInvitesChanged } from './emit-invites-changed.ts'
import { useInvitationsTo } from './queries.ts'

/** An address that has an account now needs no invitation by email any more. */
export async function useUpInvitations(tx: Tx, email: string): Promise<void> {
  const inviters = await useInvitationsTo(tx.db, tx.realm.id, email)
  if (inviters.length > 0) emitInvitesChanged(tx, inviters)
}
