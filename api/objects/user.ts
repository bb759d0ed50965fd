import * as z from 'zod'

export const ROLES = [100, 200, 300, 400, 600] as const
export const UserRole = z.literal(ROLES)

export const ProfileData = z
  .record(
    z.string(),
    z.strictObject({
      value: z.string().describe('The value as text. For a field of users it is a JSON list of their ids.'),
      rendered_value: z.string().optional().describe('The value as HTML; only for types that know Markdown.'),
    }),
  )
  .describe('The values of the custom profile fields by their ids.')
export type ProfileData = z.infer<typeof ProfileData>

const presence_enabled = z.boolean().describe('Whether the user shares presence with others. Bots have none.')

const base = {
  user_id: z.int().describe('The id of the user.'),
  /** Null when the viewer may not see it. */
  delivery_email: z
    .string()
    .nullable()
    .describe('The real email address. It is null when the caller is not allowed to see it.'),
  email: z.string().describe('The address of the user for the API. It is not always a real one.'),
  full_name: z.string().describe('The name of the user.'),
  date_joined: z.string().describe('When the account was created, in ISO 8601.'),
  is_owner: z.boolean().describe('True for owners.'),
  is_admin: z.boolean().describe('True for administrators and owners.'),
  is_guest: z.boolean().describe('True for guests.'),
  is_bot: z.boolean().describe('True for bots.'),
  role: UserRole.describe('The role: 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.'),
  timezone: z.string().describe('The time zone, by its IANA name. It is empty when the user has chosen none.'),
  /** Absent for long-idle users when the client has the capability; null when the client computes it. */
  avatar_url: z
    .string()
    .nullable()
    .optional()
    .describe(
      'The address of the picture. It is null when the client computes it, and can be absent for users who were long away.',
    ),
  avatar_version: z.int().describe('A number that grows with every new picture.'),
  is_imported_stub: z.boolean().describe('True for an account that was imported and has never signed in.'),
  presence_enabled,
  /** It is present only when true. */
  is_deleted: z.boolean().optional().describe('True when the account was deleted. It is absent otherwise.'),
}

/** Only bots have these. */
const ofBots = {
  bot_type: z
    .int()
    .optional()
    .describe(
      'The kind of the bot: 1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded. It is absent for people.',
    ),
  bot_owner_id: z.int().nullable().optional().describe('The id of the owner of the bot. It is absent for people.'),
}
/** Only people have these. */
const ofPeople = {
  profile_data: ProfileData.optional().describe(
    'The custom profile fields, by the id of the field. It is absent for bots.',
  ),
}

export const UserObject = z
  .strictObject({
    ...base,
    is_active: z.boolean().describe('False when the account is deactivated.'),
    ...ofBots,
    ...ofPeople,
  })
  .describe('A user: a person or a bot.')
export type UserObject = z.infer<typeof UserObject>

/** As register lists it: which of the two lists it is in says whether the account is active. */
export const ListedUser = z.strictObject({ ...base, ...ofBots, ...ofPeople })
export type ListedUser = z.infer<typeof ListedUser>

export const CrossRealmBot = z
  .strictObject({
    ...base,
    is_active: z.boolean().describe('False when the account is deactivated.'),
    bot_type: z.int().nullable().describe('The kind of the bot.'),
    bot_owner_id: z.int().nullable().describe('The id of the owner of the bot. It is null because the server owns it.'),
    is_system_bot: z.boolean().describe('True for bots that belong to the server.'),
  })
  .describe('A bot of the server itself.')
export type CrossRealmBot = z.infer<typeof CrossRealmBot>

/** GET /users/me, field by field: the caller's own record has no nulls. */
export const ownUserShape = {
  user_id: z.int().describe('The id of the caller.'),
  email: z.string().describe('The address of the caller for the API.'),
  delivery_email: z.string().describe('The real email address of the caller.'),
  full_name: z.string().describe('The name of the caller.'),
  date_joined: z.string().describe('When the account was created, in ISO 8601.'),
  is_active: z.boolean().describe('True: only active accounts can call.'),
  is_owner: z.boolean().describe('True for owners.'),
  is_admin: z.boolean().describe('True for administrators and owners.'),
  is_guest: z.boolean().describe('True for guests.'),
  is_bot: z.boolean().describe('True for bots.'),
  role: UserRole.describe('The role: 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.'),
  timezone: z.string().describe('The time zone, by its IANA name. It is empty when none is chosen.'),
  avatar_url: z.string().describe('The address of the picture.'),
  avatar_version: z.int().describe('A number that grows with every new picture.'),
  is_imported_stub: z.boolean().describe('True for an account that was imported and has never signed in.'),
  presence_enabled,
  max_message_id: z.int().describe('Deprecated. The id of the newest message that the caller received, or -1.'),
  ...ofBots,
  ...ofPeople,
}
