import { feature } from '../../kernel/feature.ts'
import { reactionsInvariants } from './invariants.ts'
import { reactionRoutes } from './routes.ts'

export const reactionsFeature = feature({
  routes: reactionRoutes,
  invariants: reactionsInvariants,
})
