import type { UserGroup } from '../../api/objects/group.ts'
import type { Group } from '../realm-state/group.ts'
import { isDirectSystemMember } from '../realm-state/group.ts'
import type { RealmState } from '../realm-state/realm-state.ts'

export const presentGroup = (realm: RealmState, group: Group): UserGroup => ({
  id: group.id,
  name: group.name,
  description: group.description,
  date_created: group.createdAt,
  creator_id: group.creatorId,
  members: membersOf(realm, group),
  direct_subgroup_ids: [...group.subgroups],
  is_system_group: group.isSystem,
  deactivated: group.deactivated,
  ...(group.settings as Pick<UserGroup, keyof Group['settings']>),
})

function membersOf(realm: RealmState, group: Group): number[] {
  if (!group.isSystem) return [...group.members]
  const people = [...realm.users.values()].filter((user) => user.isActive)
  return people.filter((user) => isDirectSystemMember(group, user, realm.isFullMember(user))).map((user) => user.id)
}
