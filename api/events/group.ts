import * as z from 'zod'
import { UserGroup } from '../objects/group.ts'
import { event } from './base.ts'

const group_id = z.int()

/** What changed; nothing else is in it. */
const GroupChange = UserGroup.omit({
  id: true,
  date_created: true,
  creator_id: true,
  members: true,
  direct_subgroup_ids: true,
  is_system_group: true,
}).partial()

export const GroupAdded = event('user_group', { op: z.literal('add'), group: UserGroup })
export const GroupUpdated = event('user_group', { op: z.literal('update'), group_id, data: GroupChange })
export const GroupRemoved = event('user_group', { op: z.literal('remove'), group_id })
