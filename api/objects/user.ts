import * as z from 'zod'

export const ROLES = [100, 200, 300, 400, 600] as const

export const UserRole = z
  .literal(ROLES)
  .describe('100 for an owner, 200 for an administrator, 300 for a moderator, 400 for a member, 600 for a guest')

export const ProfileData = z
  .record(
    z.string(),
    z.strictObject({
      value: z.string().describe('The value as text. For a field of users it is a JSON list of their ids.'),
      rendered_value: z.string().optional().describe('The value as HTML; only for types that know Markdown'),
    }),
  )
  .describe('The values of the custom profile fields by their ids')
export type ProfileData = z.infer<typeof ProfileData>

const shared = {
  user_id: z.int().describe('The id of the user'),
  email: z
    .string()
    .describe('The address that the API uses for the user; the real one only where everybody may see it'),
  full_name: z.string().describe('The name of the user'),
  date_joined: z.string().describe('When the account was created, in ISO 8601'),
  is_owner: z.boolean().describe('Whether the user is an owner of the organization'),
  is_admin: z.boolean().describe('Whether the user is an administrator or an owner'),
  is_guest: z.boolean().describe('Whether the user is a guest'),
  is_bot: z.boolean().describe('Whether the account is a bot'),
  role: UserRole,
  timezone: z.string().describe('The time zone of the user, or an empty text'),
  avatar_version: z.int().describe('Grows with each change of the avatar'),
  is_imported_stub: z.boolean().describe('Whether the account was imported and has not signed in yet'),
}

const base = {
  ...shared,
  delivery_email: z.string().nullable().describe('The real email address; null if the viewer may not see it'),
  avatar_url: z
    .string()
    .nullable()
    .optional()
    .describe(
      'Where the avatar is. Null if the client computes it from the address; absent if the client fetches it by id.',
    ),
  is_deleted: z.boolean().optional().describe('True for an account whose data was deleted; absent otherwise'),
}

/** Only on bots. */
const ofBots = {
  bot_type: z.int().optional().describe('Of a bot: 1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded'),
  bot_owner_id: z.int().nullable().optional().describe('Of a bot: the id of the user who owns it'),
}
/** Only on people. */
const ofPeople = { profile_data: ProfileData.optional() }

const is_active = z.boolean().describe('Whether the account is active')

export const UserObject = z.strictObject({ ...base, is_active, ...ofBots, ...ofPeople })
export type UserObject = z.infer<typeof UserObject>

/** As register lists it: which of the two lists it is in says whether the account is active. */
export const ListedUser = z.strictObject({ ...base, ...ofBots, ...ofPeople })
export type ListedUser = z.infer<typeof ListedUser>

export const CrossRealmBot = z.strictObject({
  ...base,
  is_active,
  bot_type: z.int().nullable().describe('The kind of bot'),
  bot_owner_id: z.int().nullable().describe('Always null: system bots have no owner'),
  is_system_bot: z.boolean().describe('Always true'),
})
export type CrossRealmBot = z.infer<typeof CrossRealmBot>

/** GET /users/me: the caller's own record has no nulls. */
export const ownUserShape = {
  ...shared,
  delivery_email: z.string().describe('The real email address'),
  is_active,
  avatar_url: z.string().describe('Where the avatar is'),
  max_message_id: z.int().describe('The id of the newest message that the user received, or -1'),
  ...ofBots,
  ...ofPeople,
}
