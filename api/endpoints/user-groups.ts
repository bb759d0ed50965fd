import * as z from 'zod'
import { endpoint, ids, json } from '../contract.ts'
import { GroupSettingValue } from '../objects/group.ts'

const user_group_id = json(z.int()).describe('The id of the group.')
const setting = (who: string) => json(GroupSettingValue).optional().describe(who)

export const createUserGroup = endpoint({
  method: 'POST',
  path: '/user_groups/create',
  id: 'create-user-group',
  group: 'User groups',
  summary: 'Create a user group',
  description: 'Creates a user group. The caller must be allowed to create groups in the organization.',
  auth: 'user',
  params: {
    name: z.string().describe('The name of the group. No other group can have it.'),
    description: z.string().describe('What the group is for.'),
    members: json(ids()).describe('The ids of the first members.'),
    subgroups: json(ids()).optional().describe('The ids of groups whose members also belong to this one.'),
    can_add_members_group: setting('Who can add members. Without it, the caller.'),
    can_join_group: setting('Who can join by themselves. Without it, nobody.'),
    can_leave_group: setting('Who can leave by themselves. Without it, everyone.'),
    can_manage_group: setting('Who can change everything about the group. Without it, the caller.'),
    can_mention_group: setting('Who can mention the group. Without it, everyone.'),
    can_remove_members_group: setting('Who can remove members. Without it, nobody.'),
  },
  result: { group_id: z.int().describe('The id of the new group.') },
  errors: [],
  badRequests: [
    'The name is empty, too long, reserved or in use.',
    'The caller is not allowed to create groups.',
    'A member or a group does not exist.',
  ],
  emits: ['user_group', 'message'],
})

export const updateUserGroup = endpoint({
  method: 'PATCH',
  path: '/user_groups/{user_group_id}',
  id: 'update-user-group',
  group: 'User groups',
  summary: 'Change or reactivate a user group',
  description:
    'Changes the name or the description of a group, or reactivates it. The caller must be able to manage it.',
  auth: 'user',
  params: {
    user_group_id,
    name: z.string().optional().describe('The new name.'),
    description: z.string().optional().describe('The new description.'),
    deactivated: json(z.boolean()).optional().describe('False reactivates the group. True is refused.'),
  },
  result: {},
  errors: [],
  badRequests: [
    'The group does not exist, or the caller cannot manage it.',
    'The name is empty, too long, reserved or in use.',
    'Nothing is to be changed.',
  ],
  emits: ['user_group'],
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
  errors: [],
  badRequests: ['The group does not exist, or the caller cannot manage it.', 'The group is already deactivated.'],
  emits: ['user_group'],
})
