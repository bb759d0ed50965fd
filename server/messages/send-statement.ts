import type { Statement } from '../db/prepared.ts'
import { getOrMake } from '../get-or-make.ts'

/** What most sends do without is left out: the database prepares every part of a statement each time, used or not. */
const keys = (values: string): string => `), keyed as (
  insert into sent_key (user_id, key, digest, message_id, at)
  select ${values}
  on conflict (user_id, key) do update
  set digest = excluded.digest, message_id = excluded.message_id, at = excluded.at
`

const FLAGGED = `), flagged as (
  insert into user_flag (user_id, message_id, flags)
  select f.user_id, p.id, f.flags
  from json_to_recordset($6::json) as f (ord int, user_id int, flags int) join placed p on p.ord = f.ord
`

/** Topics that memory does not know: made by the first message in them, or found because others were there before. */
const TOPICS = `), topics as (
  insert into topic (channel_id, name, name_key)
  select channel_id, topic, topic_key from numbered where names_topic
  on conflict (channel_id, name_key) do update set name_key = excluded.name_key
  returning id, channel_id, name, name_key
), placed as materialized (
  select n.id, ord, sender_id, conv_id, hseq, coalesce(n.topic_id, t.id) as topic_id, mflags, client, content, rendered,
    audience, payload || case when t.id is null then '' else ',"topic":' || to_json(t.name) end as payload, key, digest,
    t.name as topic
  from numbered n left join topics t on t.channel_id = n.channel_id and t.name_key = n.topic_key
`

const INTO_MESSAGE = `insert into message (id, realm_id, sender_id, conv_id, topic_id, topic_since, home_conv, hseq, mflags,
    sent_at, client, content, rendered)`

export interface Parts {
  /** A topic of it is unknown. */
  readonly naming: boolean
  /** Somebody gets flags. */
  readonly flagged: boolean
  /** One of it may be repeated. */
  readonly keyed: boolean
}

/**
 * A batch of sends in one statement and one commit: the lane, ids, messages, what few of them need, the log. It writes
 * nothing unless the lane is still at the position the sends were decided at ($2): then no other change can have come
 * between, so the positions and topics that memory gave are right. Everything hangs on `lane`, so its row lock is the
 * first that is taken. The batch comes as JSON ($5): no grouping, no sorting, and no arrays of text to take apart.
 */
const sendMany = ({ naming, flagged, keyed }: Parts): string => `
with lane as (
  update realm_log set seq = seq + $3 where realm_id = $1 and seq = $2 returning seq
), ${naming ? 'numbered' : 'placed'} as materialized (
  select nextval('message_id_seq') as id, t.* from lane cross join json_to_recordset($5::json) as t (ord int,
    sender_id int, conv_id int, hseq int, topic_id int, mflags int, client text, content text, rendered text,
    audience text, payload text, key text, digest text${
      naming ? ', channel_id int, topic text, topic_key text, names_topic boolean' : ''
    })
${naming ? TOPICS : ''}), messages as (
  ${INTO_MESSAGE}
  select id, $1, sender_id, conv_id, topic_id, id, conv_id, hseq, mflags, $4, client, content, rendered from placed
${flagged ? FLAGGED : ''}${keyed ? keys('sender_id, key, digest, id, $4 from placed where key is not null') : ''}), logged as (
  insert into event_log (realm_id, seq, at, audience, payload)
  select $1, $2 + ord, $4, audience, payload || ',"id":' || id || '}}' from placed
)
select id, ord${naming ? ', topic_id, topic' : ''} from placed
`

/**
 * The same for the send that comes alone to a place that memory knows, which is most of them on a small server:
 * without JSON and joins it costs the database about half.
 */
const sendOne = (keyed: boolean): string => `
with lane as (
  update realm_log set seq = seq + 1 where realm_id = $1 and seq = $2 returning seq, nextval('message_id_seq') as id
), messages as (
  ${INTO_MESSAGE}
  select id, $1, $3, $4, $5, id, $4, $6, $7, $8, $9, $10, $11 from lane
${keyed ? keys('$3, $14, $15, id, $8 from lane') : ''}), logged as (
  insert into event_log (realm_id, seq, at, audience, payload)
  select $1, seq, $8, $12, $13::text || ',"id":' || id || '}}' from lane
)
select id from lane
`

export const SEND_ONE: Statement = { name: 'send-one', text: sendOne(false) }
export const SEND_ONE_KEYED: Statement = { name: 'send-one-keyed', text: sendOne(true) }

const many = new Map<string, Statement>()

export function sendManyStatement(parts: Parts): Statement {
  const words = Object.entries(parts).flatMap(([word, isOn]) => (isOn ? [word] : []))
  const name = ['send-many', ...words].join('-')
  return getOrMake(many, name, () => ({ name, text: sendMany(parts) }))
}
