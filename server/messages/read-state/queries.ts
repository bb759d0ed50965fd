import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../kernel/db/database.ts'
import { asColumns, type NumberColumns, rowsOfColumns } from '../../kernel/db/number-arrays.ts'
import { runPlanned } from '../../kernel/db/planned.ts'
import {
  bornReadBy,
  CAME_WITH_ROW,
  CONTAINS_ADDRESS,
  chunkOf,
  has,
  isMention,
  isUnreadCopy,
  lacks,
  MENTIONS_EVERYBODY,
  markOf,
  reachedBeside,
  receivesNow,
} from '../../kernel/ledger/ledger-sql.ts'
import { USER_BIT } from '../../kernel/ledger/message-flags.ts'

/** The columns of a message that flag requests need. They stay true until messages are moved or deleted. */
const OF_MESSAGE = {
  id: 'bigint',
  conv_id: 'int',
  home_conv: 'int',
  hseq: 'int',
  topic_id: 'int',
  sender_id: 'int',
  mflags: 'int',
  move_id: 'bigint',
} as const
const MESSAGE_COLUMNS = Object.keys(OF_MESSAGE) as (keyof typeof OF_MESSAGE)[]
const FACT_COLUMNS = [...MESSAGE_COLUMNS, 'channel_id', 'received', 'flags'] as const
/** The `flags` of somebody who has no row of their own about the message. */
const NO_ROW = -1

/** A message of a request. Zero stands for no topic and no move. */
export interface FlagTarget extends Readonly<Record<keyof typeof OF_MESSAGE, number>> {
  readonly channel_id: number | null
  readonly members: number[] | null
  readonly received: boolean
  readonly flags: number | null
}

type Facts = NumberColumns<(typeof FACT_COLUMNS)[number]> & {
  /** Of direct conversations. */
  readonly members: Readonly<Record<string, number[]>> | null
}

/** Loads the facts that decide the access to the messages of a request. */
export async function loadTargets(
  db: Db,
  realmId: number,
  userId: number,
  ids: readonly number[],
): Promise<FlagTarget[]> {
  const statement = sql<Facts>`
    with fact as materialized (
      select m.id, m.conv_id, m.home_conv, m.hseq, coalesce(m.topic_id, 0) as topic_id, m.sender_id, m.mflags,
        coalesce(m.move_id, 0) as move_id, coalesce(h.id, 0) as channel_id,
        (${sql.raw(reachedBeside('u.id'))} or ${sql.raw(CAME_WITH_ROW)})::int as received,
        coalesce(f.flags, ${sql.lit(NO_ROW)}) as flags
      from (select ${userId}::int as id) u
      cross join message m
      left join channel h on h.conv_id = m.conv_id
      left join user_flag f on f.user_id = u.id and f.message_id = m.id
      left join member r on r.user_id = u.id and ${sql.raw(CONTAINS_ADDRESS)}
      where m.id = any(${ids}::bigint[]) and m.realm_id = ${realmId}
    )
    select ${sql.raw(asColumns(FACT_COLUMNS))}, (
      select json_object_agg(c.id, c.members) from conversation c
      where c.id in (select conv_id from fact where channel_id = 0)
    ) as members
    from fact`
  const { rows } = await runPlanned(db, 'flag-targets', statement)
  const { members, ...columns } = rows[0]!
  return rowsOfColumns(columns).map((fact) => ({
    ...fact,
    channel_id: fact.channel_id || null,
    members: members?.[fact.conv_id] ?? null,
    received: fact.received === 1,
    flags: fact.flags === NO_ROW ? null : fact.flags,
  }))
}

const READ = `(w.hseq <= coalesce(w.upto, 0) or coalesce(${markOf('w.bits', 'w.hseq')}, 0) = 1
  or (w.born_read and ${lacks('w.own', USER_BIT.markedUnread)}))`

const RECEIVES_NOW = `exists (
  select 1 from member r where r.user_id = w.user_id and ${receivesNow('w.conv_id')})`

/** Received, or a copy that was marked unread, of a conversation that the person receives now. Both can be unread. */
const HELD = `(w.received or (${isUnreadCopy('w.own')} and ${RECEIVES_NOW}))`

/** Which of the wanted messages change, by flag and operation. Messages that the person does not have count as read. */
const CHANGES: Readonly<Record<string, string>> = {
  'read add': `${HELD} and not ${READ}`,
  'read remove': `(w.received or ${RECEIVES_NOW}) and (${READ} or not ${HELD})`,
  'starred add': lacks('w.own', USER_BIT.starred),
  'starred remove': has('w.own', USER_BIT.starred),
  'collapsed add': lacks('w.own', USER_BIT.collapsed),
  'collapsed remove': has('w.own', USER_BIT.collapsed),
}

/** Only events about messages that become unread tell their topics. */
const TOPICS = '(select json_object_agg(id, name) from topic where id in (select topic_id from changed))'

const ARRAYS = ['int', ...Object.values(OF_MESSAGE)].map((type, index) => `$${index + 4}::${type}[]`).join()
const CHANGE_COLUMNS = ['at', 'mentioned', 'received', 'born_read'] as const

/** A message that a request actually changes, and the person whose request it is. */
export interface FlagChange extends FlagTarget {
  readonly user_id: number
  readonly mentioned: boolean
  readonly born_read: boolean
}

/** The names of topics by their ids. */
export type TopicNames = Readonly<Record<string, string>>

/** What each request changes. The topics are there if events tell them. */
export interface FlagChanges {
  readonly changes: readonly (readonly FlagChange[])[]
  readonly topics: TopicNames
}

type Answer = NumberColumns<(typeof CHANGE_COLUMNS)[number]> & { readonly topics: TopicNames | null }

/**
 * Takes the lane with one log row per request and returns what changes, or null if the lane has moved on. Positions, marks
 * and intervals are read once for each conversation. With a plain join of the marks, the planner reads those of everybody
 * in it.
 */
export async function takeLaneForFlags(
  client: pg.ClientBase,
  operation: string,
  step: { realmId: number; expected: number },
  requests: readonly { userId: number; targets: readonly FlagTarget[] }[],
): Promise<FlagChanges | null> {
  const wanted = requests.flatMap(({ userId, targets }, request) =>
    targets.map((target) => ({ target, user_id: userId, request })),
  )
  const { rows } = await client.query<Answer>({
    name: `flags ${operation}`,
    text: `
      with lane as (
        update realm_log set seq = seq + $3 where realm_id = $1 and seq = $2 returning seq
      ), m as materialized (
        select * from unnest(${ARRAYS}) with ordinality as m (user_id, ${MESSAGE_COLUMNS.join()}, at)
      ), k as materialized (
        select d.user_id, d.home_conv, d.chunk, p.upto, b.bits
        from (select distinct user_id, home_conv, ${chunkOf('hseq')} as chunk from m) d
        left join read_pos p on p.user_id = d.user_id and p.conv_id = d.home_conv
        left join lateral (
          select bits from read_bits b where b.user_id = d.user_id and b.conv_id = d.home_conv and b.chunk = d.chunk offset 0
        ) b on true
      ), r as materialized (
        select r.* from (select distinct user_id, home_conv from m) d
        cross join lateral (
          select user_id, conv_id, from_hseq, to_hseq from member r
          where r.user_id = d.user_id and r.conv_id = d.home_conv offset 0
        ) r
      ), w as materialized (
        select m.at, m.user_id, m.conv_id, m.topic_id, m.hseq, coalesce(f.flags, 0) as own,
          ${MENTIONS_EVERYBODY} as mentions_everybody,
          ${bornReadBy('m.user_id')} or ${has('coalesce(f.flags, 0)', USER_BIT.bornRead)} as born_read,
          k.upto, k.bits, ${reachedBeside('m.user_id')} or ${CAME_WITH_ROW} as received
        from m
        join k on k.user_id = m.user_id and k.home_conv = m.home_conv and k.chunk = ${chunkOf('m.hseq')}
        left join user_flag f on f.user_id = m.user_id and f.message_id = m.id
        left join r on r.user_id = m.user_id and ${CONTAINS_ADDRESS}
      ), changed as materialized (
        select at - 1 as at, topic_id, born_read::int as born_read, received::int as received,
          (${isMention('own', 'mentions_everybody and received')})::int as mentioned
        from w where ${CHANGES[operation]} order by at
      )
      select c.*, ${operation === 'read remove' ? TOPICS : 'null::json'} as topics
      from lane cross join (select ${asColumns(CHANGE_COLUMNS)} from changed) c`,
    values: [
      step.realmId,
      step.expected,
      requests.length,
      wanted.map((one) => one.user_id),
      ...MESSAGE_COLUMNS.map((name) => wanted.map(({ target }) => target[name])),
    ],
  })
  if (!rows[0]) return null
  const { topics, ...columns } = rows[0]
  const changes = requests.map((): FlagChange[] => [])
  for (const { at, mentioned, received, born_read } of rowsOfColumns(columns)) {
    const { request, user_id, target } = wanted[at]!
    const answer = { mentioned: mentioned === 1, received: received === 1, born_read: born_read === 1 }
    changes[request]!.push({ ...target, user_id, ...answer })
  }
  return { changes, topics: topics ?? {} }
}
