import type { StateSlice, VisitorRequest } from '../register/snapshot.ts'
import { peopleByKind, presentGroup } from './present.ts'

export const groupsState: StateSlice<VisitorRequest> = {
  types: ['realm_user_groups'],
  take: ({ realm, spec }) => {
    const people = peopleByKind(realm)
    return {
      realm_user_groups: [...realm.groups.all()]
        .filter((group) => !group.deactivated || spec.capabilities.include_deactivated_groups)
        .map((group) => presentGroup(group, people)),
    }
  },
}
