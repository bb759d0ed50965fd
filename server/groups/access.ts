import { ApiError, badRequest } from '../../api/errors.ts'
import type { Actor } from '../actor.ts'
import type { Group, GroupSetting, GroupSettingRule } from '../realm-state/group.ts'
import { mayInRealm, mayWithGroup } from '../realm-state/permissions.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import { isGuest } from '../realm-state/user.ts'

/** A group-setting value as it is stored: known people and groups, in canonical form, allowed for this setting. */
export function checkGroupSetting(
  realm: RealmState,
  name: string,
  rule: GroupSettingRule,
  value: GroupSetting,
): GroupSetting {
  const setting = canonical(realm, value)
  const isUnnamed = typeof setting !== 'number'
  const groups = (isUnnamed ? setting.direct_subgroups : [setting]).map((id) => requireGroup(realm, id))
  if (isUnnamed)
    for (const id of setting.direct_members) if (!realm.users.has(id)) throw badRequest(`Invalid user ID: ${id}`)
  if (rule.systemOnly && (isUnnamed || groups.some((group) => !group.isSystem)))
    throw new ApiError('SYSTEM_GROUP_REQUIRED', `'${name}' must be a system user group.`, {
      data: { setting_name: name },
    })
  // Within an unnamed group it would give the same to the same people.
  const forbidden = groups.find((group) => group.isSystem && !isAllowed(rule, group.name))
  if (forbidden) throw badRequest(`'${name}' setting cannot be set to '${forbidden.name}' group.`)
  return setting
}

/** An active group. */
export function requireGroup(realm: RealmState, id: number, otherwise = 'Invalid user group'): Group {
  const group = realm.groups.get(id)
  if (!group || group.deactivated) throw badRequest(otherwise)
  return group
}

/** A group, also a deactivated one, that the caller may change in every way. Nobody may change a system group. */
export function requireManagedGroup({ realm, user }: Actor, id: number): Group {
  if (isGuest(user)) throw badRequest('Not allowed for guest users')
  const group = realm.groups.get(id)
  if (!group) throw badRequest('Invalid user group')
  const isManager =
    mayInRealm(realm, user, 'can_manage_all_groups') || mayWithGroup(realm, user, group, 'can_manage_group')
  if (group.isSystem || !isManager) throw badRequest('Insufficient permission')
  return group
}

/** Is the setting open to this system group? */
function isAllowed(rule: GroupSettingRule, name: string): boolean {
  if (name === 'role:internet') return false
  if (name === 'role:nobody' && !rule.nobody) return false
  if (name === 'role:everyone' && !rule.everyone) return false
  return rule.systemOnly?.some((allowed) => allowed === name) ?? true
}

/** No members and one subgroup is that subgroup; nothing at all is nobody. */
function canonical(realm: RealmState, value: GroupSetting): GroupSetting {
  if (typeof value === 'number') return value
  const members = [...new Set(value.direct_members)].sort((a, b) => a - b)
  const subgroups = [...new Set(value.direct_subgroups)].sort((a, b) => a - b)
  if (members.length > 0 || subgroups.length > 1) return { direct_members: members, direct_subgroups: subgroups }
  return subgroups[0] ?? realm.groups.system('role:nobody').id
}

/** The default of a setting: a system group, or the creator alone. */
export function defaultGroupSetting(realm: RealmState, rule: GroupSettingRule, creatorId: number | null): GroupSetting {
  const name = rule.default
  if (name !== 'channel_creator' && name !== 'group_creator') return realm.groups.system(name).id
  if (creatorId === null) return realm.groups.system('role:nobody').id
  return { direct_members: [creatorId], direct_subgroups: [] }
}
