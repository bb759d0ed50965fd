import { computed } from '@preact/signals'
import type { GroupSettingValue, UserGroup } from '../../api/objects/group.ts'
import { isInGroup } from '../../client/reducers/permissions.ts'
import { state } from '../kernel/state.ts'

/** Does the setting give the person this permission? */
export const isAllowed = (setting: GroupSettingValue, userId: number): boolean =>
  isInGroup(state.value?.realm_user_groups ?? [], setting, userId)

/** `role:fullmembers` is shown as `Full members`. */
const SYSTEM_NAMES: Readonly<Record<string, string>> = {
  'role:owners': 'Owners',
  'role:administrators': 'Administrators',
  'role:moderators': 'Moderators',
  'role:fullmembers': 'Full members',
  'role:members': 'Members',
  'role:everyone': 'Everyone',
  'role:internet': 'Everyone on the internet',
  'role:nobody': 'Nobody',
}

/** The name of a group as people see it. */
export const groupName = (name: string): string => SYSTEM_NAMES[name] ?? name

/** The groups that exist, by id. */
export const groups = computed(
  (): ReadonlyMap<number, UserGroup> =>
    new Map(state.value?.realm_user_groups?.filter((one) => !one.deactivated).map((one) => [one.id, one])),
)

/** Everybody in a group, also through its subgroups. */
export function membersOf(groupId: number): ReadonlySet<number> {
  const reached = new Set([groupId])
  const members = new Set<number>()
  for (const id of reached) {
    const group = groups.value.get(id)
    for (const member of group?.members ?? []) members.add(member)
    for (const subgroup of group?.direct_subgroup_ids ?? []) reached.add(subgroup)
  }
  return members
}
