/** A parameter as the seed document of the contract names it. */
export interface SeedParameter {
  /** The JSON types that it may have, joined by `|`. Text is not JSON, so that it cannot be null. */
  readonly type: string
  readonly isRequired?: true
  readonly default?: unknown
  /** All values, where the seed lists them. */
  readonly values?: readonly (string | number)[]
  /** All keys of an object, where the seed lists them. */
  readonly keys?: readonly string[]
}

export interface SeedEndpoint {
  /** Method and path. */
  readonly at: string
  readonly params: Readonly<Record<string, SeedParameter>>
  readonly result?: readonly string[]
  readonly errors?: readonly string[]
  readonly auth?: 'administrator' | 'owner' | 'optional'
}

const string = { type: 'string' } as const
const integer = { type: 'integer' } as const
const boolean = { type: 'boolean' } as const
const array = { type: 'array' } as const
const object = { type: 'object' } as const
const objectOf = (...keys: readonly string[]): SeedParameter => ({ ...object, keys })
const required = <P extends SeedParameter>(parameter: P) => ({ ...parameter, isRequired: true }) as const
const defaultOf = (type: string, value: unknown): SeedParameter => ({ type, default: value })
const off = defaultOf('boolean', false)
const on = defaultOf('boolean', true)
const oneOf = (...values: readonly (string | number)[]): SeedParameter => ({
  type: typeof values[0] === 'number' ? 'integer' : 'string',
  values,
})

const reaction = {
  emoji_name: string,
  emoji_code: string,
  reaction_type: string,
}

const linkifier = {
  pattern: required(string),
  url_template: required(string),
  reverse_template: string,
  alternative_url_templates: array,
  example_input: string,
}

const settings: Readonly<Record<string, SeedParameter>> = {
  target_users: objectOf('user_ids', 'group_ids', 'skip_if_already_edited'),
  full_name: string,
  email: string,
  old_password: string,
  new_password: string,
  twenty_four_hour_time: boolean,
  web_channel_default_view: oneOf(1, 2, 4),
  starred_message_counts: boolean,
  receives_typing_notifications: boolean,
  web_suggest_update_timezone: boolean,
  fluid_layout_width: boolean,
  high_contrast_mode: boolean,
  web_font_size_px: integer,
  web_line_height_percent: integer,
  color_scheme: oneOf(1, 2, 3),
  enable_drafts_synchronization: boolean,
  translate_emoticons: boolean,
  display_emoji_reaction_users: boolean,
  default_language: string,
  web_home_view: oneOf('recent', 'inbox', 'all_messages'),
  web_escape_navigates_to_home_view: boolean,
  left_side_userlist: boolean,
  emojiset: oneOf('google', 'twitter', 'text'),
  demote_inactive_streams: oneOf(1, 2, 3),
  user_list_style: oneOf(1, 2, 3),
  web_animate_image_previews: oneOf('always', 'on_hover', 'never'),
  web_stream_unreads_count_display_policy: oneOf(1, 2, 3),
  hide_ai_features: boolean,
  web_inbox_show_channel_folders: boolean,
  timezone: string,
  enable_stream_desktop_notifications: boolean,
  enable_stream_email_notifications: boolean,
  enable_stream_push_notifications: boolean,
  enable_stream_audible_notifications: boolean,
  notification_sound: string,
  enable_desktop_notifications: boolean,
  enable_sounds: boolean,
  email_notifications_batching_period_seconds: integer,
  enable_offline_email_notifications: boolean,
  enable_offline_push_notifications: boolean,
  enable_online_push_notifications: boolean,
}

const register: Readonly<Record<string, SeedParameter>> = {
  apply_markdown: off,
  client_gravatar: boolean,
  include_subscribers: { type: 'string', default: 'false', values: ['true', 'false', 'partial'] },
  slim_presence: off,
  presence_history_limit_days: defaultOf('integer', 14),
  event_types: array,
  all_public_streams: off,
  client_capabilities: objectOf(
    'notification_settings_null',
    'bulk_message_deletion',
    'user_avatar_url_field_optional',
    'stream_typing_notifications',
    'user_settings_object',
    'linkifier_url_template',
    'user_list_incomplete',
    'include_deactivated_groups',
    'archived_channels',
    'empty_topic_name',
    'simplified_presence_events',
    'individual_emoji_changes',
  ),
  fetch_event_types: array,
  narrow: array,
  idle_queue_timeout: { type: 'integer|string' },
}

/** Every endpoint of the seed, in its order. */
export const SEED_ENDPOINTS: readonly SeedEndpoint[] = [
  {
    at: 'POST /scheduled_messages',
    params: {
      type: { ...oneOf('direct', 'channel', 'stream', 'private'), isRequired: true },
      to: required({ type: 'integer|array' }),
      content: required(string),
      topic: string,
      scheduled_delivery_timestamp: required(integer),
      read_by_sender: boolean,
    },
    result: ['scheduled_message_id'],
    errors: ['STREAM_DOES_NOT_EXIST'],
  },
  {
    at: 'PATCH /messages/{message_id}',
    params: {
      message_id: required(integer),
      topic: string,
      propagate_mode: { ...oneOf('change_one', 'change_later', 'change_all'), default: 'change_one' },
      send_notification_to_old_thread: off,
      send_notification_to_new_thread: on,
      content: string,
      prev_content_sha256: string,
      stream_id: integer,
    },
    result: ['detached_uploads'],
    errors: [
      'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
      'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
      'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
    ],
  },
  { at: 'PATCH /settings', params: settings },
  {
    at: 'GET /events',
    // "A queue is registered when queue_id is absent", so it is not required.
    params: { queue_id: string, last_event_id: integer, dont_block: off, ...register },
    result: ['events', 'queue_id'],
    errors: ['BAD_EVENT_QUEUE_ID'],
  },
  {
    at: 'POST /users/me/presence',
    params: {
      status: required(string),
      last_update_id: integer,
      history_limit_days: defaultOf('integer', 14),
      ping_only: off,
      new_user_input: boolean,
      slim_presence: off,
    },
    result: ['presence_last_update_id', 'server_timestamp', 'presences'],
  },
  {
    at: 'GET /messages/{message_id}',
    params: { message_id: required(integer), apply_markdown: on, allow_empty_topic_name: off },
    result: ['message', 'raw_content'],
  },
  {
    at: 'GET /messages',
    params: {
      anchor: string,
      include_anchor: on,
      anchor_date: string,
      num_before: integer,
      num_after: integer,
      narrow: defaultOf('array', []),
      client_gravatar: on,
      apply_markdown: on,
      message_ids: array,
      allow_empty_topic_name: off,
      use_first_unread_anchor: off,
    },
    result: ['anchor', 'found_newest', 'found_oldest', 'found_anchor', 'history_limited', 'messages'],
    auth: 'optional',
  },
  {
    at: 'POST /users/{user_id}/status',
    params: { user_id: required(integer), status_text: string, ...reaction },
  },
  {
    at: 'GET /messages/{message_id}/history',
    params: { message_id: required(integer), allow_empty_topic_name: off },
    result: ['message_history'],
  },
  {
    at: 'DELETE /users/{user_id}',
    params: {
      user_id: required(integer),
      actions: objectOf(
        'delete_profile',
        'delete_public_channel_messages',
        'delete_private_channel_messages',
        'delete_direct_messages',
      ),
      deactivation_notification_comment: string,
    },
    auth: 'administrator',
  },
  {
    at: 'GET /streams',
    params: {
      include_public: on,
      include_web_public: off,
      include_subscribed: on,
      exclude_archived: on,
      include_all: off,
      include_default: off,
      include_owner_subscribed: off,
      include_can_access_content: off,
      include_all_active: off,
    },
    result: ['streams'],
  },
  {
    at: 'DELETE /messages/{message_id}/reactions',
    params: { message_id: required(integer), ...reaction },
    errors: ['REACTION_DOES_NOT_EXIST'],
  },
  {
    at: 'POST /users',
    params: { email: required(string), password: required(string), full_name: required(string) },
    result: ['user_id'],
    auth: 'administrator',
  },
  { at: 'POST /realm/filters', params: linkifier, result: ['id'] },
  { at: 'PATCH /realm/filters/{filter_id}', params: { filter_id: required(integer), ...linkifier } },
  {
    at: 'POST /user_groups/{user_group_id}/subgroups',
    params: { user_group_id: required(integer), delete: array, add: array },
  },
  {
    at: 'PATCH /realm/domains/{domain}',
    params: { domain: required(string), allow_subdomains: required(boolean) },
    auth: 'owner',
  },
  {
    at: 'GET /user_groups/{user_group_id}/members/{user_id}',
    params: { user_group_id: required(integer), user_id: required(integer), direct_member_only: off },
    result: ['is_user_group_member'],
  },
  {
    at: 'GET /streams/{stream_id}/email_address',
    params: { stream_id: required(integer), sender_id: integer },
    result: ['email'],
  },
  { at: 'PUT /bot_storage', params: { storage: required(object) }, errors: ['PERMISSION_DENIED'] },
  {
    at: 'POST /register',
    params: register,
    result: [
      'queue_id',
      'last_event_id',
      'subscriptions',
      'recent_private_conversations',
      'navigation_views',
      'saved_snippets',
      'max_message_length',
      'max_topic_length',
      'realm_empty_topic_display_name',
      'realm_linkifiers',
      'realm_users',
      'realm_user_groups',
      'presences',
      'user_settings',
      'service_feature_level',
      'idle_queue_timeout_secs',
      'event_queue_longpoll_timeout_seconds',
    ],
    auth: 'optional',
  },
]

/** The seed describes these among its endpoints, but the server sends them and nobody calls them. */
export const SENT_BY_THE_SERVER = ['POST /service-outgoing-webhook']
