import type { StateSlice } from '../../kernel/register/snapshot.ts'
import { presentMutes } from './present.ts'

export const mutedUsersState: StateSlice = {
  types: ['muted_users'],
  take: ({ realm, user }) => ({ muted_users: presentMutes(realm.records.mutes.get(user.id)?.muted ?? []) }),
}
