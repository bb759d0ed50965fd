import { ApiError } from '../../../api/errors.ts'
import type { GroupSetting, GroupSettingRule } from '../../kernel/realm-state/group.ts'
import { checkGroupSetting, defaultGroupSetting } from '../../people/groups/access.ts'
import type { ImportRun } from './importing.ts'
import type { SourcePermission } from './source.ts'

/** Every permission of a channel or a group: what the source says, where we can express it, else our default. */
export function permissionsOf(
  to: ImportRun,
  rules: Readonly<Record<string, GroupSettingRule>>,
  wanted: Readonly<Record<string, SourcePermission>> = {},
  creatorId: number | null,
  where: string,
): Record<string, GroupSetting> {
  for (const name of Object.keys(wanted))
    if (!Object.hasOwn(rules, name)) to.report.leftOut('permissions', `${where} ${name}`)
  const entries = Object.entries(rules).map(([name, rule]) => {
    const permission = wanted[name]
    const value = permission && checked(to, name, rule, permission)
    if (permission && value === undefined) to.report.leftOut('permissions', `${where} ${name}`)
    return [name, value ?? defaultGroupSetting(to.realm, rule, creatorId)] as const
  })
  return Object.fromEntries(entries)
}

/** Undefined where we cannot express it. */
export function checked(to: ImportRun, name: string, rule: GroupSettingRule, permission: SourcePermission) {
  const setting = settingOf(to, permission)
  if (setting === undefined) return undefined
  try {
    return checkGroupSetting(to.realm, name, rule, setting)
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

/** Undefined if it names a group that was not imported. People that were not imported are left out. */
export function settingOf(to: ImportRun, permission: SourcePermission): GroupSetting | undefined {
  if ('role' in permission) return to.realm.groups.named(permission.role)?.id
  if ('group' in permission) return to.groups.get(permission.group)
  const groups = permission.groups.map((group) => settingOf(to, group))
  if (groups.some((group) => typeof group !== 'number')) return undefined
  return {
    direct_members: permission.people.flatMap((id) => to.people.get(id) ?? []),
    direct_subgroups: groups as number[],
  }
}
