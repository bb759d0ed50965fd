import type { StateSlice } from '../../kernel/register/snapshot.ts'
import { defaultGroupsFor } from './present.ts'

export const defaultGroupsState: StateSlice = {
  types: ['default_stream_groups'],
  take: ({ realm, user }) => ({ realm_default_stream_groups: defaultGroupsFor(realm, user) }),
}
