import { badRequest } from '../../../api/errors.ts'
import { requireOwner } from '../../kernel/access/role-access.ts'
import { everyone } from '../../kernel/log/audience.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { checkDomainName } from './domain-name.ts'
import { presentDomain } from './present.ts'
import { insertDomain } from './queries.ts'
import type { Domain } from './record.ts'

const MAX_DOMAINS = 1000

export async function addDomain(tx: CallTx, wanted: Omit<Domain, 'id'>): Promise<Domain> {
  const { realm, user } = tx.actor
  requireOwner(user)
  const name = checkDomainName(wanted.name)
  const domains = realm.records.domain
  if (domains.find('name', name)) throw badRequest(`The domain ${name} is already a part of your organization.`)
  if (domains.size >= MAX_DOMAINS) throw badRequest(`An organization can have at most ${MAX_DOMAINS} domains.`)
  const domain = await insertDomain(tx.db, realm.id, { ...wanted, name })
  tx.emit({ type: 'realm_domains', op: 'add', realm_domain: presentDomain(domain) }, everyone, {
    state: [{ put: 'domain', value: domain }],
  })
  tx.audit({ action: 'domain added', target: { kind: 'realm', id: realm.id }, details: { domain } })
  return domain
}
