import { orderedLinkifiers } from '../../kernel/realm-state/records/linkifiers.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { requireLinkifier } from './access.ts'
import { emitLinkifiersChanged } from './linkifiers-changed.ts'
import { deleteLinkifierRow } from './queries.ts'

/** Messages that were sent before keep their links. */
export async function removeLinkifier(tx: CallTx, id: number): Promise<void> {
  const linkifier = requireLinkifier(tx.actor, id)
  await deleteLinkifierRow(tx.db, tx.realm.id, id)
  const after = orderedLinkifiers(tx.realm).filter((one) => one.id !== id)
  emitLinkifiersChanged(tx, after, [{ remove: 'linkifier', key: id }])
  tx.audit({ action: 'linkifier removed', target: { kind: 'realm', id: tx.realm.id }, details: { linkifier } })
}
