import type { EventOf } from '../../api/events/index.ts'
import type { RegisterState } from '../../api/objects/register-state.ts'
import { reducer } from './reducer.ts'

type Domains = NonNullable<RegisterState['realm_domains']>

function changeDomains(domains: Domains, event: EventOf<'realm_domains'>): Domains {
  switch (event.op) {
    case 'add':
      return [...domains, event.realm_domain]
    case 'change':
      return domains.map((one) => (one.domain === event.realm_domain.domain ? event.realm_domain : one))
    case 'remove':
      return domains.filter(({ domain }) => domain !== event.domain)
  }
}

export const domains = reducer('realm_domains', (state, event) =>
  state.realm_domains ? { ...state, realm_domains: changeDomains(state.realm_domains, event) } : state,
)
