import * as z from 'zod'

export const Draft = z.strictObject({
  id: z.int().optional(),
  type: z.enum(['', 'stream', 'private']),
  to: z.array(z.int()),
  topic: z.string(),
  content: z.string(),
  timestamp: z.int().optional(),
})

export const NavigationView = z.strictObject({
  fragment: z.string(),
  is_pinned: z.boolean(),
  name: z.string().nullable().optional(),
})

export const SavedSnippet = z.strictObject({
  id: z.int(),
  title: z.string(),
  content: z.string(),
  date_created: z.int(),
})

export const ScheduledMessage = z.strictObject({
  scheduled_message_id: z.int(),
  type: z.enum(['stream', 'private']),
  to: z.union([z.int(), z.array(z.int())]),
  topic: z.string().optional(),
  content: z.string(),
  rendered_content: z.string(),
  scheduled_delivery_timestamp: z.int(),
  failed: z.boolean(),
})

export const Reminder = z.strictObject({
  reminder_id: z.int(),
  type: z.literal('private'),
  to: z.array(z.int()),
  content: z.string(),
  rendered_content: z.string(),
  scheduled_delivery_timestamp: z.int(),
  failed: z.boolean(),
  reminder_target_message_id: z.int(),
})

export const OnboardingStep = z.strictObject({ type: z.string(), name: z.string() })

export const Device = z.strictObject({
  push_key_id: z.int().nullable(),
  push_token_id: z.string().nullable(),
  pending_push_token_id: z.string().nullable(),
  push_token_last_updated_timestamp: z.int().nullable(),
  push_registration_error_code: z.enum(['INVALID_BOUNCER_PUBLIC_KEY', 'REQUEST_EXPIRED']).nullable(),
})

export const UserTopic = z.strictObject({
  stream_id: z.int(),
  topic_name: z.string(),
  last_updated: z.int(),
  visibility_policy: z.literal([1, 2, 3]),
})

/** Unread messages by conversation. Ids ascend inside each list. */
export const UnreadMessages = z.strictObject({
  count: z.int(),
  pms: z.array(z.strictObject({ other_user_id: z.int(), sender_id: z.int(), unread_message_ids: z.array(z.int()) })),
  streams: z.array(z.strictObject({ stream_id: z.int(), topic: z.string(), unread_message_ids: z.array(z.int()) })),
  huddles: z.array(z.strictObject({ user_ids_string: z.string(), unread_message_ids: z.array(z.int()) })),
  mentions: z.array(z.int()),
  old_unreads_missing: z.boolean(),
})
export type UnreadMessages = z.infer<typeof UnreadMessages>
