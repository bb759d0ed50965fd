import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { FeatureTables } from './feature-tables.ts'

type Id = Generated<number>
type Defaulted<T> = ColumnType<T, T | undefined, T>
type JsonObject = JSONColumnType<Record<string, unknown>, string | undefined, string>

/** The tables after the newest migration. Times are UNIX seconds. */
export interface Tables extends FeatureTables {
  realm: {
    id: Id
    string_id: string
    host: string
    name: string
    uuid: Generated<string>
    settings: JsonObject
    created_at: number
    deactivated: Defaulted<boolean>
    deletion_at: Defaulted<number | null>
    pictures: JsonObject
    /** The time up to which clients know who has become a full member. */
    full_members_at: Defaulted<number>
  }
  realm_log: { realm_id: number; seq: Defaulted<number>; floor: Defaulted<number> }
  event_log: {
    realm_id: number
    seq: number
    at: number
    audience: string
    payload: string
  }
  audit_log: {
    id: Id
    realm_id: number
    at: number
    actor_id: number | null
    address: string | null
    client: string
    action: string
    target_kind: string
    target_id: number
    details: JsonObject
  }
  account: {
    id: Id
    realm_id: number
    delivery_email: string
    full_name: string
    role: number
    is_active: Defaulted<boolean>
    is_bot: Defaulted<boolean>
    bot_type: Defaulted<number | null>
    bot_owner_id: Defaulted<number | null>
    is_system_bot: Defaulted<boolean>
    date_joined: number
    timezone: Defaulted<string>
    avatar_source: Defaulted<string>
    avatar_version: Defaulted<number>
    /** Part of the file names of the uploaded picture. */
    avatar_token: Defaulted<string | null>
    can_create_users: Defaulted<boolean>
    can_change_user_emails: Defaulted<boolean>
    api_key_hash: string
    api_key_sealed: string
    password_hash: string | null
    email_address_visibility: Defaulted<number>
    settings: JsonObject
    /** Values of profile fields by the ids of the fields. */
    profile: JsonObject
    is_imported_stub: Defaulted<boolean>
    has_edited_settings: Defaulted<boolean>
    is_long_idle: Defaulted<boolean>
  }
  email_change: {
    id: Id
    realm_id: number
    user_id: number
    new_email: string
    token_hash: string
    token_sealed: string
    is_open: Defaulted<boolean>
    at: number
  }
  user_group: {
    id: Id
    realm_id: number
    name: string
    description: Defaulted<string>
    is_system: Defaulted<boolean>
    creator_id: number | null
    created_at: number | null
    deactivated: Defaulted<boolean>
    settings: JsonObject
  }
  group_member: { group_id: number; user_id: number }
  group_subgroup: { group_id: number; subgroup_id: number }
  conversation: {
    id: Id
    realm_id: number
    members: number[] | null
    /** The digest of `members`, by which they are found. */
    members_digest: GeneratedAlways<Buffer | null>
    /** At least as high as the position of every deleted message. */
    spent_hseq: Defaulted<number>
  }
  /** A view: the last position and message of each conversation. */
  conversation_head: {
    id: number
    realm_id: number
    members: number[] | null
    last_hseq: number
    last_message_id: number | null
  }
  channel: {
    id: Id
    realm_id: number
    conv_id: number
    name: string
    description: Defaulted<string>
    rendered_description: Defaulted<string>
    creator_id: number | null
    created_at: number
    invite_only: Defaulted<boolean>
    is_web_public: Defaulted<boolean>
    history_public_to_subscribers: Defaulted<boolean>
    is_archived: Defaulted<boolean>
    is_default: Defaulted<boolean>
    topics_policy: Defaulted<string>
    message_retention_days: Defaulted<number | null>
    default_push_notifications: Defaulted<boolean>
    folder_id: Defaulted<number | null>
    /** Messages per week. Null while the channel is too young. */
    weekly_traffic: Defaulted<number | null>
    is_recently_active: Defaulted<boolean>
    settings: JsonObject
  }
  topic: { id: Id; channel_id: number; name: string; name_key: string; tsv: Defaulted<string | null> }
  /** Organizations with messages and topics from before the search index. */
  search_backlog: {
    realm_id: number
    /** Messages and topics with larger ids are in the index. Zero at the end. */
    message_id: number
    topic_id: number
    /** The number of messages, and how many of them are in the index. */
    total: number
    done: number
  }
  topic_edit: { id: Id; topic_id: number; at_message_id: number; edit: JsonObject }
  /** A move of messages between channels, at a position of the log. */
  move: {
    id: Id
    realm_id: number
    to_conv: number
    at_seq: number
    gains: boolean
    prev: number | null
    depth: number
  }
  message: {
    id: number
    realm_id: number
    sender_id: number
    conv_id: number
    topic_id: number | null
    topic_since: number
    home_conv: number
    hseq: number
    move_id: Defaulted<number | null>
    mflags: Defaulted<number>
    sent_at: number
    client: string
    content: string
    rendered: string
    edits: Defaulted<unknown>
    tsv: Defaulted<string | null>
  }
  subscription: {
    user_id: number
    channel_id: number
    active: Defaulted<boolean>
    color: string
    is_muted: Defaulted<boolean>
    pin_to_top: Defaulted<boolean>
    desktop_notifications: Defaulted<boolean | null>
    audible_notifications: Defaulted<boolean | null>
    push_notifications: Defaulted<boolean | null>
    email_notifications: Defaulted<boolean | null>
    wildcard_mentions_notify: Defaulted<boolean | null>
  }
  user_topic: {
    user_id: number
    channel_id: number
    name_key: string
    realm_id: number
    /** As it was written. */
    name: string
    policy: 1 | 2 | 3
    updated_at: number
    /** The message by which the person got the policy: one that they sent, or that mentions them. */
    set_by: number | null
  }
  draft: {
    id: Id
    realm_id: number
    user_id: number
    type: '' | 'stream' | 'private'
    /** The id of a channel, or ids of users. */
    recipients: number[]
    topic: string
    content: string
    edited_at: number
  }
  saved_snippet: {
    id: Id
    realm_id: number
    user_id: number
    title: string
    content: string
    created_at: number
  }
  navigation_view: {
    id: Id
    realm_id: number
    user_id: number
    fragment: string
    is_pinned: boolean
    name: string | null
  }
  member: {
    user_id: number
    conv_id: number
    from_hseq: number
    to_hseq: Defaulted<number | null>
    from_seq: number
    to_seq: Defaulted<number | null>
  }
  read_pos: { user_id: number; conv_id: number; upto: number }
  read_bits: { user_id: number; conv_id: number; chunk: number; bits: string }
  user_flag: { user_id: number; message_id: number; flags: number }
  mute: { user_id: number; muted_id: number; from_seq: number; to_seq: number | null; at: number }
  reaction: {
    id: Id
    realm_id: number
    message_id: number
    user_id: number
    kind: number
    emoji_code: string
    emoji_name: string
  }
  sent_key: { user_id: number; key: string; digest: string; message_id: number; at: number }
  event_queue: {
    id: string
    realm_id: number
    user_id: number
    registered_seq: number
    acked: number
    touched: Defaulted<number>
    idle_seconds: number
    spec: JsonObject
  }
  server_secret: { id: Id; fingerprint: string }
  /** One row: when backups of this database were made. */
  server_backup: {
    id: Id
    completed_at: number | null
    daily_at: number | null
    failed_at: number | null
    failure: string | null
  }
  /** When a recurring task last ran for an organization. */
  recurring_run: { realm_id: number; task: string; ran_at: number }
  /** The last row that each reader of the log has read. */
  log_cursor: { realm_id: number; purpose: string; seq: number }
  /** One row: the seconds during which at least one node has run. */
  running_time: { id: Generated<boolean>; seconds: number }
  /** The end of a log and its newest message at a point of the running time. */
  log_mark: { realm_id: number; ran: number; seq: number; message_id: number }
  /** Positions, both included, that the log skips since a restore. */
  log_gap: { realm_id: number; first: number; last: number }
  /** The node that a job worker belongs to. */
  job_worker: { id: string; node_id: string }
  node: {
    id: string
    url: string
    started_at: number
    seen_at: Generated<Date>
    generation: Id
    log_version: Defaulted<number>
  }
}
