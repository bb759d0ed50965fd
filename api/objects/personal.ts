import * as z from 'zod'
import { ReactionType } from './reaction.ts'

export const Draft = z.strictObject({
  id: z.int().optional().describe('The id of the draft.'),
  type: z.enum(['', 'stream', 'private']).describe('Where the draft is to go. It is empty while that is not known.'),
  to: z.array(z.int()).describe('The id of the channel, or the ids of the people.'),
  topic: z.string().describe('The topic. It is empty for direct messages.'),
  content: z.string().describe('The text.'),
  timestamp: z.int().optional().describe('When the draft was last edited, in seconds since 1970.'),
})

export const NavigationView = z.strictObject({
  fragment: z.string().describe('The part of the web address after `#` that opens the view.'),
  is_pinned: z.boolean().describe('True when the view is always shown.'),
  name: z
    .string()
    .nullable()
    .optional()
    .describe('The name that the user gave the view. It is null for built-in views.'),
})

export const SavedSnippet = z.strictObject({
  id: z.int().describe('The id of the snippet.'),
  title: z.string().describe('The title of the snippet.'),
  content: z.string().describe('The text of the snippet.'),
  date_created: z.int().describe('When the snippet was created, in seconds since 1970.'),
})

export const ScheduledMessage = z.strictObject({
  scheduled_message_id: z.int().describe('The id of the scheduled message.'),
  type: z.enum(['stream', 'private']).describe('Where the message will go: to a channel or to people.'),
  to: z.union([z.int(), z.array(z.int())]).describe('The id of the channel, or the ids of the people.'),
  topic: z.string().optional().describe('The topic. It is absent for direct messages.'),
  content: z.string().describe('The text, as it was typed.'),
  rendered_content: z.string().describe('The text as HTML.'),
  scheduled_delivery_timestamp: z.int().describe('When the message will be sent, in seconds since 1970.'),
  failed: z.boolean().describe('True when the server tried to send the message and could not.'),
})

export const Reminder = z.strictObject({
  reminder_id: z.int().describe('The id of the reminder.'),
  type: z.literal('private').describe('Reminders are always direct messages.'),
  to: z.array(z.int()).describe('The id of the user who is reminded.'),
  content: z.string().describe('The text of the reminder.'),
  rendered_content: z.string().describe('The text of the reminder as HTML.'),
  scheduled_delivery_timestamp: z.int().describe('When the reminder will be sent, in seconds since 1970.'),
  failed: z.boolean().describe('True when the server tried to send the reminder and could not.'),
  reminder_target_message_id: z.int().describe('The id of the message that the reminder is about.'),
})

export const OnboardingStep = z.strictObject({
  type: z.string().describe('The kind of the step.'),
  name: z.string().describe('The name of the step.'),
})

export const ModernPresence = z.strictObject({
  active_timestamp: z.int().describe('When the user was last active, in seconds since 1970.'),
  idle_timestamp: z.int().describe('When the user was last connected, in seconds since 1970.'),
})

export const LegacyPresence = z.strictObject({
  client: z.string().describe('The name of the client that reported it.'),
  status: z.enum(['idle', 'active']).describe('Whether the user was active or idle.'),
  timestamp: z.int().describe('When it was reported, in seconds since 1970.'),
  pushable: z.boolean().optional().describe('True when the client can receive push notifications.'),
})

/** Only what the person has set is present. */
export const UserStatus = z.strictObject({
  away: z.boolean().optional().describe('Deprecated. True when the user does not show when they are online.'),
  status_text: z.string().optional().describe('The status text.'),
  emoji_name: z.string().optional().describe('The name of the status emoji.'),
  emoji_code: z.string().optional().describe('The code of the status emoji.'),
  reaction_type: ReactionType.optional().describe('The kind of the status emoji.'),
})

export const Device = z.strictObject({
  push_key_id: z
    .int()
    .nullable()
    .describe('The id of the key that encrypts push notifications. It is null while there is none.'),
  push_token_id: z.string().nullable().describe('The id of the push token. It is null while there is none.'),
  pending_push_token_id: z.string().nullable().describe('The id of a push token whose registration is not complete.'),
  push_token_last_updated_timestamp: z
    .int()
    .nullable()
    .describe('When the push token last changed, in seconds since 1970.'),
  push_registration_error_code: z
    .enum(['INVALID_BOUNCER_PUBLIC_KEY', 'REQUEST_EXPIRED'])
    .nullable()
    .describe('Why the last registration failed. It is null when it did not.'),
})

export const UserTopic = z.strictObject({
  stream_id: z.int().describe('The id of the channel.'),
  topic_name: z.string().describe('The topic.'),
  last_updated: z.int().describe('When the setting last changed, in seconds since 1970.'),
  visibility_policy: z.literal([1, 2, 3]).describe('What the user chose: 1 muted, 2 unmuted, 3 followed.'),
})

/** Unread messages by conversation. Ids ascend inside each list. */
export const UnreadMessages = z.strictObject({
  count: z.int().describe('The number of unread messages.'),
  pms: z
    .array(
      z.strictObject({
        other_user_id: z.int().describe('The id of the other person.'),
        sender_id: z.int().describe('Deprecated. The same as `other_user_id`.'),
        unread_message_ids: z.array(z.int()).describe('The ids of the unread messages.'),
      }),
    )
    .describe('Unread direct messages with one other person, by person.'),
  streams: z
    .array(
      z.strictObject({
        stream_id: z.int().describe('The id of the channel.'),
        topic: z.string().describe('The topic.'),
        unread_message_ids: z.array(z.int()).describe('The ids of the unread messages.'),
      }),
    )
    .describe('Unread channel messages, by topic.'),
  huddles: z
    .array(
      z.strictObject({
        user_ids_string: z.string().describe('The ids of all people of the group, separated by commas.'),
        unread_message_ids: z.array(z.int()).describe('The ids of the unread messages.'),
      }),
    )
    .describe('Unread direct messages in groups, by group.'),
  mentions: z.array(z.int()).describe('The ids of unread messages that mention the user.'),
  old_unreads_missing: z
    .boolean()
    .describe('True when there are more unread messages than the answer can hold. The oldest are left out.'),
})
export type UnreadMessages = z.infer<typeof UnreadMessages>
