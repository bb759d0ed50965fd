/** For each invariant, statements that break it in a populated database. */
export const damage: Readonly<Record<string, readonly string[]>> = {
  'realm-has-lane': [`delete from realm_log`],
  'system-groups-complete': [`update user_group set deactivated = true where name = 'role:everyone'`],
  'system-bots-complete': [
    `update account set is_active = false where delivery_email = 'welcome-bot@parley.invalid'`,
    `update account set is_system_bot = true where id = (select min(id) from account)`,
  ],
  'api-key-unique': [
    `drop index account_api_key`,
    `update account set api_key_hash = (select min(api_key_hash) from account) where id = (select max(id) from account)`,
  ],
  'email-change-of-account': [
    `insert into realm (string_id, host, name, created_at) values ('elsewhere', 'elsewhere', 'Elsewhere', 1)`,
    `update email_change set realm_id = (select max(id) from realm)`,
  ],
  'group-within-realm': [
    `insert into realm (string_id, host, name, created_at) values ('other', 'other', 'Other', 1)`,
    `insert into user_group (realm_id, name) select max(id), 'foreign' from realm`,
    `insert into group_member select (select max(id) from user_group), min(id) from account`,
  ],
  'groups-without-cycles': [
    `insert into group_subgroup select a.id, b.id from user_group a join user_group b on a.realm_id = b.realm_id
     where (a.name, b.name) in (('role:owners', 'role:everyone'), ('role:everyone', 'role:owners'))
     on conflict do nothing`,
  ],
  'permissions-within-realm': [
    `update user_group set settings = '{"can_join_group": -1, "can_leave_group": {"direct_members": [-1], "direct_subgroups": []}}'
     where name = 'role:nobody'`,
  ],
  'default-channel-open': [
    `update channel set is_default = true, invite_only = true where id = (select min(id) from channel)`,
  ],
  'subscription-color': [`update subscription set color = 'red' where user_id = (select max(id) from account)`],
  'channel-folder-of-realm': [
    `insert into realm (string_id, host, name, created_at) values ('other', 'other', 'Other', 1)`,
    `insert into channel_folder (realm_id, name, description, rendered_description, position, created_at)
     select max(id), 'foreign', '', '', 0, 1 from realm`,
    `update channel set folder_id = (select max(id) from channel_folder) where id = (select min(id) from channel)`,
  ],
  'archived-folder-empty': [
    `insert into channel_folder (realm_id, name, description, rendered_description, position, created_at, is_archived)
     select min(realm_id), 'old', '', '', 0, 1, true from channel`,
    `update channel set folder_id = (select max(id) from channel_folder) where id = (select min(id) from channel)`,
  ],
  'default-group-channels': [
    `insert into default_channel_group (realm_id, name, description, channel_ids)
     select min(realm_id), 'lost', '', array[-1] from channel`,
  ],
  'email-address-of-channel': [
    `insert into realm (string_id, host, name, created_at) values ('other', 'other', 'Other', 1)`,
    `insert into channel_email_address (token, realm_id, channel_id, sender_id, creator_id, created_at)
     select repeat('0', 32), (select max(id) from realm), min(c.id), a.id, a.id, 1
     from channel c cross join (select min(id) as id from account) a group by a.id`,
  ],
  'export-within-realm': [
    `insert into realm (string_id, host, name, created_at) values ('other', 'other', 'Other', 1)`,
    `update realm_export set realm_id = (select max(id) from realm)`,
  ],
  'export-files-claimed': [
    `update realm_export set state = 'done', token = repeat('0', 40), size = 1, deleted_at = null`,
  ],
  'export-files-used': [
    `insert into stored_file (name, realm_id, state, size, sha256, created_at)
     select id || '/export/' || repeat('0', 40), id, 'claimed', 1, repeat('0', 64), 1 from realm`,
  ],
  'hseq-dense': [`delete from message where hseq = 3`],
  'hseq-in-id-order': [`update message set id = -id where hseq = 2`],
  'conversation-spent': [`update conversation set spent_hseq = -1 where id = (select min(id) from conversation)`],
  'moved-message': [`update message set mflags = mflags | 128 where hseq = 2`],
  'move-well-formed': [
    `insert into move (realm_id, to_conv, at_seq, gains, prev, depth) select c.realm_id, c.id, 1, false, null, 5
     from conversation c limit 1`,
  ],
  'way-before-a-move': [
    `insert into move (realm_id, to_conv, at_seq, gains, prev, depth) select c.realm_id, c.id, 1, false, null, 1
     from conversation c limit 1`,
    `insert into move (realm_id, to_conv, at_seq, gains, prev, depth) select realm_id, to_conv, 2, false, id, 2 from move`,
  ],
  'topic-edit-of-topic': [
    `insert into topic (channel_id, name, name_key) select min(id), 'empty', 'empty' from channel`,
    `insert into topic_edit (topic_id, at_message_id, edit) select max(id), 1, '{}' from topic`,
  ],
  'topic-name-key': [`update topic set name_key = 'KEY' || id`],
  'message-topic-in-channel': [
    `update message set topic_id = null where id = (select min(id) from message where topic_id is not null)`,
  ],
  'message-within-realm': [`update message set realm_id = realm_id + 1 where hseq = 1 and mflags & 256 = 0`],
  'message-indexed': [`update message set tsv = null where hseq = 1`],
  'topic-indexed': [`update topic set tsv = null where id = (select min(id) from topic)`],
  'mention-indexed': [`update message set tsv = '' where rendered like '%class="user-mention" data-user-id%'`],
  'message-ids-used-up': [`update message set id = id + 1000000 where hseq = 1 and mflags & 256 = 0`],
  'conversation-kind': [
    `update conversation set members = array[members[2], members[1]] where cardinality(members) = 2`,
  ],
  'reaction-on-message': [`update reaction set message_id = -message_id`],
  'submessages-marked': [`update message set mflags = mflags & ~256`],
  'sent-key-of-message': [
    `insert into sent_key select sender_id + 1, 'key', '', id, 1 from message where hseq = 1 limit 1`,
  ],
  'subscriber-receives': [`delete from member where user_id = (select max(id) from account)`],
  'receiver-is-subscribed': [`update subscription set active = false where user_id = (select max(id) from account)`],
  'receiver-takes-part': [
    `insert into member select a.id, c.id, 0, null, 0, null from account a join conversation c on not a.id = any(c.members) limit 1`,
  ],
  'subscription-within-realm': [
    `insert into realm (string_id, host, name, created_at) values ('other', 'other', 'Other', 1)`,
    `update account set realm_id = (select max(id) from realm) where id = (select max(id) from account)`,
  ],
  'user-topic-within-realm': [
    `insert into realm (string_id, host, name, created_at) values ('other', 'other', 'Other', 1)`,
    `update user_topic set realm_id = (select max(id) from realm)`,
  ],
  'own-texts-within-realm': [
    `insert into realm (string_id, host, name, created_at) values ('other', 'other', 'Other', 1)`,
    `update draft set realm_id = (select max(id) from realm) where type = ''`,
    `update saved_snippet set realm_id = (select max(id) from realm)`,
    `update navigation_view set realm_id = (select max(id) from realm)`,
  ],
  'draft-recipients': [`update draft set recipients = array[-1] where type = 'stream'`],
  'interval-well-formed': [`update member set to_hseq = 0 where user_id = (select max(id) from account)`],
  'intervals-apart': [
    `update member set to_hseq = from_hseq + 2, to_seq = from_seq where user_id = (select max(id) from account)`,
    `insert into member select user_id, conv_id, from_hseq + 1, null, from_seq + 1, null from member where to_seq is not null`,
  ],
  'receiver-has-position': [`delete from read_pos where user_id = (select max(id) from account)`],
  'position-within-conversation': [`update read_pos set upto = upto + 1 where user_id = (select max(id) from account)`],
  'marks-above-position': [`update conversation set spent_hseq = 5000`, `update read_pos set upto = 4000`],
  'marks-within-conversation': [`update read_bits set bits = set_bit(bits, 1023, 1)`],
  'flag-on-message': [`insert into user_flag select max(id), -1, 1 from account`],
  'mute-well-formed': [`insert into mute select max(id), max(id), 0, null, 1 from account`],
  'deletion-of-deactivated': [`update realm set deletion_at = 1`],
  'setting-names-channel': [
    `update realm set settings = settings || '{"signup_announcements_stream_id": 999999}' where id = (select min(id) from realm)`,
  ],
  'onboarding-step-within-realm': [
    `insert into realm (string_id, host, name, created_at) values ('other', 'other', 'Other', 1)`,
    `update onboarding_step set realm_id = (select max(id) from realm)`,
  ],
  'organization-pictures-claimed': [
    `update realm set pictures = jsonb_build_object('logo', jsonb_build_object('token', repeat('c', 40), 'version', 2))`,
  ],
  'organization-pictures-used': [
    `insert into stored_file (name, realm_id, state, created_at)
     select id || '/realm/' || repeat('d', 40), id, 'claimed', 1 from realm limit 1`,
  ],
  'avatar-source-fits': [`update account set avatar_source = 'U' where id = (select max(id) from account)`],
  'avatar-files-claimed': [
    `update account set avatar_source = 'U', avatar_token = repeat('a', 40) where id = (select max(id) from account)`,
  ],
  'avatar-files-used': [
    `insert into stored_file (name, realm_id, state, created_at)
     select id || '/avatar/' || repeat('b', 40) || '-medium', id, 'claimed', 1 from realm limit 1`,
  ],
  'emoji-files-claimed': [
    `insert into custom_emoji (realm_id, name, token, format, added_seq, created_at)
     select id, 'lost', repeat('c', 40), 'gif', 1, 1 from realm limit 1`,
  ],
  'emoji-files-used': [
    `insert into stored_file (name, realm_id, state, created_at)
     select id || '/emoji/' || repeat('d', 40) || '-still', id, 'claimed', 1 from realm limit 1`,
  ],
  'emoji-within-realm': [`update reaction set kind = 2`],
  'emoji-within-log': [
    `insert into custom_emoji (realm_id, name, token, format, added_seq, deactivated_seq, created_at)
     select id, 'early', repeat('e', 40), 'png', 2, 1, 1 from realm limit 1`,
  ],
  'profile-of-fields': [
    `update account set profile = '{"999999": {"value": "x", "at": 1}}' where id = (select max(id) from account)`,
  ],
  'profile-of-choices': [
    `update account a set profile = jsonb_build_object(f.id::text, '{"value": "nothing", "at": 1}'::jsonb)
     from profile_field f where f.type = 3 and a.id = (select max(id) from account)`,
  ],
  'profile-field-choices': [`update profile_field set choices = '{}' where type = 3`],
  'alert-words-of-account': [`update alert_words set words = array['']`],
  'audit-log-within-realm': [`update audit_log set actor_id = -1`],
  'linkifiers-in-order': [`update linkifier set position = 1`],
  'domain-well-formed': [`update realm_domain set domain = 'nowhere' where id = (select min(id) from realm_domain)`],
  'playground-language': [`update playground set language = 'two words' where id = (select min(id) from playground)`],
  'attachment-files-claimed': [
    `insert into attachment (realm_id, owner_id, token, name, content_type, size, is_animated, created_at)
     select realm_id, id, repeat('f', 40), 'lost.txt', 'text/plain', 1, false, 1 from account limit 1`,
  ],
  'attachment-files-used': [
    `insert into stored_file (name, realm_id, state, created_at)
     select id || '/thumbnail/' || repeat('9', 40) || '-still', id, 'claimed', 1 from realm limit 1`,
  ],
  'attachment-within-realm': [
    `insert into realm (string_id, host, name, created_at) values ('other', 'other.example', 'Other', 1)`,
    `insert into attachment (realm_id, owner_id, token, name, content_type, size, is_animated, created_at)
     select (select max(id) from realm), id, repeat('8', 40), 'stray.txt', 'text/plain', 1, false, 1 from account limit 1`,
  ],
  'resumable-upload-within-realm': [`update resumable_upload set pieces = array['0/part/x'], received = 1`],
  'resumable-upload-pieces': [`update resumable_upload set received = 1`],
  'attachment-unused-since': [`update attachment set unused_since = 1 where unused_since is null`],
  'scheduled-message-within-realm': [
    `update scheduled_message set user_ids = array[-1] where id = (select min(id) from scheduled_message where user_ids is not null)`,
  ],
  'scheduled-message-of-sender': [
    `update scheduled_message s set user_ids = array[(select min(id) from account a where a.id <> s.user_id and a.realm_id = s.realm_id)]
     where user_ids is not null`,
  ],
  'sent-message-without-text': [`update scheduled_message set state = 'sent'`],
  'reminder-within-realm': [
    `insert into realm (string_id, host, name, created_at) values ('other', 'other.example', 'Other', 1)`,
    `update reminder set realm_id = (select max(id) from realm)`,
  ],
  'presence-of-person': [`update presence_counter set last_id = 0`],
  'status-of-person': [`update user_status set emoji_kind = 2, emoji_code = '999999'`],
  'bot-of-account': [`insert into bot (user_id, realm_id) select id, realm_id from account where not is_bot limit 1`],
  'bot-storage-of-bot': [
    `insert into bot_storage (bot_id, realm_id, key, value, size)
     select id, realm_id, 'k', 'v', 2 from account where not is_bot limit 1`,
  ],
  'webhook-delivery-of-bot': [
    `insert into webhook_delivery (bot_id, message_id, realm_id, trigger, first_at, next_at)
     select id, 1, realm_id, 'mention', 1, 1 from account where not is_bot limit 1`,
  ],
  'log-dense': [`update realm_log set seq = seq + 1`],
  'log-of-realm': [`insert into event_log values (0, 1, 1, '{}', '{}')`],
  'cursor-within-log': [`update log_cursor set seq = seq + 1`],
  'queue-within-log': [
    `insert into event_queue (id, realm_id, user_id, registered_seq, acked, idle_seconds, spec)
     select gen_random_uuid(), realm_id, id, 1000000, 0, 600, '{}' from account limit 1`,
  ],
  'queue-of-account': [
    `insert into event_queue (id, realm_id, user_id, registered_seq, acked, idle_seconds, spec)
     select gen_random_uuid(), realm_id, -1, 0, 0, 600, '{}' from account limit 1`,
  ],
  'session-of-person': [`update session set last_used_at = created_at - 1`],
  'device-of-person': [`update client_device set revision = 0`],
  'push-token-of-person': [`update push_token set kind = 'apns', token = 'no digits'`],
  'call-token-of-person': [`insert into call_token select realm_id, id, 'zoom', '' from account where is_bot limit 1`],
  'missed-message-of-person': [
    `insert into missed_message select a.id, m.id, m.realm_id, 'direct'
     from account a join message m on m.realm_id = a.realm_id where a.is_bot limit 1`,
  ],
  'reply-address-of-person': [
    `insert into reply_address select repeat('0', 32), m.realm_id, a.id, m.id, 1
     from account a join message m on m.realm_id = a.realm_id where a.is_bot limit 1`,
  ],
  'digest-of-person': [`insert into digest_mail select id, realm_id, 20000 from account where is_bot limit 1`],
  'invitation-within-realm': [`update invitation set role = 500, expires_at = invited_at`],
}
