import * as z from 'zod'
import { json } from '../contract.ts'

const on = (meaning: string) => json(z.boolean()).optional().describe(meaning)

const NOT_LISTED = 'Invalid {v}: Value error, Not in the list of possible values'

/** One of a few numbers. The refusal of another number is worded differently from that of other enumerations. */
const number = <const Values extends readonly [number, ...number[]]>(values: Values, meaning: string) =>
  json(
    z.literal([...values] as [Values[number], ...Values[number][]], {
      error: ({ input }) => (Number.isInteger(input) ? NOT_LISTED : '{v} is not an integer'),
    }),
  )
    .optional()
    .describe(meaning)

const word = <const Values extends readonly [string, ...string[]]>(values: Values, meaning: string) =>
  z.enum(values, { error: NOT_LISTED }).optional().describe(meaning)

const VIEW = 'What a click on a channel opens.'

/** Settings of people that an organization can preset for its new accounts, as parameters. */
export const userSettingParams = {
  starred_message_counts: on('Whether the number of starred messages is shown.'),
  receives_typing_notifications: on('Whether others are shown while they type.'),
  web_suggest_update_timezone: on('Whether clients suggest to update the time zone.'),
  fluid_layout_width: on('Whether the page uses the whole width of the window.'),
  high_contrast_mode: on('Whether colours have a high contrast.'),
  web_mark_read_on_scroll_policy: number([1, 2, 3], 'Where scrolling marks messages as read.'),
  web_channel_default_view: number([1, 2, 4], VIEW),
  web_font_size_px: json(z.int()).optional().describe('The size of the text in pixels.'),
  web_line_height_percent: json(z.int()).optional().describe('The height of a line in percent.'),
  color_scheme: number([1, 2, 3], 'The colours: 1 automatic, 2 dark, 3 light.'),
  enable_drafts_synchronization: on('Whether drafts are stored on the server.'),
  translate_emoticons: on('Whether emoticons become emoji when a message is sent.'),
  display_emoji_reaction_users: on('Whether the names of people are shown beside reactions.'),
  web_home_view: word(['recent', 'inbox', 'all_messages'], 'The view that clients open first.'),
  web_escape_navigates_to_home_view: on('Whether the escape key leads to the first view.'),
  left_side_userlist: on('Whether the list of people is on the left.'),
  emojiset: word(['google', 'twitter', 'text'], 'The set of emoji pictures.'),
  demote_inactive_streams: number([1, 2, 3], 'Whether inactive channels are listed last.'),
  user_list_style: number([1, 2, 3], 'How the list of people looks.'),
  web_animate_image_previews: word(['always', 'on_hover', 'never'], 'When previews of animations move.'),
  web_stream_unreads_count_display_policy: number([1, 2, 3], 'For which channels unread messages are counted.'),
  hide_ai_features: on('Whether features that use language models are hidden.'),
  web_inbox_show_channel_folders: on('Whether the inbox groups channels by folder.'),
  web_left_sidebar_show_channel_folders: on('Whether the sidebar groups channels by folder.'),
  web_left_sidebar_unreads_count_summary: on('Whether the sidebar sums up unread messages.'),
  enable_stream_desktop_notifications: on('Whether channel messages notify on the desktop.'),
  enable_stream_email_notifications: on('Whether channel messages notify by email.'),
  enable_stream_push_notifications: on('Whether channel messages notify on mobile devices.'),
  enable_stream_audible_notifications: on('Whether channel messages notify by a sound.'),
  notification_sound: z.string().max(50).optional().describe('The sound of notifications, or `none`.'),
  enable_desktop_notifications: on('Whether direct messages and mentions notify on the desktop.'),
  enable_sounds: on('Whether direct messages and mentions notify by a sound.'),
  enable_followed_topic_desktop_notifications: on('Whether followed topics notify on the desktop.'),
  enable_followed_topic_email_notifications: on('Whether followed topics notify by email.'),
  enable_followed_topic_push_notifications: on('Whether followed topics notify on mobile devices.'),
  enable_followed_topic_audible_notifications: on('Whether followed topics notify by a sound.'),
  email_notifications_batching_period_seconds: json(z.int())
    .optional()
    .describe('For how many seconds notifications are collected before an email is sent.'),
  enable_offline_email_notifications: on('Whether direct messages and mentions notify by email while offline.'),
  enable_offline_push_notifications: on('Whether they notify on mobile devices while offline.'),
  enable_online_push_notifications: on('Whether they notify on mobile devices while online.'),
  enable_digest_emails: on('Whether summaries are sent by email after an absence.'),
  message_content_in_email_notifications: on('Whether emails contain the messages.'),
  pm_content_in_desktop_notifications: on('Whether desktop notifications contain direct messages.'),
  wildcard_mentions_notify: on('Whether wildcard mentions notify like personal ones.'),
  enable_followed_topic_wildcard_mentions_notify: on('The same in followed topics.'),
  desktop_icon_count_display: number([1, 2, 3, 4], 'What the number on the icon counts.'),
  realm_name_in_email_notifications_policy: number([1, 2, 3], 'Whether subjects of emails name the organization.'),
  automatically_follow_topics_policy: number([1, 2, 3, 4], 'Which topics are followed automatically.'),
  automatically_unmute_topics_in_muted_streams_policy: number([1, 2, 3, 4], 'Which topics are unmuted automatically.'),
  automatically_follow_topics_where_mentioned: on('Whether topics are followed after a mention.'),
  resolved_topic_notice_auto_read_policy: z
    .enum(['always', 'except_followed', 'never'])
    .optional()
    .describe('Whether notices about resolved topics are read automatically.'),
  presence_enabled: on('Whether others see when the person is active.'),
  enter_sends: on('Whether the enter key sends the message.'),
  twenty_four_hour_time: on('Whether times are shown with 24 hours.'),
  send_private_typing_notifications: on('Whether typing is shown in direct messages.'),
  send_stream_typing_notifications: on('Whether typing is shown in channels.'),
  send_read_receipts: on('Whether others see which messages were read.'),
  email_address_visibility: number([1, 2, 3, 4, 5], 'Who sees the email address.'),
  web_navigate_to_sent_message: on('Whether the view follows a sent message to its conversation.'),
}

/** As the organization presets them. The contract allows one more view there than for a person's own settings. */
export const settingDefaultParams = { ...userSettingParams, web_channel_default_view: number([1, 2, 3, 4], VIEW) }
