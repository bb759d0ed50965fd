import * as z from 'zod'

/** Who has a permission: a group, or people and groups named one by one. */
export const GroupSettingValue = z.union([
  z.int(),
  z.strictObject({
    direct_members: z.array(z.int({ abort: true })),
    direct_subgroups: z.array(z.int({ abort: true })),
  }),
])
export type GroupSettingValue = z.infer<typeof GroupSettingValue>

export const UserGroup = z.strictObject({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  date_created: z.int().nullable(),
  creator_id: z.int().nullable(),
  members: z.array(z.int({ abort: true })),
  direct_subgroup_ids: z.array(z.int({ abort: true })),
  is_system_group: z.boolean(),
  deactivated: z.boolean(),
  can_add_members_group: GroupSettingValue,
  can_join_group: GroupSettingValue,
  can_leave_group: GroupSettingValue,
  can_manage_group: GroupSettingValue,
  can_mention_group: GroupSettingValue,
  can_remove_members_group: GroupSettingValue,
})
export type UserGroup = z.infer<typeof UserGroup>

/** What a setting that takes a group allows, e.g. whether "nobody" may be chosen. */
export const GroupPermissionSetting = z.strictObject({
  require_system_group: z.boolean(),
  allow_internet_group: z.boolean(),
  allow_nobody_group: z.boolean(),
  allow_everyone_group: z.boolean(),
  default_group_name: z.string(),
  default_for_system_groups: z.string().nullable(),
  allowed_system_groups: z.array(z.string()),
})
