import * as z from 'zod'
import { UserStatus } from '../objects/user-status.ts'
import { event, registerFields } from './base.ts'

/** Only what changed is present. Empty text means that it was removed. */
export const StatusChanged = event('user_status', {
  user_id: z.int().describe('The id of the user.'),
  ...UserStatus.shape,
  emoji_code: z.string().optional().describe('The code of the emoji; empty if it was removed.'),
}).describe('Somebody changed their status.')

export const userStatusFields = registerFields('user_status', {
  user_status: z.record(z.string(), UserStatus).describe('The statuses that users have set, by user id.'),
})
