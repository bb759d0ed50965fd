import { addRealmDomain, deleteRealmDomain, getRealmDomains, patchRealmDomain } from '../../../api/endpoints/domains.ts'
import { route } from '../../kernel/http/route.ts'
import { orderedDomains } from './access.ts'
import { addDomain } from './add-domain.ts'
import { changeDomain } from './change-domain.ts'
import { presentDomain } from './present.ts'
import { removeDomain } from './remove-domain.ts'

export const domainRoutes = {
  getRealmDomains: route(getRealmDomains, ({ actor }) => ({
    domains: orderedDomains(actor.realm).map(presentDomain),
  })),

  addRealmDomain: route(addRealmDomain, async (call) => {
    const wanted = { name: call.params.domain, allowSubdomains: call.params.allow_subdomains }
    const { id, name } = await call.transact((tx) => addDomain(tx, wanted))
    return { new_domain: [id, name] }
  }),

  patchRealmDomain: route(patchRealmDomain, async (call) => {
    await call.transact((tx) => changeDomain(tx, call.params.domain, call.params.allow_subdomains))
    return {}
  }),

  deleteRealmDomain: route(deleteRealmDomain, async (call) => {
    await call.transact((tx) => removeDomain(tx, call.params.domain))
    return {}
  }),
}
