import { computed } from '@preact/signals'
import type { GroupSettingValue, UserGroup } from '../../api/objects/group.ts'
import { state } from '../kernel/state.ts'

const listed = computed(() => state.value?.realm_user_groups)

export const groups = computed((): ReadonlyMap<number, UserGroup> => new Map(listed.value?.map((one) => [one.id, one])))

/** Is the person in the group, or in a group that is part of it? Groups are never part of themselves. */
function isInGroup(groupId: number, userId: number): boolean {
  const group = groups.value.get(groupId)
  return group !== undefined && (group.members.includes(userId) || isInOne(group.direct_subgroup_ids, userId))
}

const isInOne = (ids: readonly number[], userId: number): boolean => ids.some((id) => isInGroup(id, userId))

/** Does the setting give the person this permission? */
export const isAllowed = (setting: GroupSettingValue, userId: number): boolean =>
  typeof setting === 'number'
    ? isInGroup(setting, userId)
    : setting.direct_members.includes(userId) || isInOne(setting.direct_subgroups, userId)
