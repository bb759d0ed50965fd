import { MAX_REMINDER_NOTE_LENGTH } from '../../../api/endpoints/reminders.ts'
import { legacyPolicies } from '../../../api/objects/legacy-policies.ts'
import { wire } from '../../../api/wire-name.ts'
import { MAX_NOTIFIED_SUBSCRIBERS } from '../../channels/notices/send-subscription-notices.ts'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_GUESSES, PASSWORD_MIN_LENGTH } from '../../kernel/base/passwords.ts'
import { presentFormat, THUMBNAIL_FORMATS } from '../../kernel/files/thumbnail-formats.ts'
import { CHANNEL_GROUP_SETTINGS } from '../../kernel/realm-state/channel.ts'
import { GROUP_GROUP_SETTINGS, type GroupSettingRule } from '../../kernel/realm-state/group.ts'
import { REALM_GROUP_SETTINGS } from '../../kernel/realm-state/realm-settings.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../../kernel/realm-state/topic-name.ts'
import { MISSING } from '../../kernel/register/missing-features.ts'
import type { Fields, StateSlice, VisitorRequest } from '../../kernel/register/snapshot.ts'
import {
  MAX_CHANNEL_NAME_LENGTH,
  MAX_DESCRIPTION_LENGTH,
  MAX_FOLDER_NAME_LENGTH,
} from '../../kernel/texts/channel-name.ts'
import { MAX_MESSAGE_LENGTH, MAX_TOPIC_LENGTH } from '../../kernel/texts/message-text.ts'
import { MAX_AVATAR_FILE_SIZE_MIB } from '../../people/avatars/avatar-files.ts'
import { OFFLINE_SECONDS } from '../../people/presence/present.ts'
import { EXTERNAL_ACCOUNTS } from '../../people/profile-fields/external-accounts.ts'
import { emojiListUrl } from '../emoji/emoji-list.ts'
import { MAX_REALM_PICTURE_MIB } from '../realm-pictures/picture-files.ts'
import { presentRealmPictures } from '../realm-pictures/present.ts'
import { availableMethods, hasPasswords, presentMethods } from '../sign-in-methods/methods.ts'
import { GIF_RATINGS, videoChatProviders } from './choices.ts'
import { MIN_DELETION_DAYS } from './deactivate-realm.ts'
import { REPORT_TYPES } from './report-types.ts'

export const realmState: StateSlice<VisitorRequest> = {
  types: ['realm'],
  take: (request) => ({
    ...settings(request),
    ...policies(request.realm),
    ...identity(request),
    ...LIMITS,
    ...serverFacts(request),
    ...presentRealmPictures(request.realm.info),
    ...MISSING.realm,
    server_supported_permission_settings: SUPPORTED_PERMISSIONS,
  }),
}

/** Every setting under its name in register: `realm_` before its own. */
function settings({ realm: { info }, config }: VisitorRequest): Fields {
  const { settings: values, groupSettings } = info
  const named = Object.entries({ ...values, ...groupSettings }).map(([name, value]) => [wire(`realm_${name}`), value])
  return {
    ...Object.fromEntries(named),
    realm_mandatory_topics: values.topics_policy === 'disable_empty_topic',
    jitsi_server_url: values.jitsi_server_url ?? config.calls.jitsiUrl ?? '',
    realm_allow_edit_history: values.message_edit_history_visibility_policy !== 'none',
  }
}

function policies({ info, groups }: RealmState): Fields {
  return legacyPolicies((setting) => {
    const value = info.groupSettings[setting]
    return typeof value === 'number' ? groups.get(value)?.name : undefined
  })
}

const identity = ({ realm: { info }, url, config }: VisitorRequest): Fields => ({
  realm_name: info.name,
  realm_uuid: info.uuid,
  realm_date_created: info.createdAt,
  realm_url: url,
  realm_uri: url,
  realm_bot_domain: info.host,
  realm_empty_topic_display_name: EMPTY_TOPIC_DISPLAY_NAME,
  realm_authentication_methods: presentMethods(availableMethods(config), info),
  realm_email_auth_enabled: hasPasswords(config, { info }),
  realm_password_auth_enabled: hasPasswords(config, { info }),
  realm_push_notifications_enabled: config.pushRelayUrl !== null,
  // A relay has no end that the server knows of.
  realm_push_notifications_enabled_end_timestamp: null,
  realm_upload_quota_mib: config.uploadQuotaMib,
  max_file_upload_size_mib: config.maxFileUploadSizeMib,
  realm_available_video_chat_providers: videoChatProviders(config.calls),
  server_jitsi_server_url: config.calls.jitsiUrl,
})

const LIMITS: Fields = {
  max_message_length: MAX_MESSAGE_LENGTH,
  max_topic_length: MAX_TOPIC_LENGTH,
  max_stream_name_length: MAX_CHANNEL_NAME_LENGTH,
  max_stream_description_length: MAX_DESCRIPTION_LENGTH,
  max_channel_folder_name_length: MAX_FOLDER_NAME_LENGTH,
  max_channel_folder_description_length: MAX_DESCRIPTION_LENGTH,
  max_reminder_note_length: MAX_REMINDER_NOTE_LENGTH,
  max_icon_file_size_mib: MAX_REALM_PICTURE_MIB,
  max_logo_file_size_mib: MAX_REALM_PICTURE_MIB,
  max_avatar_file_size_mib: MAX_AVATAR_FILE_SIZE_MIB,
  server_thumbnail_formats: THUMBNAIL_FORMATS.map(presentFormat),
  max_bulk_new_subscription_messages: MAX_NOTIFIED_SUBSCRIBERS,
  password_min_length: PASSWORD_MIN_LENGTH,
  password_max_length: PASSWORD_MAX_LENGTH,
  password_min_guesses: PASSWORD_MIN_GUESSES,
  server_min_deactivated_realm_deletion_days: MIN_DELETION_DAYS,
  server_max_deactivated_realm_deletion_days: null,
  server_presence_ping_interval_seconds: 60,
  server_presence_offline_threshold_seconds: OFFLINE_SECONDS,
  server_typing_started_expiry_period_milliseconds: 45_000,
  server_typing_stopped_wait_period_milliseconds: 12_000,
  server_typing_started_wait_period_milliseconds: 30_000,
  event_queue_longpoll_timeout_seconds: 90,
}

const serverFacts = ({ realm, config, generation, url }: VisitorRequest): Fields => ({
  [wire('service_plan_is_not_limited')]: true,
  upgrade_text_for_wide_organization_logo: '',
  realm_owner_full_content_access: config.ownerFullExports,
  realm_default_external_accounts: EXTERNAL_ACCOUNTS,
  development_environment: config.development,
  // Of several nodes the newest counts: everybody got an event about its start.
  server_generation: Math.max(realm.generation, generation),
  gif_rating_policy_options: Object.fromEntries(GIF_RATINGS.map((name, id) => [name, { name, id }])),
  settings_send_digest_emails: config.digestMail,
  server_inline_image_preview: config.linkPreviews,
  server_inline_url_embed_preview: config.linkPreviews,
  server_emoji_data_url: emojiListUrl(url),
  server_avatar_changes_disabled: false,
  server_name_changes_disabled: false,
  server_needs_upgrade: false,
  server_web_public_streams_enabled: true,
  server_can_summarize_topics: config.summaryModel !== null,
  server_report_message_types: Object.entries(REPORT_TYPES).map(([key, name]) => ({ key, name })),
})

const permission = (rule: GroupSettingRule, forSystemGroups: string | null) => ({
  require_system_group: rule.systemOnly !== undefined,
  allow_internet_group: false,
  allow_nobody_group: rule.nobody,
  allow_everyone_group: rule.everyone,
  default_group_name: rule.default,
  default_for_system_groups: forSystemGroups,
  allowed_system_groups: [...(rule.systemOnly ?? [])],
})

const permissions = (rules: Readonly<Record<string, GroupSettingRule>>, forSystemGroups: string | null = null) =>
  Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, permission(rule, forSystemGroups)]))

const SUPPORTED_PERMISSIONS = {
  realm: permissions(REALM_GROUP_SETTINGS),
  stream: permissions(CHANNEL_GROUP_SETTINGS),
  group: permissions(GROUP_GROUP_SETTINGS, 'role:nobody'),
}
