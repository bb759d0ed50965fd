import { feature } from '../../kernel/feature.ts'
import { draftsState } from './initial-state.ts'
import { draftsInvariants } from './invariants.ts'
import { draftRoutes } from './routes.ts'

export const draftsFeature = feature({
  shares: ['change-drafts', 'queries'],
  routes: draftRoutes,
  state: [draftsState],
  visitorState: [{ types: ['drafts'], take: () => ({ drafts: [] }) }],
  invariants: draftsInvariants,
})
