import { feature } from '../../kernel/feature.ts'
import { botsState } from './initial-state.ts'
import { botsInvariants } from './invariants.ts'
import { botRoutes } from './routes.ts'

export const botsFeature = feature({
  shares: ['access', 'emit-managed-bots'],
  routes: botRoutes,
  state: [botsState],
  visitorState: [{ types: ['realm_bot'], take: () => ({ realm_bots: [] }) }],
  invariants: botsInvariants,
})
