import { badRequest } from '../../../api/errors.ts'
import { requireAdministrator } from '../../kernel/access/role-access.ts'
import { orderedLinkifiers } from '../../kernel/realm-state/records/linkifiers.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { emitLinkifiersChanged } from './linkifiers-changed.ts'
import { updatePositions } from './queries.ts'

export async function reorderLinkifiers(tx: CallTx, ids: readonly number[]): Promise<void> {
  const { realm, user } = tx.actor
  requireAdministrator(user)
  const wanted = new Set(ids)
  if (wanted.size !== ids.length) throw badRequest('The ordered list must not contain duplicated linkifiers')
  const before = orderedLinkifiers(realm)
  if (wanted.size !== before.length || before.some(({ id }) => !wanted.has(id)))
    throw badRequest('The ordered list must enumerate all existing linkifiers exactly once')
  if (before.every(({ id }, index) => id === ids[index])) return
  await updatePositions(tx.db, realm.id, ids)
  const after = before
    .map((one) => ({ ...one, position: ids.indexOf(one.id) + 1 }))
    .sort((a, b) => a.position - b.position)
  const changes = after.map((value) => ({ put: 'linkifier', value }) as const)
  emitLinkifiersChanged(tx, after, changes)
  const details = { before: before.map(({ id }) => id), after: ids }
  tx.audit({ action: 'linkifiers reordered', target: { kind: 'realm', id: realm.id }, details })
}
