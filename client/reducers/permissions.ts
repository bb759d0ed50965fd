import type { GroupSettingValue, UserGroup } from '../../api/objects/group.ts'

/** Is the account in the group, directly or through any depth of subgroups? */
export function isInGroup(groups: readonly UserGroup[], setting: GroupSettingValue, userId: number): boolean {
  const byId = new Map(groups.map((group) => [group.id, group]))
  if (typeof setting !== 'number' && setting.direct_members.includes(userId)) return true
  const reached = new Set(typeof setting === 'number' ? [setting] : setting.direct_subgroups)
  for (const id of reached) {
    const group = byId.get(id)
    if (!group) continue
    if (!group.deactivated && group.members.includes(userId)) return true
    for (const subgroup of group.direct_subgroup_ids) reached.add(subgroup)
  }
  return false
}
