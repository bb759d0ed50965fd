import * as z from 'zod'
import { UserObject, UserRole } from '../objects/user.ts'
import { event } from './base.ts'

const user_id = z.int()

/** One form per kind of change; a form is told by its fields. */
const PersonChange = z.union([
  z.strictObject({ user_id, full_name: z.string() }),
  z.strictObject({
    user_id,
    avatar_url: z.string(),
    avatar_source: z.enum(['G', 'J', 'U']),
    avatar_url_medium: z.string(),
    avatar_version: z.int(),
  }),
  z.strictObject({ user_id, email: z.string(), timezone: z.string() }),
  z.strictObject({ user_id, bot_owner_id: z.int() }),
  z.strictObject({ user_id, role: UserRole }),
  z.strictObject({ user_id, delivery_email: z.string().nullable() }),
  z.strictObject({
    user_id,
    custom_profile_field: z.strictObject({
      id: z.int(),
      value: z.string().nullable(),
      rendered_value: z.string().optional(),
    }),
  }),
  z.strictObject({ user_id, new_email: z.string() }),
  z.strictObject({ user_id, is_active: z.boolean() }),
  z.strictObject({ user_id, is_imported_stub: z.literal(false), date_joined: z.string() }),
])
export type PersonChange = z.infer<typeof PersonChange>

export const UserAdded = event('realm_user', { op: z.literal('add'), person: UserObject })
export const UserRemoved = event('realm_user', {
  op: z.literal('remove'),
  person: z
    .strictObject({
      user_id: z.int().describe('The id of the user'),
      full_name: z.string().describe('A name that stands for any unknown user'),
    })
    .describe('A user whom the receiver may not see any more'),
})
export const UserUpdated = event('realm_user', { op: z.literal('update'), person: PersonChange })
