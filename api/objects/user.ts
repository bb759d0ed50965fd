import * as z from 'zod'

export const UserRole = z.literal([100, 200, 300, 400, 600])

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

const base = {
  user_id: z.int(),
  /** Null when the viewer may not see it. */
  delivery_email: z.string().nullable(),
  email: z.string(),
  full_name: z.string(),
  date_joined: z.string(),
  is_owner: z.boolean(),
  is_admin: z.boolean(),
  is_guest: z.boolean(),
  is_bot: z.boolean(),
  role: UserRole,
  timezone: z.string(),
  /** Absent for long-idle users when the client has the capability; null when the client computes it. */
  avatar_url: z.string().nullable().optional(),
  avatar_version: z.int(),
  is_imported_stub: z.boolean(),
  /** Only when true. */
  is_deleted: z.boolean().optional(),
}

/** Only on bots. */
const ofBots = { bot_type: z.int().optional(), bot_owner_id: z.int().nullable().optional() }
/** Only on people. */
const ofPeople = { profile_data: ProfileData.optional() }

export const UserObject = z.strictObject({ ...base, is_active: z.boolean(), ...ofBots, ...ofPeople })
export type UserObject = z.infer<typeof UserObject>

/** As register lists it: which of the two lists it is in says whether the account is active. */
export const ListedUser = z.strictObject({ ...base, ...ofBots, ...ofPeople })
export type ListedUser = z.infer<typeof ListedUser>

export const CrossRealmBot = z.strictObject({
  ...base,
  is_active: z.boolean(),
  bot_type: z.int().nullable(),
  bot_owner_id: z.int().nullable(),
  is_system_bot: z.boolean(),
})
export type CrossRealmBot = z.infer<typeof CrossRealmBot>

/** GET /users/me, field by field: the caller's own record has no nulls. */
export const ownUserShape = {
  user_id: z.int(),
  email: z.string(),
  delivery_email: z.string(),
  full_name: z.string(),
  date_joined: z.string(),
  is_active: z.boolean(),
  is_owner: z.boolean(),
  is_admin: z.boolean(),
  is_guest: z.boolean(),
  is_bot: z.boolean(),
  role: UserRole,
  timezone: z.string(),
  avatar_url: z.string(),
  avatar_version: z.int(),
  is_imported_stub: z.boolean(),
  max_message_id: z.int(),
  ...ofBots,
  ...ofPeople,
}
