import { feature } from '../../kernel/feature.ts'
import { linkifierVariants } from './event-variants.ts'
import { filtersState, linkifiersState } from './initial-state.ts'
import { linkifiersInvariants } from './invariants.ts'
import { linkifierRoutes } from './routes.ts'

export const linkifiersFeature = feature({
  shares: ['check-linkifier'],
  routes: linkifierRoutes,
  state: [linkifiersState, filtersState],
  visitorState: [linkifiersState, filtersState],
  variants: linkifierVariants,
  invariants: linkifiersInvariants,
})
