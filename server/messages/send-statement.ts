/** What most sends do without is left out: the database prepares every part of a statement each time, used or not. */
const keys = (values: string): string => `), keyed as (
  insert into sent_key (user_id, key, digest, message_id, at)
  select ${values}
  on conflict (user_id, key) do update
  set digest = excluded.digest, message_id = excluded.message_id, at = excluded.at
`

const FLAGGED_OF_MANY = `), flagged as (
  insert into user_flag (user_id, message_id, flags)
  select f.user_id, p.id, f.flags
  from json_to_recordset($6::json) as f (ord int, user_id int, flags int) join placed p on p.ord = f.ord
`

/**
 * A batch of sends in one statement and one commit: the lane, ids, topics, addresses, messages, flags, keys, the log.
 * It writes nothing unless the lane is still at the position the sends were decided at ($2): then no other change can
 * have come between, and the statement's snapshot is the newest there is. Everything hangs on `lane`, so its row lock is
 * the first that is taken. The batch comes as JSON ($5), already knowing which of its messages ends a topic, and how
 * many the last one of a conversation stands for: no grouping, no sorting, and no arrays of text to take apart.
 */
const sendMany = (flagged: boolean, keyed: boolean): string => `
with lane as (
  update realm_log set seq = seq + $3 where realm_id = $1 and seq = $2 returning seq
), numbered as materialized (
  select nextval('message_id_seq') as id, t.* from lane cross join json_to_recordset($5::json) as t (ord int,
    sender_id int, conv_id int, later int, sent int, channel_id int, topic text, topic_key text, ends_topic boolean,
    mflags int, client text, content text, rendered text, audience text, payload text, key text, digest text)
), topics as (
  insert into topic (channel_id, name, name_key, last_message_id)
  select channel_id, topic, topic_key, id from numbered where ends_topic
  on conflict (channel_id, name_key) do update set last_message_id = excluded.last_message_id
  returning id, channel_id, name, name_key
), convs as (
  update conversation c set last_hseq = c.last_hseq + n.sent, last_message_id = n.id
  from numbered n where n.sent > 0 and c.id = n.conv_id
  returning c.id, c.last_hseq
), placed as materialized (
  select n.*, c.last_hseq - n.later as hseq, t.id as topic_id, coalesce(t.name, '') as topic_name
  from numbered n
  join convs c on c.id = n.conv_id
  left join topics t on t.channel_id = n.channel_id and t.name_key = n.topic_key
), messages as (
  insert into message (id, realm_id, sender_id, conv_id, topic_id, topic_since, home_conv, hseq, mflags, sent_at, client,
    content, rendered)
  select id, $1, sender_id, conv_id, topic_id, id, conv_id, hseq, mflags, $4, client, content, rendered from placed
${flagged ? FLAGGED_OF_MANY : ''}${keyed ? keys('sender_id, key, digest, id, $4 from placed where key is not null') : ''}), logged as (
  insert into event_log (realm_id, seq, at, audience, payload)
  select $1, $2 + ord, $4, audience, payload || ',"id":' || id || ',"topic":' || to_json(topic_name) || '}}' from placed
)
select ord, id, topic_name as topic from placed
`

/**
 * The same for the send that comes alone, which is most of them on a small server: without JSON and joins it
 * costs the database about half.
 */
const sendOne = (keyed: boolean): string => `
with lane as (
  update realm_log set seq = seq + 1 where realm_id = $1 and seq = $2 returning seq, nextval('message_id_seq') as id
), topics as (
  insert into topic (channel_id, name, name_key, last_message_id)
  select $5, $6, $7, id from lane where $5::int is not null
  on conflict (channel_id, name_key) do update set last_message_id = excluded.last_message_id
  returning id, name
), convs as (
  update conversation c set last_hseq = c.last_hseq + 1, last_message_id = lane.id from lane where c.id = $4
  returning c.last_hseq
), placed as materialized (
  select lane.id, lane.seq, convs.last_hseq as hseq, topics.id as topic_id, coalesce(topics.name, '') as topic
  from lane cross join convs left join topics on true
), messages as (
  insert into message (id, realm_id, sender_id, conv_id, topic_id, topic_since, home_conv, hseq, mflags, sent_at, client,
    content, rendered)
  select id, $1, $3, $4, topic_id, id, $4, hseq, $8, $9, $10, $11, $12 from placed
${keyed ? keys('$3, $15, $16, id, $9 from placed') : ''}), logged as (
  insert into event_log (realm_id, seq, at, audience, payload)
  select $1, seq, $9, $13, $14::text || ',"id":' || id || ',"topic":' || to_json(topic) || '}}' from placed
)
select id, topic from placed
`

/** A statement by the name under which a connection remembers it. */
export interface Statement {
  readonly name: string
  readonly text: string
}

export const SEND_ONE: Statement = { name: 'send-one', text: sendOne(false) }
export const SEND_ONE_KEYED: Statement = { name: 'send-one-keyed', text: sendOne(true) }

export const sendManyStatement = (flagged: boolean, keyed: boolean): Statement =>
  MANY[(flagged ? 1 : 0) + (keyed ? 2 : 0)]!

const MANY: readonly Statement[] = [
  { name: 'send-many', text: sendMany(false, false) },
  { name: 'send-many-flagged', text: sendMany(true, false) },
  { name: 'send-many-keyed', text: sendMany(false, true) },
  { name: 'send-many-flagged-keyed', text: sendMany(true, true) },
]
