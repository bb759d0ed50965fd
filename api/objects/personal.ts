import * as z from 'zod'
import { ReactionType } from './reaction.ts'

export const Draft = z.strictObject({
  id: z.int().optional().describe('The id of the draft. It is ignored in requests.'),
  type: z.enum(['', 'stream', 'private']).describe('Whether the message is for a channel or for people. May be empty.'),
  to: z.array(z.int()).max(1_000).describe('The id of a channel, or the ids of users.'),
  topic: z.string().describe('The topic, for a channel.'),
  content: z.string().describe('The text.'),
  timestamp: z.int().optional().describe('When the draft was edited last, in seconds.'),
})
export type Draft = z.infer<typeof Draft>

export const NavigationView = z.strictObject({
  fragment: z.string().describe('The address of the view: the part of a link after `#`.'),
  is_pinned: z.boolean().describe('Whether the view is pinned in the sidebar.'),
  name: z.string().nullable().optional().describe('The name of the view. Built-in views have none.'),
})
export type NavigationView = z.infer<typeof NavigationView>

export const SavedSnippet = z.strictObject({
  id: z.int().describe('The id of the snippet.'),
  title: z.string().describe('The title.'),
  content: z.string().describe('The text.'),
  date_created: z.int().describe('When the snippet was saved, in seconds.'),
})
export type SavedSnippet = z.infer<typeof SavedSnippet>

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

export const ModernPresence = z.strictObject({ active_timestamp: z.int(), idle_timestamp: z.int() })

export const LegacyPresence = z.strictObject({
  client: z.string(),
  status: z.enum(['idle', 'active']),
  timestamp: z.int(),
  pushable: z.boolean().optional(),
})

/** Only what the person has set is present. */
export const UserStatus = z.strictObject({
  away: z.boolean().optional(),
  status_text: z.string().optional(),
  emoji_name: z.string().optional(),
  emoji_code: z.string().optional(),
  reaction_type: ReactionType.optional(),
})

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
