import type { ColumnType } from 'kysely'
import type { ColumnWithDefault, Id, JsonObject } from './column-types.ts'

/** The tables of features beside messages, people, channels and groups. */
export interface FeatureTables {
  stored_file: {
    name: string
    realm_id: number
    state: ColumnWithDefault<'new' | 'claimed' | 'released'>
    /** Both are set when the file is claimed. */
    size: ColumnWithDefault<number | null>
    sha256: ColumnWithDefault<string | null>
    created_at: number
  }
  custom_emoji: {
    id: Id
    realm_id: number
    name: string
    author_id: number | null
    /** The names of its files contain it. */
    token: string
    format: 'png' | 'gif' | 'webp'
    /** The position of the log at which it was added. */
    added_seq: number
    /** The position at which it was deactivated; null while it is active. */
    deactivated_seq: ColumnWithDefault<number | null>
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
    is_archived: ColumnWithDefault<boolean>
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
  linkifier: {
    id: Id
    realm_id: number
    pattern: string
    url_template: string
    example_input: string | null
    reverse_template: string | null
    alternative_url_templates: ColumnWithDefault<string[]>
    position: number
  }
  realm_domain: { id: Id; realm_id: number; domain: string; allow_subdomains: boolean }
  playground: { id: Id; realm_id: number; name: string; language: string; url_template: string }
  attachment: {
    id: Id
    realm_id: number
    owner_id: number
    /** Its address and the names of its files contain it. */
    token: string
    /** It is written as in its address. */
    name: string
    content_type: string
    size: number
    /** Only a picture that has a thumbnail has it. */
    width: number | null
    height: number | null
    is_animated: boolean
    created_at: number
    /** Since when no message links to it. Null while one does. */
    unused_since: number | null
  }
  /** Which messages link to it. */
  attachment_message: { attachment_id: number; realm_id: number; message_id: number }
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
    state: ColumnWithDefault<'pending' | 'failed' | 'sent'>
    /** Grows with each edit; the job of an older revision does nothing. */
    revision: ColumnWithDefault<number>
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
    all_public_channels: ColumnWithDefault<boolean>
    service: ColumnType<object | null, string | null, string | null>
    /** Its webhook gave up a message, and none was delivered since. */
    is_failing: ColumnWithDefault<boolean>
  }
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
    state: ColumnWithDefault<'open' | 'used' | 'revoked'>
  }
  /** The day of a person's last digest, counted from 1970. */
  digest_mail: { user_id: number; realm_id: number; day: number }
  /** The day on which an organization was last searched for people who get a digest. */
  digest_search: { realm_id: number; day: number }
}
