/**
 * API fields with a constant value because their feature does not exist yet. The code takes the constants from here,
 * and the coverage report counts the fields as missing. Building a feature removes its line, and the compiler then
 * finds the places.
 */
export const MISSING = {
  /** Messages per week are not counted. */
  channel: { stream_weekly_traffic: null },
  /** Data cannot be imported. */
  account: { is_imported_stub: false },
  /** There are no custom profile fields. */
  profile: { profile_data: {} },
  /** Fields of register by fetch type. register/missing-state.ts has whole fetch types. */
  realm: {
    realm_icon_url: '',
    realm_icon_source: 'G',
    realm_logo_url: '',
    realm_logo_source: 'D',
    realm_night_logo_url: '',
    realm_night_logo_source: 'D',
    realm_presence_disabled: false,
    realm_push_notifications_enabled: false,
    realm_push_notifications_enabled_end_timestamp: null,
    realm_owner_full_content_access: false,
    realm_default_external_accounts: {},
    settings_send_digest_emails: false,
    server_inline_url_embed_preview: false,
    server_thumbnail_formats: [],
    server_emoji_data_url: '',
    server_jitsi_server_url: null,
    jitsi_server_url: '',
  },
} as const
