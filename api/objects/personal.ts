import * as z from 'zod'
import { ReactionType } from './reaction.ts'

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

const deliveryTime = z.int().describe('When it is due, in UNIX seconds.')

export const ScheduledMessage = z.strictObject({
  scheduled_message_id: z.int().describe('The id of the scheduled message. The sent message gets another id.'),
  type: z.enum(['stream', 'private']).describe('`stream` for a channel message, `private` for a direct message.'),
  to: z
    .union([z.int(), z.array(z.int())])
    .describe('The id of the channel, or the ids of the recipients without your own.'),
  topic: z.string().optional().describe('The topic. Only channel messages have it.'),
  content: z.string().describe('The text in Markdown.'),
  rendered_content: z.string().describe('The text as HTML.'),
  scheduled_delivery_timestamp: deliveryTime,
  failed: z.boolean().describe('Whether the server tried to send it and could not.'),
})
export type ScheduledMessage = z.infer<typeof ScheduledMessage>

export const Reminder = z.strictObject({
  reminder_id: z.int().describe('The id of the reminder.'),
  type: z.literal('private').describe('Always `private`: a reminder is a direct message.'),
  to: z.array(z.int()).describe('Your own id.'),
  content: z.string().describe('The text in Markdown. The quoted message is added when the reminder is delivered.'),
  rendered_content: z.string().describe('The text as HTML.'),
  scheduled_delivery_timestamp: deliveryTime,
  failed: z.boolean().describe('Whether the server could not deliver it, because the account was deactivated.'),
  reminder_target_message_id: z.int().describe('The id of the message that the reminder is about.'),
})
export type Reminder = z.infer<typeof Reminder>

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
