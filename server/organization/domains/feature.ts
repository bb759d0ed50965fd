import { feature } from '../../kernel/feature.ts'
import { domainsState } from './initial-state.ts'
import { domainsInvariants } from './invariants.ts'
import { domainKind } from './record.ts'
import { domainRoutes } from './routes.ts'

export const domainsFeature = feature({
  shares: ['access'],
  routes: domainRoutes,
  records: { domain: domainKind },
  state: [domainsState],
  visitorState: [domainsState],
  invariants: domainsInvariants,
})
