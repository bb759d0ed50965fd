import * as z from 'zod'
import { wire } from '../wire-name.ts'
import { GroupPermissionSetting, GroupSettingValue } from './group.ts'
import { RealmAuthenticationMethod } from './realm.ts'

/** What the fetch type `realm` brings into the answer of register: settings and limits of organization and server. */
export const registerRealmShape = {
  realm_date_created: z.int().describe('When the organization was created, in seconds since 1970.'),
  max_reminder_note_length: z.int().describe('The longest note of a reminder, in characters.'),
  max_stream_name_length: z.int().describe('The longest name of a channel, in characters.'),
  max_stream_description_length: z.int().describe('The longest description of a channel, in characters.'),
  max_channel_folder_name_length: z.int().describe('The longest name of a channel folder, in characters.'),
  max_channel_folder_description_length: z
    .int()
    .describe('The longest description of a channel folder, in characters.'),
  max_topic_length: z.int().describe('The longest topic, in characters.'),
  max_message_length: z.int().describe('The longest message, in characters.'),
  server_min_deactivated_realm_deletion_days: z
    .int()
    .nullable()
    .describe('The fewest days after which a deactivated organization can be deleted. Null means at once.'),
  server_max_deactivated_realm_deletion_days: z
    .int()
    .nullable()
    .describe('The most days after which a deactivated organization can be deleted. Null means never.'),
  server_presence_ping_interval_seconds: z.int().describe('How often a client reports presence, in seconds.'),
  server_presence_offline_threshold_seconds: z
    .int()
    .describe('How long after the last report a user counts as online, in seconds.'),
  server_typing_started_expiry_period_milliseconds: z
    .int()
    .describe('How long a client shows that somebody is typing without news, in milliseconds.'),
  server_typing_stopped_wait_period_milliseconds: z
    .int()
    .describe('How long a client waits without a key press before it reports the end of typing, in milliseconds.'),
  server_typing_started_wait_period_milliseconds: z
    .int()
    .describe('How often a client repeats that its user is typing, in milliseconds.'),
  realm_message_edit_history_visibility_policy: z
    .string()
    .describe('What edit history shows: `all`, `moves` or `none`.'),
  realm_allow_edit_history: z.boolean().describe('Deprecated. False when nobody sees edit history.'),
  realm_can_add_custom_emoji_group: GroupSettingValue.describe('Who can add custom emoji.'),
  realm_can_add_subscribers_group: GroupSettingValue.describe('Who can subscribe other people to channels.'),
  realm_can_delete_any_message_group: GroupSettingValue.describe('Who can delete any message.'),
  realm_can_delete_own_message_group: GroupSettingValue.describe('Who can delete their own messages.'),
  realm_can_set_delete_message_policy_group: GroupSettingValue.describe(
    'Who can set who deletes messages in a channel.',
  ),
  realm_can_set_topics_policy_group: GroupSettingValue.describe('Who can set the topics policy of a channel.'),
  realm_can_invite_users_group: GroupSettingValue.describe('Who can invite people.'),
  realm_can_mention_many_users_group: GroupSettingValue.describe(
    'Who can mention everybody in a large channel or topic.',
  ),
  realm_can_move_messages_between_channels_group: GroupSettingValue.describe(
    'Who can move messages to another channel.',
  ),
  realm_can_move_messages_between_topics_group: GroupSettingValue.describe('Who can move messages to another topic.'),
  realm_can_create_groups: GroupSettingValue.describe('Who can create user groups.'),
  realm_can_create_bots_group: GroupSettingValue.describe('Who can create bots.'),
  realm_can_create_write_only_bots_group: GroupSettingValue.describe('Who can create bots that only post.'),
  realm_can_manage_all_groups: GroupSettingValue.describe('Who can manage every user group.'),
  realm_can_manage_billing_group: GroupSettingValue.describe('Who can manage billing.'),
  realm_can_create_public_channel_group: GroupSettingValue.describe('Who can create public channels.'),
  realm_can_create_private_channel_group: GroupSettingValue.describe('Who can create private channels.'),
  realm_can_create_web_public_channel_group: GroupSettingValue.describe(
    'Who can create channels that people without an account can read.',
  ),
  realm_can_resolve_topics_group: GroupSettingValue.describe('Who can resolve topics.'),
  realm_create_public_stream_policy: z
    .literal([1, 2, 3, 4])
    .describe('Deprecated. Who can create public channels: 1 members, 2 administrators, 3 full members, 4 moderators.'),
  realm_create_private_stream_policy: z
    .literal([1, 2, 3, 4])
    .describe(
      'Deprecated. Who can create private channels: 1 members, 2 administrators, 3 full members, 4 moderators.',
    ),
  realm_create_web_public_stream_policy: z
    .literal([2, 4, 6, 7])
    .describe('Deprecated. Who can create web-public channels: 2 administrators, 4 moderators, 6 nobody, 7 owners.'),
  realm_wildcard_mention_policy: z
    .literal([1, 2, 3, 5, 6, 7])
    .describe(
      'Deprecated. Who can mention many users: 1 everyone, 2 members, 3 full members, 5 administrators, 6 nobody, 7 moderators.',
    ),
  realm_default_language: z.string().describe('The language of new users.'),
  realm_welcome_message_custom_text: z.string().describe('The text that new users get besides the usual welcome.'),
  realm_description: z.string().describe('The description of the organization, as it was typed.'),
  realm_digest_emails_enabled: z.boolean().describe('True when the organization sends digest mails.'),
  realm_disallow_disposable_email_addresses: z.boolean().describe('True when throw-away addresses are refused.'),
  realm_email_changes_disabled: z.boolean().describe('True when users cannot change their email address.'),
  realm_invite_required: z.boolean().describe('True when new users need an invitation.'),
  realm_create_multiuse_invite_group: GroupSettingValue.describe('Who can create invitation links for several people.'),
  realm_media_preview_size: z.literal([100, 150, 200]).describe('The height of previews, in pixels.'),
  realm_inline_image_preview: z.boolean().describe('True when linked images are shown in messages.'),
  realm_inline_url_embed_preview: z.boolean().describe('True when linked websites are previewed in messages.'),
  realm_topics_policy: z
    .enum(['allow_empty_topic', 'disable_empty_topic'])
    .describe('Whether messages can be sent without a topic.'),
  realm_mandatory_topics: z.boolean().describe('Deprecated. True when every channel message needs a topic.'),
  realm_message_retention_days: z.int().describe('The number of days that messages are kept, or -1 for ever.'),
  realm_name: z.string().describe('The name of the organization.'),
  realm_require_e2ee_push_notifications: z
    .boolean()
    .describe('True when push notifications show content only when they are encrypted.'),
  realm_require_unique_names: z.boolean().describe('True when no two users can have the same name.'),
  realm_name_changes_disabled: z.boolean().describe('True when users cannot change their name.'),
  realm_avatar_changes_disabled: z.boolean().describe('True when users cannot change their picture.'),
  realm_emails_restricted_to_domains: z
    .boolean()
    .describe('True when new users need an address in one of `realm_domains`.'),
  realm_send_channel_events_messages: z.boolean().describe('True when changes of a channel are announced in it.'),
  realm_send_welcome_emails: z.boolean().describe('True when new users get welcome mails.'),
  realm_message_content_allowed_in_email_notifications: z
    .boolean()
    .describe('True when notification mails can contain messages.'),
  realm_enable_spectator_access: z.boolean().describe('True when web-public channels can be read without an account.'),
  realm_want_advertise_in_communities_directory: z
    .boolean()
    .describe('True when the organization wants to be listed in public directories.'),
  realm_video_chat_provider: z
    .literal([0, 1, 3, 4, 5, 6, 7, 8])
    .describe('The id of the provider of video calls. 0 is none.'),
  realm_jitsi_server_url: z
    .string()
    .nullable()
    .describe('The Jitsi server of the organization. Null uses that of the server.'),
  realm_gif_rating_policy: z.int().describe('Which GIFs are offered: 0 none, 1 G, 2 PG, 3 PG-13, 4 R.'),
  realm_waiting_period_threshold: z.int().describe('The days after which a new member becomes a full member.'),
  realm_digest_weekday: z.int().describe('The day of digest mails: 0 is Monday.'),
  realm_direct_message_initiator_group: GroupSettingValue.describe('Who can start a direct message conversation.'),
  realm_direct_message_permission_group: GroupSettingValue.describe(
    'Who must take part in every direct message conversation.',
  ),
  realm_default_code_block_language: z.string().describe('The language of code blocks that name none.'),
  realm_message_content_delete_limit_seconds: z
    .int()
    .nullable()
    .describe('How long users can delete their own messages, in seconds. Null means for ever.'),
  realm_authentication_methods: z
    .record(z.string(), RealmAuthenticationMethod)
    .describe('The ways to sign in, by name.'),
  realm_allow_message_editing: z.boolean().describe('True when users can edit their messages.'),
  realm_message_content_edit_limit_seconds: z
    .int()
    .nullable()
    .describe('How long users can edit their messages, in seconds. Null means for ever.'),
  realm_move_messages_within_stream_limit_seconds: z
    .int()
    .nullable()
    .describe('How long messages can be moved to another topic, in seconds. Null means for ever.'),
  realm_move_messages_between_streams_limit_seconds: z
    .int()
    .nullable()
    .describe('How long messages can be moved to another channel, in seconds. Null means for ever.'),
  realm_enable_read_receipts: z.boolean().describe('True when users can see who has read a message.'),
  realm_icon_url: z.string().describe('The address of the icon of the organization.'),
  realm_icon_source: z.enum(['G', 'U']).describe('`U` when the icon was uploaded, `G` when it was generated.'),
  realm_workplace_users_group: GroupSettingValue.describe('Whose use of the organization counts as work.'),
  max_icon_file_size_mib: z.int().describe('The largest icon, in MiB.'),
  realm_logo_url: z.string().describe('The address of the logo.'),
  realm_logo_source: z.enum(['D', 'U']).describe('`U` when the logo was uploaded, `D` for the default logo.'),
  realm_night_logo_url: z.string().describe('The address of the logo for dark themes.'),
  realm_night_logo_source: z
    .enum(['D', 'U'])
    .describe('`U` when the dark logo was uploaded, `D` for the default logo.'),
  max_logo_file_size_mib: z.int().describe('The largest logo, in MiB.'),
  realm_bot_domain: z.string().describe('The domain of the addresses of bots.'),
  realm_uri: z.string().describe('Deprecated. The same as `realm_url`.'),
  realm_url: z.string().describe('The address of the organization.'),
  realm_uuid: z.string().describe('An id of the organization that never changes.'),
  realm_available_video_chat_providers: z
    .record(
      z.string(),
      z.strictObject({
        name: z.string().describe('The name of the provider.'),
        id: z.int().describe('The id of the provider.'),
      }),
    )
    .describe('The providers of video calls that can be chosen.'),
  realm_presence_disabled: z.boolean().describe('True when the organization does not show who is online.'),
  settings_send_digest_emails: z.boolean().describe('True when the server can send digest mails.'),
  realm_email_auth_enabled: z.boolean().describe('True when users can sign in with email and password.'),
  realm_password_auth_enabled: z.boolean().describe('True when users can sign in with a password.'),
  realm_push_notifications_enabled: z
    .boolean()
    .describe('True when the server has a push relay, so that devices can register for push notifications.'),
  realm_push_notifications_enabled_end_timestamp: z
    .int()
    .nullable()
    .describe('When push notifications will stop, in seconds since 1970. Null means that no end is planned.'),
  realm_upload_quota_mib: z
    .int()
    .nullable()
    .describe('How much all uploads can hold, in MiB. Null means that there is no limit.'),
  realm_org_type: z
    .literal([0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1000])
    .describe('The kind of the organization, by its number.'),
  realm_owner_full_content_access: z.boolean().describe('True when owners can export the private data of everybody.'),
  realm_plan_type: z.literal([1, 2, 3, 4]).describe('The plan of the organization. 1 is self-hosted.'),
  realm_enable_guest_user_dm_warning: z
    .boolean()
    .describe('True when a client warns before a direct message to a guest.'),
  realm_enable_guest_user_indicator: z.boolean().describe('True when a client marks guests.'),
  realm_can_access_all_users_group: GroupSettingValue.describe('Who can see all users.'),
  realm_can_summarize_topics_group: GroupSettingValue.describe('Who can ask for summaries of topics.'),
  [wire('service_plan_is_not_limited')]: z.boolean().describe('True when no plan limits the organization.'),
  upgrade_text_for_wide_organization_logo: z
    .string()
    .describe('What to say where the plan does not include a logo. It is empty here.'),
  realm_default_external_accounts: z
    .record(
      z.string(),
      z.strictObject({
        name: z.string().describe('The name of the kind.'),
        text: z.string().describe('The label of the kind.'),
        hint: z.string().describe('A help text for those who fill in the field.'),
        url_pattern: z.string().describe('The address of an account, with `%(username)s` for its name.'),
      }),
    )
    .describe('The kinds of external accounts for profile fields, by name.'),
  realm_default_avatar_source: z
    .string()
    .describe('The picture of users who uploaded none: `G` Gravatar, `J` generated.'),
  jitsi_server_url: z.string().describe('Deprecated. The Jitsi server that calls use.'),
  development_environment: z.boolean().describe('True on a server for development.'),
  server_generation: z.int().describe('When the server started, in seconds since 1970. It grows with every start.'),
  password_min_length: z.int().describe('The shortest password, in characters.'),
  password_max_length: z.int().describe('The longest password, in characters.'),
  password_min_guesses: z.int().describe('How many guesses a password must withstand.'),
  gif_rating_policy_options: z
    .record(
      z.string(),
      z.strictObject({
        name: z.string().describe('The name of the rating.'),
        id: z.int().describe('The number of the rating.'),
      }),
    )
    .describe('The ratings of GIFs that can be chosen, by name.'),
  max_file_upload_size_mib: z.int().describe('The largest upload, in MiB.'),
  max_avatar_file_size_mib: z.int().describe('The largest picture of a user, in MiB.'),
  server_inline_image_preview: z.boolean().describe('True when the server can preview images.'),
  server_inline_url_embed_preview: z.boolean().describe('True when the server can preview websites.'),
  server_thumbnail_formats: z
    .array(
      z.strictObject({
        name: z.string().describe('The name of the size, which is part of the address of a thumbnail.'),
        max_width: z.int().describe('The largest width, in pixels.'),
        max_height: z.int().describe('The largest height, in pixels.'),
        format: z.string().describe('The format of the picture.'),
        animated: z.boolean().describe('True when the thumbnail can be animated.'),
      }),
    )
    .describe('The sizes of thumbnails that the server makes.'),
  server_avatar_changes_disabled: z.boolean().describe('True when the server allows no changes of pictures.'),
  server_name_changes_disabled: z.boolean().describe('True when the server allows no changes of names.'),
  server_needs_upgrade: z.boolean().describe('True when the server is so old that clients should say so.'),
  server_web_public_streams_enabled: z
    .boolean()
    .describe('True when the server allows channels that people without an account can read.'),
  server_emoji_data_url: z.string().describe('The address of the list of emoji.'),
  server_jitsi_server_url: z
    .string()
    .nullable()
    .describe('The Jitsi server of the server. It is null when there is none.'),
  server_can_summarize_topics: z.boolean().describe('True when the server can summarize topics.'),
  event_queue_longpoll_timeout_seconds: z
    .int()
    .describe('How long a client should wait for an answer to a request for events, in seconds.'),
  realm_moderation_request_channel_id: z.int().describe('The id of the channel for reports of messages, or -1.'),
  realm_new_stream_announcements_stream_id: z
    .int()
    .describe('The id of the channel that announces new channels, or -1.'),
  realm_signup_announcements_stream_id: z.int().describe('The id of the channel that announces new users, or -1.'),
  [wire('realm_service_update_announcements_stream_id')]: z
    .int()
    .describe('The id of the channel that announces news of the server, or -1.'),
  realm_empty_topic_display_name: z.string().describe('The name that clients show for the empty topic.'),
  server_report_message_types: z
    .array(
      z.strictObject({
        key: z.string().describe('The reason, as a client sends it.'),
        name: z.string().describe('The reason for people.'),
      }),
    )
    .describe('The reasons for which a message can be reported.'),
  server_supported_permission_settings: z
    .strictObject({
      realm: z.record(z.string(), GroupPermissionSetting).describe('Settings of the organization, by name.'),
      stream: z.record(z.string(), GroupPermissionSetting).describe('Settings of channels, by name.'),
      group: z.record(z.string(), GroupPermissionSetting).describe('Settings of user groups, by name.'),
    })
    .describe('What each permission setting accepts.'),
  max_bulk_new_subscription_messages: z
    .number()
    .describe('The most new subscriptions in one request for which users are notified.'),
}

type Shape = typeof registerRealmShape

/** The permissions of an organization, by their own names: without `realm_`. */
export type RealmPermission = keyof {
  [Name in keyof Shape as Name extends `realm_${infer Own}`
    ? Shape[Name] extends typeof GroupSettingValue
      ? Own
      : never
    : never]: true
}
