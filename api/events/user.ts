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
      id: z.int().describe('The id of the field'),
      value: z.string().nullable().describe('The new value; null when it was removed'),
      rendered_value: z.string().optional().describe('The value as HTML; only for types that know Markdown'),
    }),
  }),
  z.strictObject({ user_id, new_email: z.string() }),
  z.strictObject({ user_id, is_active: z.boolean() }),
  z.strictObject({ user_id, is_imported_stub: z.literal(false), date_joined: z.string() }),
])
export type PersonChange = z.infer<typeof PersonChange>

export const UserAdded = event('realm_user', { op: z.literal('add'), person: UserObject })
export const UserUpdated = event('realm_user', { op: z.literal('update'), person: PersonChange })
