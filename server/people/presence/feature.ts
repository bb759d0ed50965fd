import { feature } from '../../kernel/feature.ts'
import { presenceVariants } from './event-variants.ts'
import { presenceState } from './initial-state.ts'
import { presenceInvariants } from './invariants.ts'
import { presenceRoutes } from './routes.ts'

export const presenceFeature = feature({
  shares: ['presence-board', 'present', 'update-presence'],
  routes: presenceRoutes,
  state: [presenceState],
  visitorState: [
    { types: ['presence'], take: ({ now }) => ({ presences: {}, presence_last_update_id: -1, server_timestamp: now }) },
  ],
  variants: presenceVariants,
  invariants: presenceInvariants,
})
