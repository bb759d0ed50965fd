import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { vectorOf } from '../../../messages/search/search-sql.ts'
import type { ImportRun } from '../importing.ts'
import type { Receipts } from '../messages/receipts.ts'
import { removeLostValues } from '../profiles.ts'
import { insertRows } from './records.ts'

/** Conversations, channels, topics, and who receives them from now on. */
export async function insertPlaces(to: ImportRun, tx: Db, seq: number, receipts: Receipts): Promise<void> {
  const { importId, realm } = to
  await sql`
    insert into conversation (id, realm_id, spent_hseq) overriding system value
    select (r.row ->> 'conv_id')::int, ${realm.id}::int, coalesce(c.messages, 0)
    from import_row r
      left join import_conversation c on c.import_id = r.import_id and c.conv_id = (r.row ->> 'conv_id')::int
    where r.import_id = ${importId} and r.into_table = 'channel'`.execute(tx)
  await sql`
    insert into conversation (id, realm_id, members, spent_hseq) overriding system value
    select conv_id, ${realm.id}::int, members, messages from import_conversation
    where import_id = ${importId} and target is null and members is not null and messages > 0`.execute(tx)
  await sql`
    update import_row set row = jsonb_set(row, '{added_seq}', to_jsonb(${seq - 1}::bigint))
    where import_id = ${importId} and into_table = 'custom_emoji'`.execute(tx)
  for (const table of ['channel', 'custom_emoji', 'profile_field'] as const) await insertRows(to, tx, table)
  // A pattern that somebody has added meanwhile stays theirs.
  await insertRows(to, tx, 'linkifier', true)
  await removeLostValues(tx, importId)
  await sql`
    update custom_emoji set deactivated_seq = ${seq}::bigint
    where realm_id = ${realm.id} and deactivated_seq = 0`.execute(tx)
  await insertTopics(to, tx)
  await joinChannels(to, tx, seq, receipts)
  await joinConversations(to, tx)
}

/** In channels that exist, messages go to the topic that has the name now. */
async function insertTopics({ importId, realm }: ImportRun, tx: Db): Promise<void> {
  await sql`
    create temp table import_topic on commit drop as
    select t.*, t.id as final_id
    from import_row r
      cross join lateral jsonb_to_record(r.row) as t (id int, channel_id int, name text, name_key text, lexemes text)
    where r.import_id = ${importId} and r.into_table = 'topic'`.execute(tx)
  await sql`create unique index on import_topic (id)`.execute(tx)
  await sql`
    update import_topic i set final_id = t.id from topic t
    where t.channel_id = i.channel_id and t.name_key = i.name_key`.execute(tx)
  await sql`
    insert into topic (id, channel_id, name, name_key, tsv) overriding system value
    select id, channel_id, name, name_key, ${sql.raw(vectorOf('lexemes'))} from import_topic where final_id = id`.execute(
    tx,
  )
  await sql`
    update message m set conv_id = c.target, home_conv = c.target,
      topic_id = (select t.final_id from import_topic t where t.id = m.topic_id)
    from import_conversation c
    where c.import_id = ${importId} and c.target is not null and m.conv_id = c.conv_id and m.realm_id = ${realm.id}`.execute(
    tx,
  )
}

/** Where the source says who received what, an interval covers that and no more. */
async function joinChannels(to: ImportRun, tx: Db, seq: number, receipts: Receipts): Promise<void> {
  const { importId } = to
  await sql`
    create temp table import_joined (user_id int, channel_id int, active boolean) on commit drop`.execute(tx)
  const { rows: columns } = await sql<{ names: string[] }>`
    select array(select jsonb_object_keys(row)) as names from import_row
    where import_id = ${importId} and into_table = 'subscription' limit 1`.execute(tx)
  if (!columns[0]) return
  const names = columns[0].names
  await sql`
    with made as (
      insert into subscription (${sql.join(names.map((name) => sql.ref(name)))})
      select ${sql.join(names.map((name) => sql.ref(`t.${name}`)))}
      from import_row r cross join lateral jsonb_populate_record(null::subscription, r.row) t
      where r.import_id = ${importId} and r.into_table = 'subscription'
      on conflict do nothing returning user_id, channel_id, active
    )
    insert into import_joined select * from made`.execute(tx)
  const { rows } = await sql<{
    user_id: number
    channel_id: number
    conv_id: number
    is_open: boolean
    last: number
    is_new: boolean
  }>`
    select j.user_id, j.channel_id, c.conv_id, j.active and a.is_active as is_open, h.last_hseq as last,
      c.id = any(${[...to.newChannels]}::int[]) as is_new
    from import_joined j join channel c on c.id = j.channel_id join account a on a.id = j.user_id
      join conversation_head h on h.id = c.conv_id`.execute(tx)
  const members = rows.flatMap((row) => {
    const { user_id, conv_id, channel_id, is_open, last, is_new } = row
    // Somebody who comes to a channel that exists receives what follows, as if they had subscribed.
    if (!is_new) return is_open ? [{ user_id, conv_id, from: last, to: null }] : []
    const interval = receipts.interval(user_id, channel_id, is_open, last)
    return interval ? [{ user_id, conv_id, ...interval }] : []
  })
  for (let at = 0; at < members.length; at += 10_000)
    await sql`
      insert into member (user_id, conv_id, from_hseq, to_hseq, from_seq, to_seq)
      select m.user_id, m.conv_id, m."from", m."to", ${seq}::bigint, case when m."to" is not null then ${seq}::bigint end
      from jsonb_to_recordset(${JSON.stringify(members.slice(at, at + 10_000))}::jsonb)
        as m (user_id int, conv_id int, "from" int, "to" int)
      on conflict do nothing`.execute(tx)
  // The read state of what was imported follows.
  await sql`
    insert into read_pos (user_id, conv_id, upto)
    select j.user_id, c.conv_id,
      case when c.id = any(${[...to.newChannels]}::int[]) then 0 else h.last_hseq end
    from import_joined j join channel c on c.id = j.channel_id join conversation_head h on h.id = c.conv_id
      join account a on a.id = j.user_id
    where j.active and a.is_active
    on conflict do nothing`.execute(tx)
}

async function joinConversations({ importId }: ImportRun, tx: Db): Promise<void> {
  const joined = sql`import_conversation c cross join lateral unnest(c.members) as u
    where c.import_id = ${importId} and c.target is null and c.members is not null and c.messages > 0`
  await sql`
    insert into member (user_id, conv_id, from_hseq, from_seq) select u, c.conv_id, 0, 0 from ${joined}`.execute(tx)
  await sql`insert into read_pos (user_id, conv_id, upto) select u, c.conv_id, 0 from ${joined}`.execute(tx)
}
