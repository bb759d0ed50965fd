import { requireAdministrator } from '../../kernel/access/role-access.ts'
import { orderedLinkifiers } from '../../kernel/realm-state/records/linkifiers.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { checkAmongOthers } from './check-linkifier.ts'
import { emitLinkifiersChanged } from './linkifiers-changed.ts'
import { insertLinkifier, type LinkifierFields } from './queries.ts'

/** It comes after all others. The fields were checked before. */
export async function addLinkifier(tx: CallTx, fields: LinkifierFields): Promise<number> {
  const { realm, user } = tx.actor
  requireAdministrator(user)
  checkAmongOthers(realm, fields.pattern)
  const before = orderedLinkifiers(realm)
  const linkifier = await insertLinkifier(tx.db, realm.id, fields, (before.at(-1)?.position ?? 0) + 1)
  emitLinkifiersChanged(tx, [...before, linkifier], [{ put: 'linkifier', value: linkifier }])
  tx.audit({ action: 'linkifier added', target: { kind: 'realm', id: realm.id }, details: { linkifier } })
  return linkifier.id
}
