import { everyone } from '../../kernel/log/audience.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { requireDomain } from './access.ts'
import { deleteDomainRow } from './queries.ts'

/** Accounts with such addresses stay. */
export async function removeDomain(tx: CallTx, name: string): Promise<void> {
  const domain = requireDomain(tx.actor, name)
  await deleteDomainRow(tx.db, tx.realm.id, domain.id)
  tx.emit({ type: 'realm_domains', op: 'remove', domain: domain.name }, everyone, {
    state: [{ remove: 'domain', key: domain.id }],
  })
  tx.audit({ action: 'domain removed', target: { kind: 'realm', id: tx.realm.id }, details: { domain } })
}
