import * as z from 'zod'
import { UserGroup } from '../objects/group.ts'
import { event } from './base.ts'

const group_id = z.int().describe('The id of the group.')

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
  group: UserGroup.describe('The group.'),
})
export const GroupUpdated = event('user_group', {
  op: z.literal('update').describe('A group was changed.'),
  group_id,
  data: GroupChange.describe('The fields that changed, with their new values.'),
})
export const GroupRemoved = event('user_group', {
  op: z.literal('remove').describe('A group was deactivated or is no longer visible.'),
  group_id,
})
