import { everyone } from '../../kernel/log/audience.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { requireDomain } from './access.ts'
import { presentDomain } from './present.ts'
import { updateDomainRow } from './queries.ts'

export async function changeDomain(tx: CallTx, name: string, allowSubdomains: boolean): Promise<void> {
  const before = requireDomain(tx.actor, name)
  if (before.allowSubdomains === allowSubdomains) return
  const domain = { ...before, allowSubdomains }
  await updateDomainRow(tx.db, tx.realm.id, domain)
  tx.emit({ type: 'realm_domains', op: 'change', realm_domain: presentDomain(domain) }, everyone, {
    state: [{ put: 'domain', value: domain }],
  })
  tx.audit({ action: 'domain changed', target: { kind: 'realm', id: tx.realm.id }, details: { before, after: domain } })
}
