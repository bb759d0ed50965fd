import type { StateSlice, VisitorRequest } from '../../kernel/register/snapshot.ts'
import { orderedDomains } from './access.ts'
import { presentDomain } from './present.ts'

export const domainsState: StateSlice<VisitorRequest> = {
  types: ['realm_domains'],
  take: ({ realm }) => ({ realm_domains: orderedDomains(realm).map(presentDomain) }),
}
