import { feature } from '../../kernel/feature.ts'
import { playgroundsState } from './initial-state.ts'
import { playgroundsInvariants } from './invariants.ts'
import { playgroundKind } from './record.ts'
import { playgroundRoutes } from './routes.ts'

export const playgroundsFeature = feature({
  routes: playgroundRoutes,
  records: { playground: playgroundKind },
  state: [playgroundsState],
  visitorState: [playgroundsState],
  invariants: playgroundsInvariants,
})
