import type { Generated, GeneratedAlways } from 'kysely'
import type { ColumnWithDefault, Id, JsonObject } from './column-types.ts'
import type { FeatureTables } from './feature-tables.ts'

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
    deactivated: ColumnWithDefault<boolean>
    deletion_at: ColumnWithDefault<number | null>
    pictures: JsonObject
    /** The time up to which clients know who has become a full member. */
    full_members_at: ColumnWithDefault<number>
  }
  realm_log: { realm_id: number; seq: ColumnWithDefault<number>; floor: ColumnWithDefault<number> }
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
    is_active: ColumnWithDefault<boolean>
    is_bot: ColumnWithDefault<boolean>
    bot_type: ColumnWithDefault<number | null>
    bot_owner_id: ColumnWithDefault<number | null>
    is_system_bot: ColumnWithDefault<boolean>
    date_joined: number
    timezone: ColumnWithDefault<string>
    avatar_source: ColumnWithDefault<string>
    avatar_version: ColumnWithDefault<number>
    /** Part of the file names of the uploaded picture. */
    avatar_token: ColumnWithDefault<string | null>
    can_create_users: ColumnWithDefault<boolean>
    can_change_user_emails: ColumnWithDefault<boolean>
    api_key_hash: string
    api_key_sealed: string
    password_hash: string | null
    email_address_visibility: ColumnWithDefault<number>
    settings: JsonObject
    /** Values of profile fields by the ids of the fields. */
    profile: JsonObject
    is_imported_stub: ColumnWithDefault<boolean>
    has_edited_settings: ColumnWithDefault<boolean>
    is_long_idle: ColumnWithDefault<boolean>
  }
  user_group: {
    id: Id
    realm_id: number
    name: string
    description: ColumnWithDefault<string>
    is_system: ColumnWithDefault<boolean>
    creator_id: number | null
    created_at: number | null
    deactivated: ColumnWithDefault<boolean>
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
    /** It is at least as high as the position of every deleted message. */
    spent_hseq: ColumnWithDefault<number>
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
    description: ColumnWithDefault<string>
    rendered_description: ColumnWithDefault<string>
    creator_id: number | null
    created_at: number
    invite_only: ColumnWithDefault<boolean>
    is_web_public: ColumnWithDefault<boolean>
    history_public_to_subscribers: ColumnWithDefault<boolean>
    is_archived: ColumnWithDefault<boolean>
    is_default: ColumnWithDefault<boolean>
    topics_policy: ColumnWithDefault<string>
    message_retention_days: ColumnWithDefault<number | null>
    default_push_notifications: ColumnWithDefault<boolean>
    folder_id: ColumnWithDefault<number | null>
    /** Messages per week. Null while the channel is too young. */
    weekly_traffic: ColumnWithDefault<number | null>
    is_recently_active: ColumnWithDefault<boolean>
    settings: JsonObject
  }
  topic: { id: Id; channel_id: number; name: string; name_key: string; tsv: ColumnWithDefault<string | null> }
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
    /** The conversations through which its messages passed before, since they were last given to everybody. */
    passed_convs: ColumnWithDefault<number[]>
    /** The positions of the first and the last move into each of them. */
    passed_first: ColumnWithDefault<number[]>
    passed_last: ColumnWithDefault<number[]>
    /** Whether an earlier move gave the messages to everybody. */
    passed_gains: ColumnWithDefault<boolean>
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
    move_id: ColumnWithDefault<number | null>
    mflags: ColumnWithDefault<number>
    sent_at: number
    client: string
    content: string
    rendered: string
    edits: ColumnWithDefault<unknown>
    tsv: ColumnWithDefault<string | null>
  }
  subscription: {
    user_id: number
    channel_id: number
    active: ColumnWithDefault<boolean>
    color: string
    is_muted: ColumnWithDefault<boolean>
    pin_to_top: ColumnWithDefault<boolean>
    desktop_notifications: ColumnWithDefault<boolean | null>
    audible_notifications: ColumnWithDefault<boolean | null>
    push_notifications: ColumnWithDefault<boolean | null>
    email_notifications: ColumnWithDefault<boolean | null>
    wildcard_mentions_notify: ColumnWithDefault<boolean | null>
  }
  member: {
    user_id: number
    conv_id: number
    from_hseq: number
    to_hseq: ColumnWithDefault<number | null>
    from_seq: number
    to_seq: ColumnWithDefault<number | null>
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
    touched: ColumnWithDefault<number>
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
    log_version: ColumnWithDefault<number>
  }
}
