import { badRequest } from '../../../api/errors.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { requireManagedGroup } from './access.ts'
import { requireUnused } from './group-uses.ts'
import { changeGroup } from './update-group.ts'

/** It stays in the list of those who ask for deactivated groups, and can be brought back. */
export async function deactivateGroup(tx: CallTx, groupId: number): Promise<void> {
  const group = requireManagedGroup(tx.actor, groupId)
  if (group.deactivated) throw badRequest('User group is already deactivated.')
  requireUnused(tx.actor, group)
  await changeGroup(tx, group, 'deactivated', true)
}
