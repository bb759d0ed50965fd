import type { UserGroup } from '../../api/objects/group.ts'
import { getOrMake } from '../base/get-or-make.ts'
import type { Group } from '../realm-state/group.ts'
import { isDirectSystemMember } from '../realm-state/group.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import type { User } from '../realm-state/user.ts'

/** Active people who are in the same system groups. */
interface Kind {
  /** Any of them. */
  readonly like: User
  readonly isFull: boolean
  readonly ids: number[]
}

/** There are few kinds, so that not everybody has to be asked for each group. */
export function peopleByKind(realm: RealmState): readonly Kind[] {
  const kinds = new Map<number, Kind>()
  for (const user of realm.users.values()) {
    if (!user.isActive) continue
    const isFull = realm.isFullMember(user)
    getOrMake(kinds, isFull ? user.role : -user.role, () => ({ like: user, isFull, ids: [] })).ids.push(user.id)
  }
  return [...kinds.values()]
}

/** `people` is only asked for system groups, whose members follow from roles. */
export const presentGroup = (group: Group, people: readonly Kind[] = []): UserGroup => ({
  id: group.id,
  name: group.name,
  description: group.description,
  date_created: group.createdAt,
  creator_id: group.creatorId,
  members: membersOf(group, people),
  direct_subgroup_ids: [...group.subgroups],
  is_system_group: group.isSystem,
  deactivated: group.deactivated,
  ...(group.settings as Pick<UserGroup, keyof Group['settings']>),
})

function membersOf(group: Group, people: readonly Kind[]): number[] {
  if (!group.isSystem) return [...group.members]
  const lists = people.filter(({ like, isFull }) => isDirectSystemMember(group, like, isFull)).map(({ ids }) => ids)
  return lists.length === 1 ? lists[0]! : lists.flat().sort((a, b) => a - b)
}
