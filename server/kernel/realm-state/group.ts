import type { UserGroup } from '../../../api/objects/group.ts'
import { IntSet } from './structures/int-set.ts'
import { ROLE, type User } from './user.ts'

/** A named group, or an anonymous group of people and groups. */
export type GroupSetting =
  | number
  | { readonly direct_members: readonly number[]; readonly direct_subgroups: readonly number[] }

/** The default of a group setting and the values it may have. */
export interface GroupSettingRule {
  readonly default: SystemGroupName | 'channel_creator' | 'group_creator'
  readonly nobody: boolean
  readonly everyone: boolean
  readonly systemOnly?: readonly SystemGroupName[]
}

export interface Group {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly isSystem: boolean
  readonly creatorId: number | null
  readonly createdAt: number | null
  readonly deactivated: boolean
  readonly members: readonly number[]
  readonly subgroups: readonly number[]
  readonly settings: Readonly<Record<GroupGroupSetting, GroupSetting>>
}

export type GroupGroupSetting = keyof typeof GROUP_GROUP_SETTINGS

export const GROUP_GROUP_SETTINGS = {
  can_add_members_group: { default: 'group_creator', nobody: true, everyone: false },
  can_join_group: { default: 'role:nobody', nobody: true, everyone: false },
  can_leave_group: { default: 'role:everyone', nobody: true, everyone: true },
  can_manage_group: { default: 'group_creator', nobody: true, everyone: false },
  can_mention_group: { default: 'role:everyone', nobody: true, everyone: true },
  can_remove_members_group: { default: 'role:nobody', nobody: true, everyone: false },
} as const satisfies Record<Extract<keyof UserGroup, `can_${string}`>, GroupSettingRule>

/** Created with every organization. Each group contains the previous one, except that `role:nobody` is on its own. */
export const SYSTEM_GROUPS = [
  { name: 'role:owners', description: 'Owners of this organization' },
  { name: 'role:administrators', description: 'Administrators of this organization, including owners' },
  { name: 'role:moderators', description: 'Moderators of this organization, including administrators' },
  { name: 'role:fullmembers', description: 'Members of this organization, not including new accounts and guests' },
  { name: 'role:members', description: 'Members of this organization, not including guests' },
  { name: 'role:everyone', description: 'Everyone in this organization, including guests' },
  { name: 'role:internet', description: 'Everyone on the Internet' },
  { name: 'role:nobody', description: 'Nobody' },
] as const

export type SystemGroupName = (typeof SYSTEM_GROUPS)[number]['name']

const DIRECT_ROLE: Partial<Record<string, number>> = {
  'role:owners': ROLE.owner,
  'role:administrators': ROLE.administrator,
  'role:moderators': ROLE.moderator,
  'role:members': ROLE.member,
  'role:everyone': ROLE.guest,
}

/** Direct members of a system group follow from roles. No table stores them. */
export const isDirectSystemMember = (group: Group, user: User, isFullMember: boolean): boolean =>
  DIRECT_ROLE[group.name] === user.role ||
  (group.name === 'role:fullmembers' && user.role === ROLE.member && isFullMember)

/** Listed in the group itself, not in a subgroup. Whether the person is active is not asked. */
export const isDirectMember = (group: Group, user: User, isFullMember: boolean): boolean =>
  group.isSystem ? isDirectSystemMember(group, user, isFullMember) : listHas(group.members, user.id)

const LONG_LIST = 32
const sets = new WeakMap<readonly number[], IntSet>()

/** Long lists of people are asked often and replaced as a whole, so each gets a set at its first question. */
export function listHas(list: readonly number[], id: number): boolean {
  if (list.length < LONG_LIST) return list.includes(id)
  let set = sets.get(list)
  if (!set) {
    set = new IntSet(list, list.length)
    sets.set(list, set)
  }
  return set.has(id)
}
