import { feature } from '../../kernel/feature.ts'
import { mutedUsersState } from './initial-state.ts'
import { mutedUsersInvariants } from './invariants.ts'
import { mutedUserRoutes } from './routes.ts'

export const mutedUsersFeature = feature({
  routes: mutedUserRoutes,
  state: [mutedUsersState],
  visitorState: [{ types: ['muted_users'], take: () => ({ muted_users: [] }) }],
  invariants: mutedUsersInvariants,
})
