import * as z from 'zod'
import { UserGroup } from '../objects/group.ts'
import { event, registerFields } from './base.ts'

const group_id = z.int().describe('The id of the group.')
const user_ids = z.array(z.int({ abort: true }))
const direct_subgroup_ids = z.array(z.int({ abort: true }))

/** What changed; nothing else is in it. */
const GroupChange = UserGroup.omit({
  id: true,
  date_created: true,
  creator_id: true,
  members: true,
  direct_subgroup_ids: true,
  is_system_group: true,
}).partial()

export const GroupAdded = event('user_group', {
  op: z.literal('add').describe('A group was created or reactivated.'),
  group: UserGroup.describe('The group, which is new or active again.'),
})
export const GroupUpdated = event('user_group', {
  op: z.literal('update').describe('A group was changed.'),
  group_id,
  data: GroupChange.describe('The properties that changed, with their new values.'),
})
export const GroupMembersAdded = event('user_group', {
  op: z.literal('add_members').describe('People became direct members of a group.'),
  group_id,
  user_ids: user_ids.describe('The ids of the new direct members.'),
})
export const GroupMembersRemoved = event('user_group', {
  op: z.literal('remove_members').describe('People are no longer direct members of a group.'),
  group_id,
  user_ids: user_ids.describe('The ids of people who are no longer direct members.'),
})
export const SubgroupsAdded = event('user_group', {
  op: z.literal('add_subgroups').describe('Groups became direct subgroups of a group.'),
  group_id,
  direct_subgroup_ids: direct_subgroup_ids.describe('The ids of the new direct subgroups.'),
})
export const SubgroupsRemoved = event('user_group', {
  op: z.literal('remove_subgroups').describe('Groups are no longer direct subgroups of a group.'),
  group_id,
  direct_subgroup_ids: direct_subgroup_ids.describe('The ids of groups that are no longer direct subgroups.'),
})
export const GroupRemoved = event('user_group', {
  op: z
    .literal('remove')
    .describe(
      'A group was deactivated. Clients with the capability `include_deactivated_groups` get an update instead.',
    ),
  group_id,
})

export const realmUserGroupsFields = registerFields('realm_user_groups', {
  realm_user_groups: z.array(UserGroup).describe('The user groups of the organization.'),
})
