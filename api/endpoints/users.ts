import * as z from 'zod'
import { endpoint, flag, ids, json } from '../contract.ts'
import { oneOf } from '../objects/one-of.ts'
import { ownUserShape, ROLES, UserObject } from '../objects/user.ts'
import { ProfileDataUpdate } from './profile-fields.ts'

const user_id = json(z.int()).describe('The id of the user.')
const email = z.string().describe('The email address of the user, real or as others see it.')

const view = {
  client_gravatar: flag(true).describe('Leave out avatar URLs that the client can compute from the email address.'),
  include_custom_profile_fields: flag(false).describe('Include the values of custom profile fields.'),
}

export const getUsers = endpoint({
  method: 'GET',
  path: '/users',
  id: 'get-users',
  group: 'People',
  summary: 'List users',
  description: 'Lists the accounts of the organization that the caller can see, deactivated ones and bots included.',
  auth: 'user',
  params: {
    ...view,
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
  emits: ['realm_user', 'user_group', 'subscription', 'message', 'invites_changed'],
})

const user = { user: UserObject.describe('The user.') }

export const getUser = endpoint({
  method: 'GET',
  path: '/users/{user_id}',
  id: 'get-user',
  group: 'People',
  summary: 'Get a user by id',
  description: 'Returns one account.',
  auth: 'user',
  params: { user_id, ...view },
  result: user,
  errors: [],
  badRequests: ['There is no such user, or the caller may not see it.'],
})

export const getUserByEmail = endpoint({
  method: 'GET',
  path: '/users/{email}',
  id: 'get-user-by-email',
  group: 'People',
  summary: 'Get a user by email address',
  description: 'Returns one account, found by an address that the caller may see.',
  auth: 'user',
  params: { email, ...view },
  result: user,
  errors: [],
  badRequests: ['There is no such user, or the caller may not see the address.'],
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

const MAX_PROFILE_VALUES = 100

const update = {
  full_name: z.string().optional().describe('The new name.'),
  role: json(oneOf(ROLES))
    .optional()
    .describe('The new role: 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.'),
  profile_data: json(z.array(ProfileDataUpdate).max(MAX_PROFILE_VALUES))
    .optional()
    .describe('Custom profile fields and their new values.'),
  new_email: z
    .string()
    .optional()
    .describe('The new email address. The server operator decides who may change addresses.'),
}

/** What an account and others see may depend on its role. */
export const roleEvents = [
  'realm_user',
  'user_group',
  'stream',
  'subscription',
  'default_streams',
  'default_stream_groups',
  'realm_bot',
  'user_status',
] as const

const updateEvents = [...roleEvents, 'invites_changed'] as const

export const updateUser = endpoint({
  method: 'PATCH',
  path: '/users/{user_id}',
  id: 'update-user',
  group: 'People',
  summary: 'Change a user',
  description: 'Changes the name, the role, the profile or the address of an account.',
  auth: 'administrator',
  deniesPlainly: true,
  params: { user_id, ...update },
  result: {},
  errors: [],
  badRequests: [
    'There is no such user.',
    'The name is empty, invalid or in use.',
    'The user is the only owner and would lose the role.',
    'A profile field does not exist, or its value is invalid.',
    'The address is invalid or in use, or the operator has not permitted the caller to change addresses.',
  ],
  emits: updateEvents,
})

export const updateUserByEmail = endpoint({
  method: 'PATCH',
  path: '/users/{email}',
  id: 'update-user-by-email',
  group: 'People',
  summary: 'Change a user found by address',
  description: 'Changes an account that is found by an address that the caller may see.',
  auth: 'administrator',
  deniesPlainly: true,
  params: { email, ...update },
  result: {},
  errors: [],
  badRequests: [
    'There is no such user.',
    'The name is empty, invalid or in use.',
    'The user is the only owner and would lose the role.',
    'A profile field does not exist, or its value is invalid.',
    'The address is invalid or in use, or the operator has not permitted the caller to change addresses.',
  ],
  emits: updateEvents,
})

const deletion = (what: string) => z.boolean().optional().describe(what)

const deactivationEvents = ['realm_user', 'user_group', 'subscription', 'invites_changed'] as const
const COMMENT_CHARACTERS = 2000

export const deactivateUser = endpoint({
  method: 'DELETE',
  path: '/users/{user_id}',
  id: 'deactivate-user',
  group: 'People',
  summary: 'Deactivate a user',
  description: 'Deactivates an account and the bots that it owns. Nobody can sign in to it any more.',
  auth: 'administrator',
  deniesPlainly: true,
  params: {
    user_id,
    actions: json(
      z.strictObject({
        delete_profile: deletion('Whether to remove the name and the picture.'),
        delete_public_channel_messages: deletion('Whether to delete the messages of the user in public channels.'),
        delete_private_channel_messages: deletion('Whether to delete the messages of the user in private channels.'),
        delete_direct_messages: deletion('Whether to delete the direct messages that the user sent.'),
      }),
    )
      .optional()
      .describe('What to delete of the user and of their bots.'),
    deactivation_notification_comment: z
      .string()
      .max(COMMENT_CHARACTERS)
      .optional()
      .describe('A text for the email to the user. Without it, no email is sent.'),
  },
  result: {},
  errors: [],
  badRequests: ['There is no such person, or the account is already deactivated.', 'The user is the only owner.'],
  emits: deactivationEvents,
})

export const deactivateOwnUser = endpoint({
  method: 'DELETE',
  path: '/users/me',
  id: 'deactivate-own-user',
  group: 'People',
  summary: 'Deactivate your own account',
  description: 'Deactivates the account of the caller and the bots that it owns.',
  auth: 'user',
  params: {},
  result: {},
  errors: ['CANNOT_DEACTIVATE_LAST_USER'],
  badRequests: ['The caller is a bot.'],
  emits: deactivationEvents,
})

export const reactivateUser = endpoint({
  method: 'POST',
  path: '/users/{user_id}/reactivate',
  id: 'reactivate-user',
  group: 'People',
  summary: 'Reactivate a user',
  description:
    'Makes a deactivated account usable again, with its channels and groups. For administrators, and for the owner of a bot who can still create such bots.',
  auth: 'user',
  params: { user_id },
  result: {},
  errors: [],
  badRequests: ['There is no such user.'],
  emits: ['realm_user', 'user_group', 'subscription'],
})
