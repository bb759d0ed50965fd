import * as z from 'zod'

export const Draft = z.strictObject({
  id: z.int().optional().describe('The id of the draft.'),
  type: z.enum(['', 'stream', 'private']).describe('Where the draft is to go. It is empty while that is not known.'),
  to: z.array(z.int()).max(1_000).describe('The id of the channel, or the ids of the people.'),
  topic: z.string().describe('The topic. It is empty for direct messages.'),
  content: z.string().describe('The text.'),
  timestamp: z.int().optional().describe('When the draft was last edited, in seconds since 1970.'),
})
export type Draft = z.infer<typeof Draft>

export const NavigationView = z.strictObject({
  fragment: z.string().describe('The part of the web address after `#` that opens the view.'),
  is_pinned: z.boolean().describe('True when the view is always shown.'),
  name: z
    .string()
    .nullable()
    .optional()
    .describe('The name that the user gave the view. It is null for built-in views.'),
})
export type NavigationView = z.infer<typeof NavigationView>

export const SavedSnippet = z.strictObject({
  id: z.int().describe('The id of the snippet.'),
  title: z.string().describe('The title of the snippet.'),
  content: z.string().describe('The text of the snippet.'),
  date_created: z.int().describe('When the snippet was created, in seconds since 1970.'),
})
export type SavedSnippet = z.infer<typeof SavedSnippet>

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

export const OnboardingStep = z.strictObject({
  type: z.string().describe('The kind of the step.'),
  name: z.string().describe('The name of the step.'),
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
export type Device = z.infer<typeof Device>

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
