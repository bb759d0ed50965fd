import { type Kysely, sql } from 'kysely'

/**
 * The first state of the database: organizations, accounts, channels, the ledger (messages at immutable addresses,
 * membership intervals, read positions), the log and the queues. Rows that are updated in place leave room in their
 * pages, so that the updates stay heap-only.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create sequence message_id_seq as bigint`,

  `create table realm (
    id int generated always as identity primary key,
    string_id text not null unique,
    host text not null unique,
    name text not null,
    uuid uuid not null default gen_random_uuid(),
    settings jsonb not null default '{}',
    created_at bigint not null,
    deactivated boolean not null default false
  )`,

  // The lane: one row lock orders every change of an organization. floor: the oldest seq still in event_log.
  `create table realm_log (
    realm_id int primary key references realm,
    seq bigint not null default 0,
    floor bigint not null default 1
  ) with (fillfactor = 50)`,

  `create table event_log (
    realm_id int not null,
    seq bigint not null,
    at bigint not null,
    audience text not null,
    payload text not null,
    primary key (realm_id, seq)
  )`,

  `create table account (
    id int generated always as identity primary key,
    realm_id int not null references realm,
    delivery_email text not null,
    full_name text not null,
    role smallint not null,
    is_active boolean not null default true,
    is_bot boolean not null default false,
    bot_type smallint,
    bot_owner_id int references account,
    is_system_bot boolean not null default false,
    date_joined bigint not null,
    timezone text not null default '',
    avatar_source text not null default 'J',
    avatar_version int not null default 1,
    can_create_users boolean not null default false,
    can_change_user_emails boolean not null default false,
    api_key_hash text not null,
    api_key_sealed text not null,
    password_hash text,
    email_address_visibility smallint not null default 1,
    settings jsonb not null default '{}'
  )`,
  `create unique index account_email on account (realm_id, lower(delivery_email))`,
  `create unique index account_api_key on account (api_key_hash)`,

  `create table user_group (
    id int generated always as identity primary key,
    realm_id int not null references realm,
    name text not null,
    description text not null default '',
    is_system boolean not null default false,
    creator_id int references account,
    created_at bigint,
    deactivated boolean not null default false,
    settings jsonb not null default '{}'
  )`,
  `create unique index user_group_name on user_group (realm_id, lower(name))`,
  `create table group_member (
    group_id int not null references user_group,
    user_id int not null references account,
    primary key (group_id, user_id)
  )`,
  `create table group_subgroup (
    group_id int not null references user_group,
    subgroup_id int not null references user_group,
    primary key (group_id, subgroup_id)
  )`,

  // members: the sorted ids of a direct-message conversation; null for a channel's.
  `create table conversation (
    id int generated always as identity primary key,
    realm_id int not null references realm,
    members int[],
    last_hseq int not null default 0,
    last_message_id bigint
  ) with (fillfactor = 50)`,
  `create unique index conversation_members on conversation (realm_id, members) where members is not null`,

  `create table channel (
    id int generated always as identity primary key,
    realm_id int not null references realm,
    conv_id int not null references conversation,
    name text not null,
    description text not null default '',
    rendered_description text not null default '',
    creator_id int references account,
    created_at bigint not null,
    invite_only boolean not null default false,
    is_web_public boolean not null default false,
    history_public_to_subscribers boolean not null default true,
    is_archived boolean not null default false,
    is_default boolean not null default false,
    topics_policy text not null default 'inherit',
    message_retention_days int,
    default_push_notifications boolean not null default false,
    folder_id int,
    settings jsonb not null default '{}'
  )`,
  `create unique index channel_name on channel (realm_id, lower(name)) where not is_archived`,
  `create unique index channel_conversation on channel (conv_id)`,

  `create table topic (
    id int generated always as identity primary key,
    channel_id int not null references channel,
    name text not null,
    name_key text not null,
    last_message_id bigint not null
  ) with (fillfactor = 60)`,
  `create unique index topic_name on topic (channel_id, name_key)`,
  `create table topic_edit (
    id bigint generated always as identity primary key,
    topic_id int not null references topic,
    at_message_id bigint not null,
    edit jsonb not null
  )`,
  `create index topic_edit_topic on topic_edit (topic_id, at_message_id)`,

  `create table move (
    id bigint generated always as identity primary key,
    to_conv int not null references conversation,
    at_hseq int not null,
    gains boolean not null,
    prev bigint references move
  )`,

  // conv_id, topic_id: the current place of the message. home_conv, hseq: its permanent address.
  `create table message (
    id bigint not null,
    realm_id int not null,
    sender_id int not null,
    conv_id int not null,
    topic_id int,
    topic_since bigint not null,
    home_conv int not null,
    hseq int not null,
    move_id bigint,
    mflags int not null default 0,
    sent_at bigint not null,
    client text not null,
    content text not null,
    rendered text not null,
    edits jsonb,
    tsv tsvector,
    primary key (realm_id, id)
  )`,
  `create unique index message_address on message (home_conv, hseq) include (id, topic_id, conv_id, sender_id, mflags)`,
  `create index message_conversation on message (conv_id, id)`,
  `create index message_topic on message (topic_id, id) where topic_id is not null`,
  `create index message_sender on message (sender_id, id)`,
  `create index message_tsv on message using gin (tsv)`,
  `create index message_wildcard on message (home_conv, hseq) where mflags & 1 <> 0`,
  `create index message_moved_in on message (conv_id, id) where home_conv <> conv_id`,

  `create table subscription (
    user_id int not null references account,
    channel_id int not null references channel,
    active boolean not null default true,
    color text not null,
    is_muted boolean not null default false,
    pin_to_top boolean not null default false,
    desktop_notifications boolean,
    audible_notifications boolean,
    push_notifications boolean,
    email_notifications boolean,
    wildcard_mentions_notify boolean,
    primary key (user_id, channel_id)
  )`,
  `create index subscription_channel on subscription (channel_id, user_id)`,

  // One row per interval of receiving: from_hseq < hseq <= to_hseq, and from_seq < seq <= to_seq of the log.
  `create table member (
    user_id int not null,
    conv_id int not null,
    from_hseq int not null,
    to_hseq int,
    from_seq bigint not null,
    to_seq bigint,
    primary key (user_id, conv_id, from_seq)
  )`,
  `create index member_conversation on member (conv_id, user_id)`,
  `create unique index member_open on member (user_id, conv_id) where to_seq is null`,
  `create index member_closed on member (to_seq) where to_seq is not null`,

  `create table read_pos (
    user_id int not null,
    conv_id int not null,
    upto int not null,
    primary key (user_id, conv_id)
  ) with (fillfactor = 60)`,
  `create index read_pos_conversation on read_pos (conv_id, user_id)`,
  `create table read_bits (
    user_id int not null,
    conv_id int not null,
    chunk int not null,
    bits bit(1024) not null,
    primary key (user_id, conv_id, chunk)
  ) with (fillfactor = 60)`,
  `create index read_bits_conversation on read_bits (conv_id, chunk, user_id)`,

  // The bits of the positions first..last within one chunk.
  `create function bits_between(chunk int, first int, last int) returns bit(1024) language sql immutable parallel safe as $$
    select (repeat('0', greatest(first - (chunk << 10), 0))
      || repeat('1', least(last - (chunk << 10), 1023) - greatest(first - (chunk << 10), 0) + 1)
      || repeat('0', 1023 - least(last - (chunk << 10), 1023)))::bit(1024)
  $$`,

  `create table user_flag (
    user_id int not null,
    message_id bigint not null,
    flags int not null,
    primary key (user_id, message_id)
  )`,
  `create index user_flag_message on user_flag (message_id)`,
  `create index user_flag_starred on user_flag (user_id, message_id) where flags & 1 <> 0`,
  `create index user_flag_mentioned on user_flag (user_id, message_id) where flags & 2 <> 0`,
  `create index user_flag_alerted on user_flag (user_id, message_id) where flags & 4 <> 0`,
  `create index user_flag_historical on user_flag (user_id, message_id) where flags & 8 <> 0`,

  `create index user_flag_marked_unread on user_flag (user_id, message_id) where flags & 64 <> 0`,

  `create table mute (
    user_id int not null,
    muted_id int not null,
    from_seq bigint not null,
    to_seq bigint,
    at bigint not null,
    primary key (user_id, muted_id, from_seq)
  )`,

  `create table reaction (
    id bigint generated always as identity primary key,
    message_id bigint not null,
    user_id int not null,
    kind smallint not null,
    emoji_code text not null,
    emoji_name text not null
  )`,
  `create unique index reaction_once on reaction (message_id, user_id, kind, emoji_code)`,

  // Idempotent sends: the same key returns the same message for a day.
  `create table sent_key (
    user_id int not null,
    key text not null,
    digest text not null,
    message_id bigint not null,
    at bigint not null,
    primary key (user_id, key)
  )`,
  `create index sent_key_age on sent_key (at)`,

  // A queue is a cursor with a filter. touched grows with every stored poll, so that no node expires a queue of
  // another.
  `create table event_queue (
    id uuid primary key,
    realm_id int not null,
    user_id int not null,
    registered_seq bigint not null,
    acked bigint not null,
    touched int not null default 0,
    idle_seconds int not null,
    spec jsonb not null
  ) with (fillfactor = 60)`,
  `create index event_queue_realm on event_queue (realm_id, registered_seq)`,
  `create index event_queue_user on event_queue (user_id)`,

  `create table node (
    id uuid primary key,
    url text not null,
    started_at bigint not null,
    seen_at timestamptz not null default now(),
    generation int generated always as identity
  )`,
]
