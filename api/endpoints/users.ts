import * as z from 'zod'
import { endpoint, flag, ids, json } from '../contract.ts'
import { oneOf } from '../objects/one-of.ts'
import { ownUserShape, ROLES, UserObject } from '../objects/user.ts'
import { ProfileDataUpdate } from './profile-fields.ts'

const user_id = json(z.int()).describe('The id of the user')
const email = z.string().describe('The email address of the user, real or as others see it')

const view = {
  client_gravatar: flag(true).describe('Leave out avatar URLs that the client can compute from the email address'),
  include_custom_profile_fields: flag(false).describe('Include the values of custom profile fields'),
}

export const getUsers = endpoint({
  method: 'GET',
  path: '/users',
  id: 'get-users',
  summary: 'List the users of the organization',
  auth: 'user',
  params: {
    ...view,
    user_ids: json(ids()).optional().describe('The ids of the wanted users. Without it, all users are listed.'),
  },
  result: { members: z.array(UserObject).describe('The users, with bots and deactivated users') },
  errors: [],
  weight: () => 5,
})

export const createUser = endpoint({
  method: 'POST',
  path: '/users',
  id: 'create-user',
  summary: 'Create an account',
  auth: 'administrator',
  params: {
    email: z.string().describe('The email address of the new user'),
    password: z.string().describe('The password of the new user'),
    full_name: z.string().describe('The name of the new user'),
  },
  result: { user_id: z.int().describe('The id of the new user') },
  errors: [],
  emits: ['realm_user', 'user_group', 'subscription'],
})

const user = { user: UserObject.describe('The user') }

export const getUser = endpoint({
  method: 'GET',
  path: '/users/{user_id}',
  id: 'get-user',
  summary: 'Get a user by id',
  auth: 'user',
  params: { user_id, ...view },
  result: user,
  errors: [],
})

export const getUserByEmail = endpoint({
  method: 'GET',
  path: '/users/{email}',
  id: 'get-user-by-email',
  summary: 'Get a user by email address',
  auth: 'user',
  params: { email, ...view },
  result: user,
  errors: [],
})

export const getOwnUser = endpoint({
  method: 'GET',
  path: '/users/me',
  id: 'get-own-user',
  summary: 'Get your own account',
  auth: 'user',
  params: {},
  result: ownUserShape,
  errors: [],
})

const MOST_VALUES = 100

const update = {
  full_name: z.string().optional().describe('The new name'),
  role: json(oneOf(ROLES))
    .optional()
    .describe('The new role: 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest'),
  profile_data: json(z.array(ProfileDataUpdate).max(MOST_VALUES))
    .optional()
    .describe('Custom profile fields and their new values'),
  new_email: z
    .string()
    .optional()
    .describe('The new email address. The server operator decides who may change addresses.'),
}

const updateEvents = ['realm_user', 'user_group', 'stream', 'subscription'] as const

export const updateUser = endpoint({
  method: 'PATCH',
  path: '/users/{user_id}',
  id: 'update-user',
  summary: 'Change a user',
  auth: 'administrator',
  params: { user_id, ...update },
  result: {},
  errors: [],
  emits: updateEvents,
})

export const updateUserByEmail = endpoint({
  method: 'PATCH',
  path: '/users/{email}',
  id: 'update-user-by-email',
  summary: 'Change a user found by email address',
  auth: 'administrator',
  params: { email, ...update },
  result: {},
  errors: [],
  emits: updateEvents,
})

const deletion = (what: string) => z.boolean().optional().describe(what)

const deactivationEvents = ['realm_user', 'user_group', 'subscription'] as const
const COMMENT_CHARACTERS = 2000

export const deactivateUser = endpoint({
  method: 'DELETE',
  path: '/users/{user_id}',
  id: 'deactivate-user',
  summary: 'Deactivate a user and their bots',
  auth: 'administrator',
  params: {
    user_id,
    actions: json(
      z.strictObject({
        delete_profile: deletion('Whether to remove the name and the picture'),
        delete_public_channel_messages: deletion('Whether to delete the messages of the user in public channels'),
        delete_private_channel_messages: deletion('Whether to delete the messages of the user in private channels'),
        delete_direct_messages: deletion('Whether to delete the direct messages that the user sent'),
      }),
    )
      .optional()
      .describe('What to delete of the user and of their bots'),
    deactivation_notification_comment: z
      .string()
      .max(COMMENT_CHARACTERS)
      .optional()
      .describe('A text for the email to the user. Without it, no email is sent.'),
  },
  result: {},
  errors: [],
  emits: deactivationEvents,
})

export const deactivateOwnUser = endpoint({
  method: 'DELETE',
  path: '/users/me',
  id: 'deactivate-own-user',
  summary: 'Deactivate your own account',
  auth: 'user',
  params: {},
  result: {},
  errors: ['CANNOT_DEACTIVATE_LAST_USER'],
  emits: deactivationEvents,
})

export const reactivateUser = endpoint({
  method: 'POST',
  path: '/users/{user_id}/reactivate',
  id: 'reactivate-user',
  summary: 'Reactivate a user',
  auth: 'administrator',
  params: { user_id },
  result: {},
  errors: [],
  emits: ['realm_user', 'user_group', 'subscription'],
})
