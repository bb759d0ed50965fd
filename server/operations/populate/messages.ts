import { sql } from 'kysely'
import { messageLexemes, topicLexemes } from '../../messages/search/lexemes.ts'
import { vectorOf } from '../../messages/search/search-sql.ts'
import { share } from './places.ts'
import { type PopulateContext, type Step, uniform } from './step.ts'
import { makePhrases, topicName } from './words.ts'

const SLOTS = 100_000
const DIRECT_SLOTS = 5_000
const PHRASES = 4_096
const TOPIC_NAMES = 1_000
const SLICES = 10
const YEAR = 365 * 86_400
const READ_BY_SENDER = 4
const CHANNEL_WILDCARD = 1

/** Chooses the place, topic and sender of each message, then writes topics and messages. */
export const messages: Step = {
  name: 'messages',
  async run(to) {
    await writePhrases(to)
    await writeSlots(to)
    await decide(to)
    await chooseMentions(to)
    to.progress(0.15)
    await insertTopics(to)
    to.progress(0.2)
    const rebuild = await dropSearchIndex(to)
    for (let slice = 0; slice < SLICES; slice += 1) {
      await insertMessages(to, slice)
      to.progress(0.2 + (0.6 * (slice + 1)) / SLICES)
    }
    await rebuild()
    await sql`select setval('message_id_seq', (select max(id) from pop_message))`.execute(to.tx)
  },
}

/** Building the index once is much faster than adding to it. */
async function dropSearchIndex({ tx }: PopulateContext): Promise<() => Promise<unknown>> {
  const { rows } = await sql<{ definition: string }>`
    select indexdef as definition from pg_indexes
    where schemaname = current_schema() and indexname = 'message_tsv'`.execute(tx)
  await sql`drop index message_tsv`.execute(tx)
  await sql`set local maintenance_work_mem = '256MB'`.execute(tx)
  return () => sql.raw(rows[0]!.definition).execute(tx)
}

async function writePhrases(to: PopulateContext): Promise<void> {
  const phrases = makePhrases(to.random, PHRASES).map((phrase, n) => ({
    n,
    ...phrase,
    lexemes: messageLexemes(phrase.rendered),
  }))
  await sql`
    create temp table pop_phrase on commit drop as
    select n, content, rendered, mflags, ${sql.raw(vectorOf('lexemes'))} as tsv
    from json_to_recordset(${JSON.stringify(phrases)}::json)
      as p(n int, content text, rendered text, mflags int, lexemes text)`.execute(to.tx)
  const names = Array.from({ length: TOPIC_NAMES }, (_, n) => {
    const name = topicName(to.random)
    return { n, name, lexemes: topicLexemes(name) }
  })
  await sql`
    create temp table pop_topic_name on commit drop as
    select n, name, ${sql.raw(vectorOf('lexemes'))} as tsv
    from json_to_recordset(${JSON.stringify(names)}::json) as p(n int, name text, lexemes text)`.execute(to.tx)
}

/** Slots for a random choice: busy channels have more of them, and direct conversations together have a twentieth. */
async function writeSlots(to: PopulateContext): Promise<void> {
  const counts = share(SLOTS - DIRECT_SLOTS, to.size.channels, 0.6)
  await sql`
    create temp table pop_slot on commit drop as
    with wheel as (
      select p.place from pop_place p
      join unnest(${counts}::int[]) with ordinality as c(n, rank) on c.rank = p.place + 1
      cross join lateral generate_series(1, c.n)
      union all
      select ${to.size.channels}::int + n % (select count(*) from pop_place where channel_id is null)
      from generate_series(0, ${DIRECT_SLOTS}::int - 1) n
    )
    select (row_number() over (order by place) - 1)::int as slot, place from wheel`.execute(to.tx)
  await sql`analyze pop_slot, pop_phrase`.execute(to.tx)
}

async function decide(to: PopulateContext): Promise<void> {
  const total = to.size.messages
  await sql`
    create temp table pop_message on commit drop as
    with base as (
      select case when is_called then last_value else 0 end as id from message_id_seq
    ), wheel as (
      select count(*) as slots from pop_slot
    ), placed as (
      select n, p.*, n::float8 / ${total}::int as age
      from generate_series(0, ${total}::int - 1) n cross join wheel
      join pop_slot s on s.slot = floor(${uniform('n', 1)} * wheel.slots)::int
      join pop_place p using (place)
    )
    select (base.id + 1 + n)::bigint as id, n, place, conv_id, channel_id, size, start, stride, members,
      (row_number() over (partition by conv_id order by n))::int as hseq,
      -- Topics follow each other, with some late answers. A few continue forever.
      case when ${uniform('n', 2)} < 0.15 then floor(${uniform('n', 3)} * topics)
        else greatest(0, floor(age * topics) - floor(${uniform('n', 3)} ^ 3 * 4)) end::int as topic,
      floor(${uniform('n', 4)} * size)::int as sender
    from placed cross join base`.execute(to.tx)
  await sql`create unique index on pop_message (n)`.execute(to.tx)
  await sql`analyze pop_message`.execute(to.tx)
}

/** One channel message in 200 mentions a subscriber. The flags step sets that person's flag. */
async function chooseMentions(to: PopulateContext): Promise<void> {
  await sql`
    create temp table pop_mention on commit drop as
    select m.n, m.id as message_id, u.id as user_id from pop_message m
    join pop_user u on u.index =
      (m.start + floor(${uniform('m.n', 8)} * m.size)::bigint * m.stride) % ${to.size.users}::int
    where m.channel_id is not null and m.n % 200 = 7`.execute(to.tx)
  await sql`create unique index on pop_mention (n)`.execute(to.tx)
  await sql`analyze pop_mention`.execute(to.tx)
  await indexMentions(to)
}

/** The words that a mention adds to a message: the name of the person. */
async function indexMentions(to: PopulateContext): Promise<void> {
  const { rows } = await sql<{ id: number; full_name: string }>`
    select id, full_name from account where id in (select user_id from pop_mention)`.execute(to.tx)
  const people = rows.map(({ id, full_name: name }) => ({ id, lexemes: messageLexemes(mentionHtml(id, name)) }))
  await sql`
    create temp table pop_mention_words on commit drop as
    select id as user_id, ${sql.raw(vectorOf('lexemes'))} as tsv
    from json_to_recordset(${JSON.stringify(people)}::json) as p(id int, lexemes text)`.execute(to.tx)
  await sql`analyze pop_mention_words`.execute(to.tx)
}

const mentionHtml = (id: number, name: string): string =>
  `<span class="user-mention" data-user-id="${id}">@${name}</span>`

async function insertTopics(to: PopulateContext): Promise<void> {
  await sql`
    create temp table pop_topic on commit drop as
    with seen as (
      select distinct place, channel_id, topic from pop_message where channel_id is not null
    )
    select s.*, t.name || ' ' || (topic + 1) as name, t.tsv || array_to_tsvector(array[(topic + 1)::text]) as tsv
    from seen s join pop_topic_name t on t.n = (place * 37 + topic * 101) % ${TOPIC_NAMES}::int`.execute(to.tx)
  await sql`
    insert into topic (channel_id, name, name_key, tsv)
    select channel_id, name, lower(name), tsv from pop_topic order by place, topic`.execute(to.tx)
  await sql`
    create temp table pop_topic_id on commit drop as
    select p.place, p.topic, t.id from pop_topic p
    join topic t on t.channel_id = p.channel_id and t.name_key = lower(p.name)`.execute(to.tx)
  await sql`analyze pop_topic_id`.execute(to.tx)
}

async function insertMessages(to: PopulateContext, slice: number): Promise<void> {
  const from = Math.floor((to.size.messages * slice) / SLICES)
  const end = Math.floor((to.size.messages * (slice + 1)) / SLICES)
  await sql`
    insert into message (id, realm_id, sender_id, conv_id, topic_id, topic_since, home_conv, hseq, mflags, sent_at,
      client, content, rendered, tsv)
    select m.id, ${to.realmId}::int, coalesce(m.members[1 + m.sender], u.id), m.conv_id, t.id, m.id, m.conv_id, m.hseq,
      a.mflags | b.mflags
        | case when ${uniform('m.n', 7)} < 0.9 then ${READ_BY_SENDER}::int else 0 end
        | case when m.channel_id is not null and m.n % 2003 = 1 then ${CHANNEL_WILDCARD}::int else 0 end,
      ${to.now}::bigint - ${YEAR}::bigint + (m.n::float8 / ${to.size.messages}::int * ${YEAR}::bigint)::bigint,
      'website',
      case when m.n % 2003 = 1 and m.channel_id is not null then '@**all** ' else '' end
        || case when w.full_name is null then '' else '@**' || w.full_name || '** ' end || a.content || ' ' || b.content,
      '<p>' || case when m.n % 2003 = 1 and m.channel_id is not null
          then '<span class="user-mention channel-wildcard-mention" data-user-id="*">@all</span> ' else '' end
        || case when w.full_name is null then ''
          else '<span class="user-mention" data-user-id="' || w.id || '">@' || w.full_name || '</span> ' end
        || a.rendered || ' ' || b.rendered || '</p>',
      a.tsv || b.tsv || coalesce(x.tsv, '')
    from pop_message m
    left join pop_topic_id t using (place, topic)
    left join pop_user u on u.index = (m.start + m.sender::bigint * m.stride) % ${to.size.users}::int
    left join pop_mention on pop_mention.n = m.n left join account w on w.id = pop_mention.user_id
    left join pop_mention_words x on x.user_id = w.id
    join pop_phrase a on a.n = floor(${uniform('m.n', 5)} * ${PHRASES}::int)::int
    join pop_phrase b on b.n = floor(${uniform('m.n', 6)} * ${PHRASES}::int)::int
    where m.n >= ${from}::int and m.n < ${end}::int
    order by m.n`.execute(to.tx)
}
