import { badRequest } from '../../../api/errors.ts'
import { everyone } from '../../kernel/log/audience.ts'
import type { Domain } from '../../kernel/realm-state/records/domain.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { requireOwner } from '../../people/users/role-access.ts'
import { checkDomainName } from './domain-name.ts'
import { presentDomain } from './present.ts'
import { insertDomain } from './queries.ts'

const MOST_DOMAINS = 1000

export async function addDomain(tx: CallTx, wanted: Omit<Domain, 'id'>): Promise<Domain> {
  const { realm, user } = tx.actor
  requireOwner(user)
  const name = checkDomainName(wanted.name)
  const domains = realm.records.domain
  if (domains.find('name', name)) throw badRequest(`The domain ${name} is already a part of your organization.`)
  if (domains.size >= MOST_DOMAINS) throw badRequest(`An organization can have at most ${MOST_DOMAINS} domains.`)
  const domain = await insertDomain(tx.db, realm.id, { ...wanted, name })
  tx.emit({ type: 'realm_domains', op: 'add', realm_domain: presentDomain(domain) }, everyone, {
    state: [{ put: 'domain', value: domain }],
  })
  tx.audit({ action: 'domain added', target: { kind: 'realm', id: realm.id }, details: { domain } })
  return domain
}
