import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { USER_SETTINGS } from '../../kernel/realm-state/user-settings.ts'

/** The server only stores the setting; clients act on it. */
const CLIENTS = 'clients only'
const waitsFor = (feature: string) => ({ waitsFor: feature })
const shownBy = (file: string, name: string) => ({ file, name })

const inherited = shownBy('../../../test/client-capabilities.test.ts', 'notification_settings_null')
const participation = (name: string) => shownBy('../../channels/user-topics/participate.test.ts', name)
const push = waitsFor('push notifications')
const mail = (name: string) => shownBy('../../outside/missed-mail/missed-mail.test.ts', name)

/** What each setting acts on. A new setting has to say so here. */
const EFFECTS: Record<string, typeof CLIENTS | { waitsFor: string } | { file: string; name: string }> = {
  twenty_four_hour_time: mail('twenty_four_hour_time'),
  web_mark_read_on_scroll_policy: CLIENTS,
  web_channel_default_view: CLIENTS,
  starred_message_counts: CLIENTS,
  receives_typing_notifications: shownBy('../../messages/typing/typing.test.ts', 'receives_typing_notifications'),
  web_suggest_update_timezone: CLIENTS,
  fluid_layout_width: CLIENTS,
  high_contrast_mode: CLIENTS,
  web_font_size_px: CLIENTS,
  web_line_height_percent: CLIENTS,
  color_scheme: CLIENTS,
  translate_emoticons: shownBy('../../kernel/rendering/render-content.test.ts', 'translate_emoticons'),
  display_emoji_reaction_users: CLIENTS,
  default_language: waitsFor('translated texts'),
  web_home_view: CLIENTS,
  web_escape_navigates_to_home_view: CLIENTS,
  left_side_userlist: CLIENTS,
  emojiset: CLIENTS,
  demote_inactive_streams: CLIENTS,
  user_list_style: CLIENTS,
  web_animate_image_previews: CLIENTS,
  web_stream_unreads_count_display_policy: CLIENTS,
  hide_ai_features: CLIENTS,
  web_inbox_show_channel_folders: CLIENTS,
  web_left_sidebar_show_channel_folders: CLIENTS,
  web_left_sidebar_unreads_count_summary: CLIENTS,
  enter_sends: CLIENTS,
  enable_drafts_synchronization: shownBy('settings.test.ts', 'synchronization of drafts deletes them'),
  enable_stream_desktop_notifications: inherited,
  enable_stream_email_notifications: mail('enable_stream_email_notifications'),
  enable_stream_push_notifications: inherited,
  enable_stream_audible_notifications: inherited,
  notification_sound: CLIENTS,
  enable_desktop_notifications: CLIENTS,
  enable_sounds: CLIENTS,
  enable_followed_topic_desktop_notifications: CLIENTS,
  enable_followed_topic_email_notifications: mail('enable_followed_topic_email_notifications'),
  enable_followed_topic_push_notifications: push,
  enable_followed_topic_audible_notifications: CLIENTS,
  email_notifications_batching_period_seconds: mail('email_notifications_batching_period_seconds'),
  enable_offline_email_notifications: mail('enable_offline_email_notifications'),
  enable_offline_push_notifications: push,
  enable_online_push_notifications: push,
  enable_digest_emails: shownBy('../../outside/digest-mail/digest-mail.test.ts', 'enable_digest_emails'),
  enable_marketing_emails: waitsFor('mail of the operator'),
  enable_login_emails: shownBy('../../accounts/pages/account-pages.test.ts', 'enable_login_emails'),
  message_content_in_email_notifications: mail('message_content_in_email_notifications'),
  pm_content_in_desktop_notifications: CLIENTS,
  wildcard_mentions_notify: mail('wildcard_mentions_notify'),
  enable_followed_topic_wildcard_mentions_notify: mail('enable_followed_topic_wildcard_mentions_notify'),
  desktop_icon_count_display: CLIENTS,
  realm_name_in_email_notifications_policy: mail('realm_name_in_email_notifications_policy'),
  automatically_follow_topics_policy: participation('automatically_follow_topics_policy'),
  automatically_unmute_topics_in_muted_streams_policy: participation(
    'automatically_unmute_topics_in_muted_streams_policy',
  ),
  automatically_follow_topics_where_mentioned: participation('automatically_follow_topics_where_mentioned'),
  resolved_topic_notice_auto_read_policy: shownBy(
    '../../channels/user-topics/move-policies.test.ts',
    'resolved_topic_notice_auto_read_policy',
  ),
  presence_enabled: shownBy('settings.test.ts', 'presence_enabled makes the person away'),
  send_private_typing_notifications: shownBy(
    '../../messages/typing/typing.test.ts',
    'send_private_typing_notifications',
  ),
  send_stream_typing_notifications: shownBy('../../messages/typing/typing.test.ts', 'send_stream_typing_notifications'),
  send_read_receipts: shownBy('../../messages/read-state/mark-read.test.ts', 'send_read_receipts'),
  allow_private_data_export: shownBy('../../operations/exports/exports.test.ts', 'allow_private_data_export'),
  web_navigate_to_sent_message: CLIENTS,
  timezone: shownBy('settings.test.ts', 'for all to see'),
  email_address_visibility: shownBy('settings.test.ts', 'who sees the address'),
}

test('every setting acts, or says why not', () => {
  expect(Object.keys(EFFECTS).sort()).toEqual(
    [...Object.keys(USER_SETTINGS), 'timezone', 'email_address_visibility'].sort(),
  )
})

test.each(Object.entries(EFFECTS))('%s', (_, effect) => {
  if (effect === CLIENTS || 'waitsFor' in effect) return
  expect(readFileSync(new URL(effect.file, import.meta.url), 'utf8')).toContain(effect.name)
})
