import { feature } from '../../kernel/feature.ts'
import { userStatusState } from './initial-state.ts'
import { statusInvariants } from './invariants.ts'
import { statusRoutes } from './routes.ts'

export const statusFeature = feature({
  routes: statusRoutes,
  state: [userStatusState],
  visitorState: [{ types: ['user_status'], take: () => ({ user_status: {} }) }],
  invariants: statusInvariants,
})
