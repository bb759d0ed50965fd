import * as z from 'zod'
import { endpoint, flag, ids, json } from '../contract.ts'
import { GroupSettingUpdate, GroupSettingValue, UserGroup } from '../objects/group.ts'

const user_group_id = json(z.int()).describe('The id of the group.')

const description = 'What the group is for.'
const PERMISSIONS = {
  can_add_members_group: 'Who may add members and subgroups. The default is the creator.',
  can_join_group: 'Who may add themselves. The default is nobody.',
  can_leave_group: 'Who may remove themselves. The default is everyone.',
  can_manage_group: 'Who may change the group in every way. The default is the creator.',
  can_mention_group: 'Who may mention the group. The default is everyone.',
  can_remove_members_group: 'Who may remove members. The default is nobody.',
}

/** One optional parameter for each permission of a group. */
const permissions = <S extends z.ZodType>(schema: S) => {
  const parameter = (text: string) => json(schema).optional().describe(text)
  return {
    can_add_members_group: parameter(PERMISSIONS.can_add_members_group),
    can_join_group: parameter(PERMISSIONS.can_join_group),
    can_leave_group: parameter(PERMISSIONS.can_leave_group),
    can_manage_group: parameter(PERMISSIONS.can_manage_group),
    can_mention_group: parameter(PERMISSIONS.can_mention_group),
    can_remove_members_group: parameter(PERMISSIONS.can_remove_members_group),
  }
}

export const getUserGroups = endpoint({
  method: 'GET',
  path: '/user_groups',
  id: 'get-user-groups',
  group: 'User groups',
  summary: 'List user groups',
  description: 'Lists the user groups of the organization.',
  auth: 'user',
  params: {
    include_deactivated_groups: flag(false).describe('Whether deactivated groups are listed too.'),
  },
  result: { user_groups: z.array(UserGroup).describe('The groups of the organization, system groups among them.') },
  errors: [],
})

export const createUserGroup = endpoint({
  method: 'POST',
  path: '/user_groups/create',
  id: 'create-user-group',
  group: 'User groups',
  summary: 'Create a user group',
  description: 'Creates a user group. The caller must be allowed to create groups in the organization.',
  auth: 'user',
  params: {
    name: z.string().describe('The name of the group. No other group may have it, not even a deactivated one.'),
    description: z.string().describe(description),
    members: json(ids()).describe('The ids of the first members.'),
    subgroups: json(ids()).optional().describe('The ids of the first subgroups.'),
    ...permissions(GroupSettingValue),
  },
  result: { group_id: z.int().describe('The id of the new group.') },
  errors: [],
  emits: ['user_group'],
})

export const updateUserGroup = endpoint({
  method: 'PATCH',
  path: '/user_groups/{user_group_id}',
  id: 'update-user-group',
  group: 'User groups',
  summary: 'Change the properties of a user group',
  description:
    'Changes the name, the description or the permissions of a group, or reactivates it. The caller must be able to manage it.',
  auth: 'user',
  params: {
    user_group_id,
    name: z.string().optional().describe('The new name of the group.'),
    description: z.string().optional().describe(description),
    ...permissions(GroupSettingUpdate),
    deactivated: json(z.boolean())
      .optional()
      .describe('False brings a deactivated group back. True deactivates the group.'),
  },
  result: {},
  errors: ['EXPECTATION_MISMATCH', 'CANNOT_DEACTIVATE_GROUP_IN_USE'],
  emits: ['user_group', 'stream', 'subscription'],
})

export const deactivateUserGroup = endpoint({
  method: 'POST',
  path: '/user_groups/{user_group_id}/deactivate',
  id: 'deactivate-user-group',
  group: 'User groups',
  summary: 'Deactivate a user group',
  description: 'Deactivates a group, so that it can no longer be mentioned. The caller must be able to manage it.',
  auth: 'user',
  params: { user_group_id },
  result: {},
  errors: ['CANNOT_DEACTIVATE_GROUP_IN_USE'],
  emits: ['user_group'],
})

export const updateUserGroupMembers = endpoint({
  method: 'POST',
  path: '/user_groups/{user_group_id}/members',
  id: 'update-user-group-members',
  group: 'User groups',
  summary: 'Add or remove members of a group',
  description:
    'Adds and removes members and subgroups of a group. The caller must be allowed to do so by the permissions of the group.',
  auth: 'user',
  params: {
    user_group_id,
    delete: json(ids()).optional().describe('The ids of members to remove.'),
    add: json(ids()).optional().describe('The ids of people to add.'),
    delete_subgroups: json(ids()).optional().describe('The ids of subgroups to remove.'),
    add_subgroups: json(ids()).optional().describe('The ids of groups to add as subgroups.'),
  },
  result: {},
  errors: [],
  emits: ['user_group', 'stream', 'subscription'],
})

export const getUserGroupMembers = endpoint({
  method: 'GET',
  path: '/user_groups/{user_group_id}/members',
  id: 'get-user-group-members',
  group: 'User groups',
  summary: 'List the members of a group',
  description: 'Lists the members of a group.',
  auth: 'user',
  params: {
    user_group_id,
    direct_member_only: flag(false).describe('Whether members of subgroups are left out.'),
  },
  result: { members: z.array(z.int({ abort: true })).describe('The ids of the active members.') },
  errors: [],
})

export const getIsUserGroupMember = endpoint({
  method: 'GET',
  path: '/user_groups/{user_group_id}/members/{user_id}',
  id: 'get-is-user-group-member',
  group: 'User groups',
  summary: 'Ask whether somebody is in a group',
  description: 'Tells whether an account is a member of a group.',
  auth: 'user',
  params: {
    user_group_id,
    user_id: json(z.int()).describe('The id of the person or bot.'),
    direct_member_only: flag(false).describe('Whether members of subgroups are left out.'),
  },
  result: { is_user_group_member: z.boolean().describe('Whether the account is a member of the group.') },
  errors: [],
})

export const updateUserGroupSubgroups = endpoint({
  method: 'POST',
  path: '/user_groups/{user_group_id}/subgroups',
  id: 'update-user-group-subgroups',
  group: 'User groups',
  summary: 'Add or remove subgroups of a group',
  description:
    'Adds and removes subgroups of a group. The caller must be allowed to do so by the permissions of the group.',
  auth: 'user',
  params: {
    user_group_id,
    delete: json(ids()).optional().describe('The ids of subgroups to remove.'),
    add: json(ids()).optional().describe('The ids of groups to add as subgroups.'),
  },
  result: {},
  errors: [],
  emits: ['user_group', 'stream', 'subscription'],
})

export const getUserGroupSubgroups = endpoint({
  method: 'GET',
  path: '/user_groups/{user_group_id}/subgroups',
  id: 'get-user-group-subgroups',
  group: 'User groups',
  summary: 'List the subgroups of a group',
  description: 'Lists the subgroups of a group.',
  auth: 'user',
  params: {
    user_group_id,
    direct_subgroup_only: flag(false).describe('Whether subgroups of subgroups are left out.'),
  },
  result: { subgroups: z.array(z.int({ abort: true })).describe('The ids of the subgroups.') },
  errors: [],
})
