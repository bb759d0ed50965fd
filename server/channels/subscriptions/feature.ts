import { feature } from '../../kernel/feature.ts'
import { subscriptionsInvariants } from './invariants.ts'
import { subscriptionRoutes } from './routes.ts'

export const subscriptionsFeature = feature({
  shares: ['chosen-colors'],
  routes: subscriptionRoutes,
  invariants: subscriptionsInvariants,
})
