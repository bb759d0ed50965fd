import * as z from 'zod'
import { CrossRealmBot, ListedUser, UserObject, UserRole } from '../objects/user.ts'
import { event, registerFields } from './base.ts'

const user_id = z.int().describe('The id of the user.')

/** One form per kind of change. Its fields identify it. */
const PersonChange = z.union([
  z.strictObject({ user_id, full_name: z.string().describe('The new name.') }),
  z.strictObject({
    user_id,
    avatar_url: z.string().describe('The address of the new picture.'),
    avatar_source: z
      .enum(['G', 'J', 'U'])
      .describe('Where the picture comes from: `G` Gravatar, `J` generated, `U` uploaded.'),
    avatar_url_medium: z.string().describe('The address of the new picture in a larger size.'),
    avatar_version: z.int().describe('A number that grows with every new picture.'),
  }),
  z.strictObject({
    user_id,
    email: z.string().describe('The address of the user for the API.'),
    timezone: z.string().describe('The new time zone.'),
  }),
  z.strictObject({ user_id, bot_owner_id: z.int().describe('The id of the new owner of the bot.') }),
  z.strictObject({
    user_id,
    role: UserRole.describe('The new role: 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.'),
  }),
  z.strictObject({
    user_id,
    delivery_email: z.string().nullable().describe('The new real address. It is null when it is no longer visible.'),
  }),
  z.strictObject({
    user_id,
    custom_profile_field: z
      .strictObject({
        id: z.int().describe('The id of the field.'),
        value: z.string().nullable().describe('The new value. It is null when the value was removed.'),
        rendered_value: z.string().optional().describe('The new value as HTML.'),
      })
      .describe('The profile field that changed.'),
  }),
  z.strictObject({ user_id, new_email: z.string().describe('The new address of the user for the API.') }),
  z.strictObject({
    user_id,
    is_active: z.boolean().describe('False when the account was deactivated, true when it was reactivated.'),
  }),
  z.strictObject({
    user_id,
    is_imported_stub: z.literal(false).describe('False: somebody has signed in to the imported account.'),
    date_joined: z.string().describe('When the account was first used, in ISO 8601.'),
  }),
])
export type PersonChange = z.infer<typeof PersonChange>

export const UserAdded = event('realm_user', {
  op: z.literal('add').describe('An account was created, or became visible to the user.'),
  person: UserObject.describe('The new user.'),
})
export const UserRemoved = event('realm_user', {
  op: z.literal('remove').describe('The user may not see an account any more.'),
  person: z
    .strictObject({
      user_id: z.int().describe('The id of the account.'),
      full_name: z.string().describe('Deprecated. A name that stands for any unknown user.'),
    })
    .describe('The account that cannot be seen any more.'),
})
export const UserUpdated = event('realm_user', {
  op: z.literal('update').describe('An account was changed.'),
  person: PersonChange.describe('What changed. The fields tell the kind of change.'),
})

export const realmUserFields = registerFields('realm_user', {
  realm_users: z.array(ListedUser).describe('The active users.'),
  realm_non_active_users: z.array(ListedUser).describe('The deactivated users.'),
  cross_realm_bots: z.array(CrossRealmBot).describe('The bots of the server.'),
  user_id: z.int().describe('The id of the caller.'),
  email: z.string().describe('The address of the caller for the API.'),
  delivery_email: z.string().describe('The real email address of the caller.'),
  full_name: z.string().describe('The name of the caller.'),
  avatar_source: z
    .string()
    .describe('Where the picture of the caller comes from: `G` Gravatar, `J` generated, `U` uploaded.'),
  avatar_url: z.string().describe('The address of the picture of the caller.'),
  avatar_url_medium: z.string().describe('The address of the picture of the caller in a larger size.'),
  is_admin: z.boolean().describe('True when the caller is an administrator or owner.'),
  is_owner: z.boolean().describe('True when the caller is an owner.'),
  is_moderator: z.boolean().describe('True when the caller is a moderator.'),
  is_guest: z.boolean().describe('True when the caller is a guest.'),
  can_create_streams: z.boolean().describe('Deprecated. True when the caller can create channels.'),
  can_create_public_streams: z.boolean().describe('True when the caller can create public channels.'),
  can_create_private_streams: z.boolean().describe('True when the caller can create private channels.'),
  can_create_web_public_streams: z.boolean().describe('True when the caller can create web-public channels.'),
  can_invite_others_to_realm: z.boolean().describe('True when the caller can invite people.'),
})
