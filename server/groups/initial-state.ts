import type { UserGroup } from '../../api/objects/group.ts'
import type { Group } from '../realm-state/group.ts'
import { isDirectSystemMember } from '../realm-state/group.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import type { StateSlice, VisitorRequest } from '../register/snapshot.ts'

export const groupsState: StateSlice<VisitorRequest> = {
  types: ['realm_user_groups'],
  take: ({ realm, spec, now }) => ({
    realm_user_groups: [...realm.groups.all()]
      .filter((group) => !group.deactivated || spec.capabilities.include_deactivated_groups)
      .map((group) => presentGroup(realm, group, now)),
  }),
}

function presentGroup(realm: RealmState, group: Group, now: number): UserGroup {
  return {
    id: group.id,
    name: group.name,
    description: group.description,
    date_created: group.createdAt,
    creator_id: group.creatorId,
    members: membersOf(realm, group, now),
    direct_subgroup_ids: [...group.subgroups],
    is_system_group: group.isSystem,
    deactivated: group.deactivated,
    ...(group.settings as Pick<UserGroup, keyof Group['settings']>),
  }
}

function membersOf(realm: RealmState, group: Group, now: number): number[] {
  if (!group.isSystem) return [...group.members]
  const people = [...realm.users.values()].filter((user) => user.isActive)
  return people
    .filter((user) => isDirectSystemMember(group, user, realm.isFullMember(user, now)))
    .map((user) => user.id)
}
