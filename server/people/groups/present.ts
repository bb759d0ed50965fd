import type { UserGroup } from '../../../api/objects/group.ts'
import { getOrMake } from '../../kernel/base/get-or-make.ts'
import type { Group } from '../../kernel/realm-state/group.ts'
import { isDirectSystemMember } from '../../kernel/realm-state/group.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { User } from '../../kernel/realm-state/user.ts'

/** Active people who are in the same system groups. */
interface Kind {
  /** Any of them. */
  readonly like: User
  readonly isFull: boolean
  readonly ids: number[]
}

/** There are few kinds, so that not everybody has to be asked for each group. */
function peopleByKind(realm: RealmState): readonly Kind[] {
  const kinds = new Map<number, Kind>()
  for (const user of realm.users.values()) {
    if (!user.isActive) continue
    const isFull = realm.isFullMember(user)
    getOrMake(kinds, isFull ? user.role : -user.role, () => ({ like: user, isFull, ids: [] })).ids.push(user.id)
  }
  return [...kinds.values()]
}

/** All groups, with deactivated ones or without. */
export function presentGroups(realm: RealmState, withDeactivated: boolean): UserGroup[] {
  const people = peopleByKind(realm)
  return [...realm.groups.all()]
    .filter((group) => withDeactivated || !group.deactivated)
    .map((group) => present(group, group.isSystem ? systemMembers(group, people) : activeMembers(realm, group)))
}

/** A group that people made. */
export const presentGroup = (realm: RealmState, group: Group): UserGroup => present(group, activeMembers(realm, group))

const present = (group: Group, members: number[]): UserGroup => ({
  id: group.id,
  name: group.name,
  description: group.description,
  date_created: group.createdAt,
  creator_id: group.creatorId,
  members,
  direct_subgroup_ids: [...group.subgroups],
  is_system_group: group.isSystem,
  deactivated: group.deactivated,
  ...(group.settings as Pick<UserGroup, keyof Group['settings']>),
})

/** The ids of the direct members of any group, in order. */
export const directMembers = (realm: RealmState, group: Group): number[] =>
  group.isSystem ? systemMembers(group, peopleByKind(realm)) : activeMembers(realm, group)

/** Deactivated people are not members until they come back. */
const activeMembers = (realm: RealmState, group: Group): number[] =>
  group.members.filter((id) => realm.users.get(id)?.isActive)

function systemMembers(group: Group, people: readonly Kind[]): number[] {
  const lists = people.filter(({ like, isFull }) => isDirectSystemMember(group, like, isFull)).map(({ ids }) => ids)
  return lists.length === 1 ? lists[0]! : lists.flat().sort((a, b) => a - b)
}
