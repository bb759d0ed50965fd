import * as z from 'zod'

const shared = {
  twenty_four_hour_time: z.boolean().nullable().describe('Show times in 24 hours. Null follows the language.'),
  web_mark_read_on_scroll_policy: z
    .literal([1, 2, 3])
    .describe('When scrolling marks messages as read: 1 always, 2 in single conversations, 3 never.'),
  web_channel_default_view: z.literal([1, 2, 3, 4]).describe('What a click on a channel opens, by its number.'),
  starred_message_counts: z.boolean().describe('Show the number of starred messages.'),
  receives_typing_notifications: z.boolean().describe('Show when others are typing.'),
  web_suggest_update_timezone: z.boolean().describe('Suggest a new time zone when that of the device differs.'),
  fluid_layout_width: z.boolean().describe('Use the whole width of the window.'),
  high_contrast_mode: z.boolean().describe('Deprecated. Use stronger colors.'),
  web_font_size_px: z.int().describe('The size of text, in pixels.'),
  web_line_height_percent: z.int().describe('The height of lines, in percent.'),
  color_scheme: z.literal([1, 2, 3]).describe('The colors: 1 automatic, 2 dark, 3 light.'),
  translate_emoticons: z.boolean().describe('Turn emoticons such as `:)` into emoji.'),
  display_emoji_reaction_users: z.boolean().describe('Show the names of those who reacted.'),
  default_language: z.string().describe('The language of the user.'),
  web_home_view: z.string().describe('What opens first: `inbox`, `recent` or `all_messages`.'),
  web_escape_navigates_to_home_view: z.boolean().describe('The escape key opens the home view.'),
  left_side_userlist: z.boolean().describe('Show the list of users on the left in narrow windows.'),
  emojiset: z.string().describe('The set of emoji pictures.'),
  demote_inactive_streams: z
    .literal([1, 2, 3])
    .describe('When inactive channels move to the end: 1 automatic, 2 always, 3 never.'),
  user_list_style: z
    .literal([1, 2, 3])
    .describe('The style of the list of users: 1 compact, 2 with status, 3 with picture.'),
  web_animate_image_previews: z.string().describe('When previews are animated: `always`, `on_hover` or `never`.'),
  web_stream_unreads_count_display_policy: z
    .literal([1, 2, 3])
    .describe('Which channels show a number of unread messages: 1 all, 2 those not muted, 3 none.'),
  hide_ai_features: z.boolean().describe('Hide features that use AI.'),
  web_inbox_show_channel_folders: z.boolean().describe('Show channel folders in the inbox.'),
  web_left_sidebar_show_channel_folders: z.boolean().describe('Show channel folders in the sidebar.'),
  web_left_sidebar_unreads_count_summary: z.boolean().describe('Show sums of unread messages in the sidebar.'),
  enter_sends: z.boolean().describe('The enter key sends a message.'),
  enable_drafts_synchronization: z.boolean().describe('Keep drafts on the server.'),
  enable_stream_desktop_notifications: z.boolean().describe('Show desktop notifications for channel messages.'),
  enable_stream_email_notifications: z.boolean().describe('Send mail about channel messages.'),
  enable_stream_push_notifications: z.boolean().describe('Send mobile notifications for channel messages.'),
  enable_stream_audible_notifications: z.boolean().describe('Play a sound for channel messages.'),
  notification_sound: z.string().describe('The name of the notification sound.'),
  enable_desktop_notifications: z.boolean().describe('Show desktop notifications for direct messages and mentions.'),
  enable_sounds: z.boolean().describe('Play a sound for direct messages and mentions.'),
  enable_followed_topic_desktop_notifications: z.boolean().describe('Show desktop notifications for followed topics.'),
  enable_followed_topic_email_notifications: z.boolean().describe('Send mail about followed topics.'),
  enable_followed_topic_push_notifications: z.boolean().describe('Send mobile notifications for followed topics.'),
  enable_followed_topic_audible_notifications: z.boolean().describe('Play a sound for followed topics.'),
  email_notifications_batching_period_seconds: z
    .int()
    .describe('How long mails about messages are collected, in seconds.'),
  enable_offline_email_notifications: z
    .boolean()
    .describe('Send mail about direct messages and mentions when the user is away.'),
  enable_offline_push_notifications: z
    .boolean()
    .describe('Send mobile notifications for direct messages and mentions when the user is away.'),
  enable_online_push_notifications: z.boolean().describe('Send mobile notifications also while the user is online.'),
  enable_digest_emails: z.boolean().describe('Send digest mails.'),
  enable_marketing_emails: z.boolean().describe('Send news about the product.'),
  enable_login_emails: z.boolean().describe('Send mail about new sign-ins.'),
  message_content_in_email_notifications: z.boolean().describe('Show messages in notification mails.'),
  pm_content_in_desktop_notifications: z.boolean().describe('Show direct messages in desktop notifications.'),
  wildcard_mentions_notify: z.boolean().describe('Treat `@all` like a personal mention.'),
  enable_followed_topic_wildcard_mentions_notify: z
    .boolean()
    .describe('Treat `@all` in followed topics like a personal mention.'),
  desktop_icon_count_display: z
    .literal([1, 2, 3, 4])
    .describe(
      'What the icon counts: 1 all unread, 2 direct messages, mentions and followed topics, 3 direct messages and mentions, 4 nothing.',
    ),
  realm_name_in_email_notifications_policy: z
    .literal([1, 2, 3])
    .describe('When the subject of mails names the organization: 1 automatic, 2 always, 3 never.'),
  automatically_follow_topics_policy: z
    .literal([1, 2, 3, 4])
    .describe('Which topics are followed: 1 those the user takes part in, 2 writes in, 3 starts, 4 none.'),
  automatically_unmute_topics_in_muted_streams_policy: z
    .literal([1, 2, 3, 4])
    .describe(
      'Which topics in muted channels are unmuted: 1 those the user takes part in, 2 writes in, 3 starts, 4 none.',
    ),
  automatically_follow_topics_where_mentioned: z.boolean().describe('Follow topics in which the user is mentioned.'),
  resolved_topic_notice_auto_read_policy: z
    .string()
    .describe('When notices about resolved topics count as read: `always`, `except_followed` or `never`.'),
  presence_enabled: z.boolean().describe('Show others when the user is online.'),
  available_notification_sounds: z.array(z.string()).describe('The names of the sounds that can be chosen.'),
  emojiset_choices: z
    .array(
      z.strictObject({
        key: z.string().describe('The name of the set, as a client sends it.'),
        text: z.string().describe('The name of the set for people.'),
      }),
    )
    .describe('The sets of emoji that can be chosen.'),
  send_private_typing_notifications: z.boolean().describe('Tell others when the user types a direct message.'),
  send_stream_typing_notifications: z.boolean().describe('Tell others when the user types a channel message.'),
  send_read_receipts: z.boolean().describe('Let others see what the user has read.'),
  allow_private_data_export: z.boolean().describe('Include private data of the user in exports.'),
  email_address_visibility: z
    .literal([1, 2, 3, 4, 5])
    .describe('Who sees the real email address: 1 everyone, 2 members, 3 administrators, 4 nobody, 5 moderators.'),
  web_navigate_to_sent_message: z.boolean().describe('Open the conversation after a message was sent.'),
}

/** What an organization gives its new users. */
export const UserSettingsDefaults = z.strictObject(shared).describe('The settings that new users get.')
export type UserSettingsDefaults = z.infer<typeof UserSettingsDefaults>

export const UserSettings = z
  .strictObject({
    ...shared,
    timezone: z.string().describe('The time zone, by its IANA name. It is empty when none is chosen.'),
  })
  .describe('The settings of a user.')
export type UserSettings = z.infer<typeof UserSettings>
