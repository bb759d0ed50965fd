import { isGuest } from '../realm-state/user.ts'
import type { StateSlice } from '../register/snapshot.ts'
import { presentDefaultGroups } from './present.ts'

export const defaultGroupsState: StateSlice = {
  types: ['default_stream_groups'],
  take: ({ realm, user }) => ({ realm_default_stream_groups: isGuest(user) ? [] : presentDefaultGroups(realm) }),
}
