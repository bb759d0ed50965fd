import * as z from 'zod'

/** Who has a permission: a group, or people and groups named one by one. */
export const GroupSettingValue = z
  .union([
    z.int(),
    z.strictObject({
      direct_members: z.array(z.int({ abort: true })).describe('The ids of the users who have the permission.'),
      direct_subgroups: z
        .array(z.int({ abort: true }))
        .describe('The ids of the user groups whose members have the permission.'),
    }),
  ])
  .describe('Who has a permission: the id of a user group, or an object that names users and groups.')
export type GroupSettingValue = z.infer<typeof GroupSettingValue>

export const UserGroup = z
  .strictObject({
    id: z.int().describe('The id of the group.'),
    name: z.string().describe('The name of the group. Names of system groups begin with `role:`.'),
    description: z.string().describe('What the group is for.'),
    date_created: z
      .int()
      .nullable()
      .describe('When the group was created, in seconds since 1970. It is null for system groups.'),
    creator_id: z.int().nullable().describe('The id of the user who created the group. It is null for system groups.'),
    members: z.array(z.int({ abort: true })).describe('The ids of the direct members.'),
    direct_subgroup_ids: z
      .array(z.int({ abort: true }))
      .describe('The ids of the groups whose members also belong to this one.'),
    is_system_group: z.boolean().describe('True for the groups that the server keeps by role. Nobody can change them.'),
    deactivated: z
      .boolean()
      .describe('True when the group is deactivated. It can no longer be mentioned or used in permissions.'),
    can_add_members_group: GroupSettingValue.describe('Who can add members.'),
    can_join_group: GroupSettingValue.describe('Who can join by themselves.'),
    can_leave_group: GroupSettingValue.describe('Who can leave by themselves.'),
    can_manage_group: GroupSettingValue.describe('Who can change everything about the group.'),
    can_mention_group: GroupSettingValue.describe('Who can mention the group.'),
    can_remove_members_group: GroupSettingValue.describe('Who can remove members.'),
  })
  .describe('A user group.')
export type UserGroup = z.infer<typeof UserGroup>

/** What a setting that takes a group allows, e.g. whether "nobody" may be chosen. */
export const GroupPermissionSetting = z.strictObject({
  require_system_group: z.boolean().describe('True when only a system group can be chosen.'),
  allow_internet_group: z.boolean().describe('True when people without an account can be included.'),
  allow_nobody_group: z.boolean().describe('True when the system group of nobody can be chosen.'),
  allow_everyone_group: z.boolean().describe('True when guests can be included.'),
  default_group_name: z.string().describe('The name of the group that is used when nothing is chosen.'),
  default_for_system_groups: z
    .string()
    .nullable()
    .describe('The value of this setting on system groups. It is null where they do not have it.'),
  allowed_system_groups: z
    .array(z.string())
    .describe('The system groups that can be chosen. An empty list means that there is no such limit.'),
})
