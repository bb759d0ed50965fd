import type { StateSlice, VisitorRequest } from '../../kernel/register/snapshot.ts'
import { presentGroups } from './present.ts'

export const groupsState: StateSlice<VisitorRequest> = {
  types: ['realm_user_groups'],
  take: ({ realm, spec }) => ({
    realm_user_groups: presentGroups(realm, spec.capabilities.include_deactivated_groups ?? false),
  }),
}
