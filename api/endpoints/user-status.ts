import * as z from 'zod'
import { endpoint, json } from '../contract.ts'
import { ReactionTypeName } from '../objects/reaction.ts'
import { UserStatus } from '../objects/user-status.ts'

const user_id = json(z.int()).describe('The id of the user.')

const status = {
  status_text: z
    .string()
    .optional()
    .describe('The text, at most 60 characters. Empty text removes it; without this parameter it stays.'),
  emoji_name: z
    .string()
    .optional()
    .describe('The name of the emoji. Empty text removes it; without this parameter it stays.'),
  emoji_code: z.string().optional().describe('The code of the emoji. It follows from the name if it is left out.'),
  reaction_type: ReactionTypeName.optional().describe(
    'The type of the emoji: unicode_emoji, realm_emoji or the extra emoji of the server.',
  ),
}

export const updateStatus = endpoint({
  method: 'POST',
  path: '/users/me/status',
  id: 'update-status',
  group: 'Presence',
  summary: 'Change your status',
  description: 'Changes the text, the emoji or both. What is left out stays as it is. For people only.',
  auth: 'user',
  params: {
    ...status,
    away: json(z.boolean())
      .optional()
      .describe('Deprecated: true stops sharing presence with others, false shares it again.'),
  },
  result: {},
  errors: [],
  emits: ['user_status', 'user_settings', 'presence'],
})

export const updateStatusForUser = endpoint({
  method: 'POST',
  path: '/users/{user_id}/status',
  id: 'update-status-for-user',
  group: 'Presence',
  summary: 'Change the status of a user',
  description: 'Changes the status of somebody else. For administrators and bots that belong to one.',
  // Others are refused in the words of this operation.
  auth: 'user',
  params: { user_id, ...status },
  result: {},
  errors: [],
  emits: ['user_status'],
})

export const getUserStatus = endpoint({
  method: 'GET',
  path: '/users/{user_id}/status',
  id: 'get-user-status',
  group: 'Presence',
  summary: 'Get the status of a user',
  description: 'Returns what a user has set as their status.',
  auth: 'user',
  params: { user_id },
  result: { status: UserStatus.describe('What the user has set.') },
  errors: [],
})
