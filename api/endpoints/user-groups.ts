import * as z from 'zod'
import { endpoint, ids, json } from '../contract.ts'
import { GroupSettingValue } from '../objects/group.ts'

const user_group_id = json(z.int())

export const createUserGroup = endpoint({
  method: 'POST',
  path: '/user_groups/create',
  id: 'create-user-group',
  summary: 'Create a user group',
  auth: 'user',
  params: {
    name: z.string(),
    description: z.string(),
    members: json(ids()),
    subgroups: json(ids()).optional(),
    can_add_members_group: json(GroupSettingValue).optional(),
    can_join_group: json(GroupSettingValue).optional(),
    can_leave_group: json(GroupSettingValue).optional(),
    can_manage_group: json(GroupSettingValue).optional(),
    can_mention_group: json(GroupSettingValue).optional(),
    can_remove_members_group: json(GroupSettingValue).optional(),
  },
  result: { group_id: z.int() },
  errors: [],
  emits: ['user_group', 'message'],
})

export const updateUserGroup = endpoint({
  method: 'PATCH',
  path: '/user_groups/{user_group_id}',
  id: 'update-user-group',
  summary: 'Change the name or the description of a user group, or bring it back',
  auth: 'user',
  params: {
    user_group_id,
    name: z.string().optional(),
    description: z.string().optional(),
    deactivated: json(z.boolean()).optional(),
  },
  result: {},
  errors: [],
  emits: ['user_group'],
})

export const deactivateUserGroup = endpoint({
  method: 'POST',
  path: '/user_groups/{user_group_id}/deactivate',
  id: 'deactivate-user-group',
  summary: 'Deactivate a user group',
  auth: 'user',
  params: { user_group_id },
  result: {},
  errors: [],
  emits: ['user_group'],
})
