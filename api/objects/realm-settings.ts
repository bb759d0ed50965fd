import * as z from 'zod'
import { json } from '../json-parameter.ts'
import { wire } from '../wire-name.ts'
import { GroupSettingUpdate } from './group.ts'
import type { RealmPermission } from './register-realm.ts'

const on = (meaning: string) => json(z.boolean()).optional().describe(meaning)
const text = (most: number, meaning: string) => z.string().max(most).optional().describe(meaning)

/** Seconds or days; `"unlimited"` for no limit. Which numbers are possible is checked later: the refusal has a code of its own. */
const limit = (meaning: string) =>
  json(z.union([z.int({ abort: true }).max(2_147_483_647), z.string().pipe(z.string().max(50))]))
    .optional()
    .describe(`${meaning} "unlimited" removes the limit.`)

const channel = (meaning: string) => json(z.int()).optional().describe(`${meaning} -1 for none.`)

/** What a permission of the organization is for. */
const PERMISSIONS: Readonly<Record<RealmPermission, string>> = {
  create_multiuse_invite_group: 'Who may create invitation links that many people can use.',
  can_access_all_users_group: 'Who sees all accounts. Others see only people they share a conversation with.',
  can_add_subscribers_group: 'Who may subscribe others to channels.',
  can_add_custom_emoji_group: 'Who may add custom emoji.',
  can_create_bots_group: 'Who may create bots of any type.',
  can_create_groups: 'Who may create user groups.',
  can_create_public_channel_group: 'Who may create public channels.',
  can_create_private_channel_group: 'Who may create private channels.',
  can_create_web_public_channel_group: 'Who may create channels that people without an account can read.',
  can_create_write_only_bots_group: 'Who may create bots that only send messages.',
  can_delete_any_message_group: 'Who may delete the messages of others.',
  can_delete_own_message_group: 'Who may delete their own messages.',
  can_invite_users_group: 'Who may invite people.',
  can_manage_all_groups: 'Who may change every user group.',
  can_manage_billing_group: 'Who may manage plans and billing.',
  can_mention_many_users_group: 'Who may use wildcard mentions that notify many people.',
  can_move_messages_between_channels_group: 'Who may move messages to another channel.',
  can_move_messages_between_topics_group: 'Who may move messages to another topic.',
  can_resolve_topics_group: 'Who may resolve topics.',
  can_set_delete_message_policy_group: 'Who may decide who deletes messages in a channel.',
  can_set_topics_policy_group: 'Who may decide whether a channel has empty topics.',
  can_summarize_topics_group: 'Who may ask for summaries of topics.',
  direct_message_initiator_group: 'Who may start a direct message conversation.',
  direct_message_permission_group: 'Of whom at least one must be in a direct message conversation.',
  workplace_users_group: 'Who counts as a user of the workplace.',
}

/** All of them, by name. */
export const REALM_PERMISSIONS = Object.keys(PERMISSIONS) as RealmPermission[]

const permissionUpdate = (meaning: string) => json(GroupSettingUpdate).optional().describe(meaning)
const permissionUpdates = Object.fromEntries(
  Object.entries(PERMISSIONS).map(([name, meaning]) => [name, permissionUpdate(meaning)]),
) as { [Name in RealmPermission]: ReturnType<typeof permissionUpdate> }

/** Every setting of an organization that its administrators can change, as a parameter. */
export const realmSettingParams = {
  name: z.string().trim().min(1).max(40).optional().describe('The name of the organization.'),
  description: text(1000, 'What the organization is, in Markdown.'),
  string_id: text(40, 'The short name of the organization. It follows from its host and cannot be changed.'),
  allow_message_editing: on('Whether people may edit their messages.'),
  message_content_edit_limit_seconds: limit('For how many seconds the text of a message may be edited.'),
  message_content_delete_limit_seconds: limit('For how many seconds people may delete their own messages.'),
  move_messages_within_stream_limit_seconds: limit('For how many seconds messages may be moved to another topic.'),
  move_messages_between_streams_limit_seconds: limit('For how many seconds messages may be moved to another channel.'),
  message_edit_history_visibility_policy: z
    .enum(['all', 'moves', 'none'])
    .optional()
    .describe('How much of the edit history of messages is shown.'),
  topics_policy: z
    .enum(['allow_empty_topic', 'disable_empty_topic'])
    .optional()
    .describe('Whether channel messages may have an empty topic.'),
  message_retention_days: limit('After how many days messages are deleted.'),
  waiting_period_threshold: json(z.int().min(0).max(100_000))
    .optional()
    .describe('After how many days a member becomes a full member.'),
  invite_required: on('Whether people can join only by invitation.'),
  disallow_disposable_email_addresses: on('Whether addresses of throw-away mail providers are refused.'),
  emails_restricted_to_domains: on('Whether only addresses of the listed domains may join.'),
  authentication_methods: json(z.record(z.string().max(50), z.boolean()))
    .optional()
    .describe('The ways to sign in, by name, and whether each is enabled.'),
  name_changes_disabled: on('Whether only administrators may change names.'),
  email_changes_disabled: on('Whether only administrators may change email addresses.'),
  avatar_changes_disabled: on('Whether only administrators may change avatars.'),
  require_unique_names: on('Whether no two active accounts may have the same name.'),
  default_language: text(50, 'The language of new accounts.'),
  default_code_block_language: text(100, 'The language of code blocks that name none. Empty for none.'),
  default_avatar_source: z
    .enum(['G', 'J'])
    .optional()
    .describe('Where pictures of accounts without their own come from: G an external provider, J this server.'),
  digest_emails_enabled: on('Whether summaries are sent by email to people who were away.'),
  digest_weekday: json(z.literal([0, 1, 2, 3, 4, 5, 6]))
    .optional()
    .describe('On which day summaries are sent, 0 for Monday.'),
  send_welcome_emails: on('Whether new accounts get emails that welcome them.'),
  message_content_allowed_in_email_notifications: on('Whether notifications by email may contain messages.'),
  send_channel_events_messages: on('Whether changes of a channel are announced in it.'),
  welcome_message_custom_text: text(
    8000,
    'What the welcome message tells new accounts besides the usual, in Markdown.',
  ),
  inline_image_preview: on('Whether clients show previews of linked and uploaded pictures.'),
  inline_url_embed_preview: on('Whether clients show previews of linked pages.'),
  media_preview_size: json(z.literal([100, 150, 200]))
    .optional()
    .describe('The size of previews, in percent.'),
  enable_read_receipts: on('Whether people see who has read a message.'),
  enable_guest_user_indicator: on('Whether clients mark the names of guests.'),
  enable_guest_user_dm_warning: on('Whether clients warn before a direct message to a guest.'),
  enable_spectator_access: on('Whether people without an account may read web-public channels.'),
  want_advertise_in_communities_directory: on('Whether the organization wants to be listed in a public directory.'),
  gif_rating_policy: json(z.int()).optional().describe('Which GIFs are offered: 0 none, then 1 G, 2 PG, 3 PG-13, 4 R.'),
  video_chat_provider: json(z.int()).optional().describe('The id of the provider of video calls.'),
  jitsi_server_url: json(z.string().pipe(z.string().max(200)))
    .optional()
    .describe('The address of the Jitsi server. "default" uses the one of this server.'),
  org_type: json(z.literal([0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1000]))
    .optional()
    .describe('What kind of organization it is.'),
  require_e2ee_push_notifications: on('Whether push notifications carry content only where it is encrypted.'),
  moderation_request_channel_id: channel('The private channel in which reported messages appear.'),
  new_stream_announcements_stream_id: channel('The channel in which new channels are announced.'),
  signup_announcements_stream_id: channel('The channel in which new accounts are announced.'),
  [wire('service_update_announcements_stream_id')]: channel(
    'The channel in which changes of the product are announced.',
  ),
  ...permissionUpdates,
}
