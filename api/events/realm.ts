import * as z from 'zod'
import { REALM_PERMISSIONS } from '../objects/realm-settings.ts'
import { type RealmPermission, registerRealmShape } from '../objects/register-realm.ts'
import { UserSettingsDefaults } from '../objects/user-settings.ts'
import { wire } from '../wire-name.ts'
import { event, registerFields } from './base.ts'

/** Settings that events have under their own names; register has them with `realm_` before. */
const NAMES = [
  'allow_message_editing',
  'authentication_methods',
  'avatar_changes_disabled',
  'default_avatar_source',
  'default_code_block_language',
  'default_language',
  'description',
  'digest_emails_enabled',
  'digest_weekday',
  'disallow_disposable_email_addresses',
  'email_changes_disabled',
  'emails_restricted_to_domains',
  'enable_guest_user_dm_warning',
  'enable_guest_user_indicator',
  'enable_read_receipts',
  'enable_spectator_access',
  'gif_rating_policy',
  'icon_source',
  'icon_url',
  'inline_image_preview',
  'inline_url_embed_preview',
  'invite_required',
  'jitsi_server_url',
  'logo_source',
  'logo_url',
  'mandatory_topics',
  'media_preview_size',
  'message_content_allowed_in_email_notifications',
  'message_content_delete_limit_seconds',
  'message_content_edit_limit_seconds',
  'message_edit_history_visibility_policy',
  'message_retention_days',
  'moderation_request_channel_id',
  'move_messages_between_streams_limit_seconds',
  'move_messages_within_stream_limit_seconds',
  'name',
  'name_changes_disabled',
  'new_stream_announcements_stream_id',
  'night_logo_source',
  'night_logo_url',
  'org_type',
  'plan_type',
  'presence_disabled',
  'push_notifications_enabled',
  'push_notifications_enabled_end_timestamp',
  'require_e2ee_push_notifications',
  'require_unique_names',
  'send_channel_events_messages',
  'send_welcome_emails',
  'service_update_announcements_stream_id',
  'signup_announcements_stream_id',
  'topics_policy',
  'upload_quota_mib',
  'video_chat_provider',
  'waiting_period_threshold',
  'want_advertise_in_communities_directory',
  'welcome_message_custom_text',
] as const

type Shape = typeof registerRealmShape
type SettingName = (typeof NAMES)[number] | RealmPermission
type SettingsShape = { [Name in SettingName]: z.ZodOptional<Shape[`realm_${Name}`]> }

const told = Object.fromEntries(
  [...NAMES, ...REALM_PERMISSIONS].map((name) => {
    const own = wire(name)
    return [own, registerRealmShape[`realm_${own}` as keyof Shape].optional()]
  }),
) as SettingsShape

/** What changed; nothing else is in it. */
const RealmChange = z
  .strictObject({
    ...told,
    rendered_description: z.string().optional().describe('The description as HTML.'),
    max_file_upload_size_mib: registerRealmShape.max_file_upload_size_mib.optional(),
  })
  .describe('The new values of the settings that changed.')
export type RealmChange = z.infer<typeof RealmChange>

export const RealmUpdated = event('realm', {
  op: z.literal('update').describe('One setting has a new value.'),
  property: z.string().describe('The name of the setting.'),
  value: z.union([z.string(), z.boolean(), z.int().nullable()]).describe('Its new value.'),
})

export const RealmDeactivated = event('realm', {
  op: z.literal('deactivated').describe('The organization is deactivated. Further requests are refused.'),
  realm_id: z.int().describe('The id of the organization.'),
})

export const RealmSettingsUpdated = event('realm', {
  op: z.literal('update_dict').describe('Several values that belong together are new, or one that is an object.'),
  property: z.string().describe('What kind of values: `default`, `icon`, `logo` or `night_logo`.'),
  data: RealmChange,
})

export const RealmUserDefaultsUpdated = event('realm_user_settings_defaults', {
  op: z.literal('update').describe('A setting of new accounts has another default.'),
  property: z.string().describe('The name of the setting.'),
  value: z.union([z.boolean(), z.int(), z.string()]).describe('Its new default.'),
})

export const realmFields = registerFields('realm', registerRealmShape)

export const realmUserSettingsDefaultsFields = registerFields('realm_user_settings_defaults', {
  realm_user_settings_defaults: UserSettingsDefaults.describe('The settings that new users get.'),
})
