import * as z from 'zod'
import { endpoint, ids, json } from '../contract.ts'
import { ownUserShape, UserObject } from '../objects/user.ts'

export const getUsers = endpoint({
  method: 'GET',
  path: '/users',
  id: 'get-users',
  group: 'People',
  summary: 'List users',
  description: 'Lists the accounts of the organization that the caller can see, deactivated ones and bots included.',
  auth: 'user',
  params: {
    client_gravatar: json(z.boolean()).default(true).describe('The client computes pictures from email addresses.'),
    include_custom_profile_fields: json(z.boolean()).default(false).describe('Include the custom profile fields.'),
    user_ids: json(ids()).optional().describe('Only these users.'),
  },
  result: { members: z.array(UserObject).describe('The users.') },
  errors: [],
  weight: () => 5,
})

export const createUser = endpoint({
  method: 'POST',
  path: '/users',
  id: 'create-user',
  group: 'People',
  summary: 'Create a user',
  description: 'Creates an account. Only administrators whom the operator has permitted to create users can.',
  auth: 'administrator',
  params: {
    email: z.string().describe('The email address of the new user.'),
    password: z.string().describe('The first password.'),
    full_name: z.string().describe('The name of the new user.'),
  },
  result: { user_id: z.int().describe('The id of the new user.') },
  errors: [],
  badRequests: [
    'The address is invalid or in use, or the organization does not allow it.',
    'The name is empty, invalid or in use.',
    'The password is too weak.',
    'The operator has not permitted the caller to create users.',
  ],
  emits: ['realm_user', 'user_group', 'subscription', 'message'],
})

export const getOwnUser = endpoint({
  method: 'GET',
  path: '/users/me',
  id: 'get-own-user',
  group: 'People',
  summary: 'Get your own user',
  description: 'Returns the account of the caller.',
  auth: 'user',
  params: {},
  result: ownUserShape,
  errors: [],
})
