import type { ColumnType, Generated, JSONColumnType } from 'kysely'

type Id = Generated<number>
type Defaulted<T> = ColumnType<T, T | undefined, T>
type JsonObject = JSONColumnType<Record<string, unknown>, string | undefined, string>

/** The tables of features beside messages, people, channels and groups. */
export interface FeatureTables {
  onboarding_step: { user_id: number; realm_id: number; name: string; at: number }
  stored_file: {
    name: string
    realm_id: number
    state: Defaulted<'new' | 'claimed' | 'released'>
    /** Both are set when the file is claimed. */
    size: Defaulted<number | null>
    sha256: Defaulted<string | null>
    created_at: number
  }
  custom_emoji: {
    id: Id
    realm_id: number
    name: string
    author_id: number | null
    /** In the names of its files. */
    token: string
    format: 'png' | 'gif' | 'webp'
    /** The position of the log at which it was added. */
    added_seq: number
    /** The position at which it was deactivated; null while it is active. */
    deactivated_seq: Defaulted<number | null>
    created_at: number
  }
  profile_field: {
    id: Id
    realm_id: number
    type: number
    position: number
    name: string
    hint: string
    /** JSON, or empty. */
    field_data: string
    /** Positions of the log by the keys of a dropdown. */
    choices: JsonObject
    display_in_profile_summary: boolean
    required: boolean
    editable_by_user: boolean
    use_for_user_matching: boolean
  }
  channel_folder: {
    id: Id
    realm_id: number
    name: string
    description: string
    rendered_description: string
    position: number
    creator_id: number | null
    created_at: number
    is_archived: Defaulted<boolean>
  }
  default_channel_group: { id: Id; realm_id: number; name: string; description: string; channel_ids: number[] }
  channel_email_address: {
    token: string
    realm_id: number
    channel_id: number
    sender_id: number
    /** Who asked for the address. */
    creator_id: number
    created_at: number
  }
  alert_words: { user_id: number; realm_id: number; words: string[] }
  linkifier: {
    id: Id
    realm_id: number
    pattern: string
    url_template: string
    example_input: string | null
    reverse_template: string | null
    alternative_url_templates: Defaulted<string[]>
    position: number
  }
  realm_domain: { id: Id; realm_id: number; domain: string; allow_subdomains: boolean }
  playground: { id: Id; realm_id: number; name: string; language: string; url_template: string }
  attachment: {
    id: Id
    realm_id: number
    owner_id: number
    /** In its address and in the names of its files. */
    token: string
    /** As it stands in its address. */
    name: string
    content_type: string
    size: number
    /** Of a picture that has a thumbnail. */
    width: number | null
    height: number | null
    is_animated: boolean
    created_at: number
    /** Since when no message links to it. Null while one does. */
    unused_since: number | null
  }
  /** Which messages link to it. */
  attachment_message: { attachment_id: number; realm_id: number; message_id: number }
  /** Data of widgets, such as polls. */
  submessage: {
    id: Id
    realm_id: number
    message_id: number
    sender_id: number
    msg_type: string
    content: string
  }
  resumable_upload: {
    /** In its address. */
    token: string
    realm_id: number
    owner_id: number
    /** As the client wrote it. */
    filename: string
    size: number
    received: Defaulted<number>
    /** The names of the files with the bytes that were received, in their order. */
    pieces: Defaulted<string[]>
    /** What a complete upload became. */
    attachment_id: number | null
    expires_at: number
  }
  scheduled_message: {
    id: Id
    realm_id: number
    user_id: number
    /** The name of the client that scheduled it; the sent message has it. */
    client: string
    /** Null for a direct message. */
    channel_id: number | null
    /** Everybody in the conversation, the sender included, in ascending order. Null for a channel message. */
    user_ids: number[] | null
    topic: string
    content: string
    rendered: string
    read_by_sender: boolean
    deliver_at: number
    state: Defaulted<'pending' | 'failed' | 'sent'>
    /** Grows with each edit; the job of an older revision does nothing. */
    revision: Defaulted<number>
  }
  reminder: {
    id: Id
    realm_id: number
    user_id: number
    message_id: number
    note: string
    content: string
    rendered: string
    deliver_at: number
    failed: Defaulted<boolean>
  }
  presence: {
    user_id: number
    realm_id: number
    active_at: number | null
    connected_at: number
    update_id: number
  }
  presence_counter: { realm_id: number; last_id: number }
  user_status: {
    user_id: number
    realm_id: number
    status_text: string
    /** All three or none. */
    emoji_name: string | null
    emoji_code: string | null
    emoji_kind: number | null
  }
  bot: {
    user_id: number
    realm_id: number
    sending_channel_id: number | null
    events_channel_id: number | null
    all_public_channels: Defaulted<boolean>
    service: ColumnType<object | null, string | null, string | null>
    /** Its webhook gave up a message, and none was delivered since. */
    is_failing: Defaulted<boolean>
  }
  webhook_delivery: {
    bot_id: number
    message_id: number
    realm_id: number
    trigger: string
    tries: Defaulted<number>
    first_at: number
    next_at: number
    /** Both are set when it is given up. */
    failed_at: Defaulted<number | null>
    failure: Defaulted<string | null>
  }
  bot_storage: { bot_id: number; realm_id: number; key: string; value: string; size: number }
  invitation: {
    id: Id
    realm_id: number
    inviter_id: number
    /** Null for a link. */
    email: string | null
    key_hash: string
    key_sealed: string
    role: number
    channel_ids: number[]
    group_ids: number[]
    with_default_channels: boolean
    notifies_inviter: boolean
    welcome_text: string | null
    invited_at: number
    expires_at: number | null
    state: Defaulted<'open' | 'used' | 'revoked'>
  }
  session: {
    id: Id
    realm_id: number
    user_id: number
    token_hash: string
    /** Browser and system, for the list of devices. */
    device: string
    created_at: number
    last_used_at: number
  }
  realm_export: {
    id: Id
    realm_id: number
    /** Who asked for it. */
    user_id: number
    type: 'public' | 'full_with_consent' | 'full_without_consent'
    state: Defaulted<'pending' | 'done' | 'failed' | 'deleted'>
    tries: Defaulted<number>
    requested_at: number
    failed_at: Defaulted<number | null>
    deleted_at: Defaulted<number | null>
    /** In the name and the address of the archive. Null while there is none. */
    token: Defaulted<string | null>
    size: Defaulted<number | null>
  }
  /** A device on which a person uses a client. */
  client_device: {
    id: Id
    realm_id: number
    user_id: number
    created_at: number
    /** Both or neither. The key is encrypted. */
    push_key_id: Defaulted<number | null>
    push_key_sealed: Defaulted<string | null>
    /** The token that the push relay knows. All three or none. */
    push_token_id: Defaulted<string | null>
    push_token_kind: Defaulted<'apns' | 'fcm' | null>
    push_token_at: Defaulted<number | null>
    /** The token that the push relay is asked to register. All five or none. */
    pending_token_id: Defaulted<string | null>
    pending_token_kind: Defaulted<'apns' | 'fcm' | null>
    pending_public_key: Defaulted<string | null>
    pending_registration: Defaulted<string | null>
    pending_since: Defaulted<number | null>
    /** Grows with each registration; the job of an older one does nothing. */
    revision: Defaulted<number>
    /** Why the last registration failed. */
    error_code: Defaulted<'INVALID_BOUNCER_PUBLIC_KEY' | 'REQUEST_EXPIRED' | null>
  }
  /** Tokens of APNs and FCM, which older clients register without a device. */
  push_token: {
    id: Id
    realm_id: number
    user_id: number
    kind: 'apns' | 'fcm'
    token: string
    /** Of APNs tokens only. */
    app_id: string | null
    registered_at: number
  }
  /** An account at a provider of video calls that a person has connected. */
  call_token: {
    realm_id: number
    user_id: number
    provider: 'zoom' | 'webex'
    /** The tokens as JSON, encrypted. Each encryption is different, so it also tells one pair of tokens from another. */
    sealed: string
  }
  /** What somebody gets a mail about, unless they read it first. */
  missed_message: { user_id: number; message_id: number; realm_id: number; reason: string }
  /** Messages up to this id were searched for such. */
  missed_mail_position: { realm_id: number; upto: number }
  /** Where somebody answers mail about missed messages. */
  reply_address: { token: string; realm_id: number; user_id: number; message_id: number; expires_at: number }
  /** The day of a person's last digest, counted from 1970. */
  digest_mail: { user_id: number; realm_id: number; day: number }
  /** The day on which an organization was last searched for people who get a digest. */
  digest_search: { realm_id: number; day: number }
  /** One row, as soon as there is an account. */
}
