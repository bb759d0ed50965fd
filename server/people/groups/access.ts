import { ApiError, badRequest } from '../../../api/errors.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Group, GroupGroupSetting, GroupSetting, GroupSettingRule } from '../../kernel/realm-state/group.ts'
import { mayInRealm, mayWithGroup } from '../../kernel/realm-state/permissions.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { isGuest } from '../../kernel/realm-state/user.ts'

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

/** The value of a group setting in an update: the new one, and optionally the one that the client believes is stored. */
export interface GroupSettingUpdate {
  readonly new: GroupSetting
  readonly old?: GroupSetting | undefined
}

/**
 * The value to store for a `{new, old}` parameter, or undefined when it is stored already. Refuses an `old` that is not
 * the stored value, and a `new` that the setting does not allow. Every update endpoint uses it the same way, inside its
 * transaction, with the rule from the same table that the permission checks use:
 *
 *     const value = changedGroupSetting(tx.realm, name, REALM_GROUP_SETTINGS[name], stored[name], params[name])
 *     if (value !== undefined) … store it, emit the event with `value`, write the audit line
 *
 * The parameter is declared as `json(GroupSettingUpdate)` (api/objects/group.ts), the endpoint's errors as
 * `['EXPECTATION_MISMATCH', 'SYSTEM_GROUP_REQUIRED']` (the second only where a rule has `systemOnly`).
 */
export function changedGroupSetting(
  realm: RealmState,
  name: string,
  rule: GroupSettingRule,
  stored: GroupSetting,
  update: GroupSettingUpdate,
): GroupSetting | undefined {
  if (update.old !== undefined && !isSameSetting(realm, update.old, stored))
    throw new ApiError('EXPECTATION_MISMATCH', "'old' value does not match the expected value.", {
      data: { field_name: 'old' },
    })
  return isSameSetting(realm, update.new, stored) ? undefined : checkGroupSetting(realm, name, rule, update.new)
}

/** The order of the lists does not matter, nor whether a single group is written as a number or as a list. */
export function isSameSetting(realm: RealmState, left: GroupSetting, right: GroupSetting): boolean {
  const [a, b] = [canonical(realm, left), canonical(realm, right)]
  if (typeof a === 'number' || typeof b === 'number') return a === b
  const isSame = (one: readonly number[], other: readonly number[]) =>
    one.length === other.length && one.every((id, index) => id === other[index])
  return isSame(a.direct_members, b.direct_members) && isSame(a.direct_subgroups, b.direct_subgroups)
}

/** An active group. */
export function requireGroup(realm: RealmState, id: number, otherwise = 'Invalid user group'): Group {
  const group = realm.groups.get(id)
  if (!group || group.deactivated) throw badRequest(otherwise)
  return group
}

/** Guests cannot use groups. */
export function requireMember({ user }: Actor): void {
  if (isGuest(user)) throw badRequest('Not allowed for guest users')
}

/** A group, also a deactivated one. */
export function requireReadableGroup(actor: Actor, id: number, otherwise = 'Invalid user group'): Group {
  requireMember(actor)
  const group = actor.realm.groups.get(id)
  if (!group) throw badRequest(otherwise)
  return group
}

/**
 * A group that the caller may change: as a manager of it or of all groups, or by one of these permissions. Only managers
 * change a deactivated group, and nobody a system group.
 */
export function requireChangeableGroup(actor: Actor, id: number, permissions: readonly GroupGroupSetting[]): Group {
  const { realm, user } = actor
  const group = requireReadableGroup(actor, id)
  const isManager =
    mayInRealm(realm, user, 'can_manage_all_groups') || mayWithGroup(realm, user, group, 'can_manage_group')
  const isPermitted = !group.deactivated && permissions.some((name) => mayWithGroup(realm, user, group, name))
  if (group.isSystem || !(isManager || isPermitted)) throw badRequest('Insufficient permission')
  return group
}

/** A group that the caller may change in every way. */
export const requireManagedGroup = (actor: Actor, id: number): Group => requireChangeableGroup(actor, id, [])

/** Refuses ids that are not of active accounts. */
export function requireActiveUsers(realm: RealmState, ids: readonly number[]): void {
  for (const id of ids) if (!realm.users.get(id)?.isActive) throw badRequest(`Invalid user ID: ${id}`)
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
