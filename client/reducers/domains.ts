import type { EventOf } from '../../api/events/index.ts'
import type { RegisterState } from '../../api/objects/register-state.ts'

type Domains = NonNullable<RegisterState['realm_domains']>

export function changeDomains(domains: Domains, event: EventOf<'realm_domains'>): Domains {
  switch (event.op) {
    case 'add':
      return [...domains, event.realm_domain]
    case 'change':
      return domains.map((one) => (one.domain === event.realm_domain.domain ? event.realm_domain : one))
    case 'remove':
      return domains.filter(({ domain }) => domain !== event.domain)
  }
}
