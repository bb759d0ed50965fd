import * as z from 'zod'
import { endpoint, json } from '../contract.ts'

const muted_user_id = json(z.int()).describe('The id of the user.')

export const muteUser = endpoint({
  method: 'POST',
  path: '/users/me/muted_users/{muted_user_id}',
  id: 'mute-user',
  group: 'Settings',
  summary: 'Mute a user',
  description: 'Mutes a user for the caller. What the user has sent and will send counts as read.',
  auth: 'user',
  params: { muted_user_id },
  result: {},
  errors: [],
  emits: ['muted_users', 'update_message_flags'],
})

export const unmuteUser = endpoint({
  method: 'DELETE',
  path: '/users/me/muted_users/{muted_user_id}',
  id: 'unmute-user',
  group: 'Settings',
  summary: 'Unmute a user',
  description: 'Ends the muting of a user. What was sent meanwhile stays read.',
  auth: 'user',
  params: { muted_user_id },
  result: {},
  errors: [],
  emits: ['muted_users'],
})
