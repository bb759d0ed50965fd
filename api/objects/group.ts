import * as z from 'zod'

/** Who has a permission: a group, or people and groups named one by one. */
export const GroupSettingValue = z
  .union([
    z.int(),
    z.strictObject({
      direct_members: z.array(z.int({ abort: true })).describe('The ids of people who have the permission.'),
      direct_subgroups: z
        .array(z.int({ abort: true }))
        .describe('The ids of groups whose members have the permission.'),
    }),
  ])
  .describe('Who has the permission: the id of a group, or people and groups named one by one.')
export type GroupSettingValue = z.infer<typeof GroupSettingValue>

/** A new value for such a setting. `old` guards against overwriting a change that the client has not seen. */
export const GroupSettingUpdate = z
  .strictObject({
    new: GroupSettingValue.describe('The new value.'),
    old: GroupSettingValue.optional().describe(
      'The value that the client has seen. The update fails if it is not current.',
    ),
  })
  .describe('A new value for the permission, and optionally the value it replaces.')

/** Who may do what with a group. */
export const groupPermissionShape = {
  can_add_members_group: GroupSettingValue.describe('Who may add members and subgroups.'),
  can_join_group: GroupSettingValue.describe('Who may add themselves.'),
  can_leave_group: GroupSettingValue.describe('Who may remove themselves.'),
  can_manage_group: GroupSettingValue.describe('Who may change the group in every way.'),
  can_mention_group: GroupSettingValue.describe('Who may mention the group.'),
  can_remove_members_group: GroupSettingValue.describe('Who may remove members.'),
}

export const UserGroup = z
  .strictObject({
    id: z.int().describe('The id of the group.'),
    name: z.string().describe('The name of the group.'),
    description: z.string().describe('What the group is for.'),
    date_created: z.int().nullable().describe('When the group was created, in seconds. Null if unknown.'),
    creator_id: z.int().nullable().describe('The id of the person who created the group. Null if there is none.'),
    members: z.array(z.int({ abort: true })).describe('The ids of the direct members.'),
    direct_subgroup_ids: z.array(z.int({ abort: true })).describe('The ids of the direct subgroups.'),
    is_system_group: z.boolean().describe('Whether the server maintains the group. Nobody can change such a group.'),
    deactivated: z.boolean().describe('Whether the group is deactivated.'),
    ...groupPermissionShape,
  })
  .describe('A user group.')
export type UserGroup = z.infer<typeof UserGroup>

/** What a setting that takes a group allows, e.g. whether "nobody" may be chosen. */
export const GroupPermissionSetting = z
  .strictObject({
    require_system_group: z.boolean().describe('Whether only a system group can be chosen.'),
    allow_internet_group: z.boolean().describe('Whether everyone on the internet can be chosen.'),
    allow_nobody_group: z.boolean().describe('Whether nobody can be chosen.'),
    allow_everyone_group: z.boolean().describe('Whether everyone, including guests, can be chosen.'),
    default_group_name: z.string().describe('The default: a system group, or the creator.'),
    default_for_system_groups: z
      .string()
      .nullable()
      .describe('The default of system groups, where they have the setting.'),
    allowed_system_groups: z.array(z.string()).describe('The system groups that can be chosen. Empty: no such limit.'),
  })
  .describe('Which values a permission setting allows.')
