import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../kernel/db/database.ts'
import { runPlanned } from '../kernel/db/planned.ts'
import {
  CAME_WITH_ROW,
  CONTAINS_ADDRESS,
  HAS_LEFT,
  has,
  inIntervalOr,
  keptThroughMoves,
  mayBeUnreadCopy,
  NEVER_LEFT,
  readBy,
} from '../kernel/ledger/ledger-sql.ts'
import { MESSAGE_BIT } from '../kernel/ledger/message-flags.ts'
import { fatesOf, keptByFate } from '../kernel/ledger/moves-sql.ts'
import type { StoredEdit } from './stored-edit.ts'

export interface MessageRow {
  readonly id: number
  readonly sender_id: number
  readonly conv_id: number
  readonly channel_id: number | null
  readonly topic: string | null
  readonly topic_id: number | null
  readonly members: number[] | null
  readonly mflags: number
  readonly sent_at: number
  readonly client: string
  readonly content: string
  readonly rendered: string
  readonly reactions: { user_id: number; kind: number; emoji_code: string; emoji_name: string }[] | null
  readonly received: boolean
  readonly is_read: boolean
  readonly flags: number | null
  readonly edits: StoredEdit[] | null
  readonly topic_edits: StoredEdit[] | null
  readonly submessages: { id: number; sender_id: number; msg_type: string; content: string }[] | null
}

/** Writing out all edits takes long, and most of them are moves, which have about the same length. */
const LENGTH_OF_EDITS = sql`case when edits is null then 0
        when jsonb_path_exists(edits, '$[*].prev_content') then octet_length(edits::text)
        else 200 * jsonb_array_length(edits) end`

const HAS_SUBMESSAGES = has('mflags', MESSAGE_BIT.hasSubmessages)

/** This number of messages fits into an answer at any size. */
const FEW_MESSAGES = 20
const MAX_ANSWER_BYTES = 16 * 1024 * 1024

/**
 * The messages that fit into an answer, the nearest to an id first. A message can be as large as a hundred others: ten
 * thousand emoji are a megabyte when rendered, and each message of a large conversation lists its people.
 */
const fitting = (realmId: number, ids: readonly number[], near: number): RawBuilder<unknown> => sql`(
  select id from (
    select id, row_number() over nearest as place, sum(
      octet_length(content) + octet_length(rendered) + ${LENGTH_OF_EDITS}
        + case when ${sql.raw(HAS_SUBMESSAGES)} then (select sum(octet_length(s.content)) from submessage s
          where s.realm_id = message.realm_id and s.message_id = message.id) else 0 end
        + case when topic_id is null then 100 * (select cardinality(members) from conversation where id = conv_id) else 0 end
    ) over nearest as bytes
    from message where realm_id = ${realmId} and id = any(${ids}::bigint[])
    window nearest as (order by abs(id - ${near}::bigint), id)
  ) sized where place <= ${FEW_MESSAGES} or bytes <= ${MAX_ANSWER_BYTES})`

/**
 * Loads messages by their ids with the viewer's flags: as many as fit into an answer, the nearest to an id first. Does
 * not check access.
 */
export async function loadMessages(
  db: Db,
  realmId: number,
  userId: number,
  ids: readonly number[],
  near = 0,
): Promise<MessageRow[]> {
  if (ids.length === 0) return []
  const areFew = ids.length <= FEW_MESSAGES
  const wanted = areFew ? sql`any(${ids}::bigint[])` : sql`any(array${fitting(realmId, ids, near)})`
  const moves = sql`
    select distinct move_id from message
    where realm_id = ${realmId} and id = any(${ids}::bigint[])`
  const statement = sql<LoadedRow>`
    with ${fatesOf(userId, moves)}
    select m.id, m.sender_id, m.conv_id, t.channel_id, t.name as topic, m.topic_id, c.members, m.mflags, m.sent_at, m.client,
      m.content, m.rendered, x.reactions, f.flags,
      case when record_image_eq(row(lag(m.edits) over older), row(m.edits)) then 'true' else m.edits end as edits,
      (select json_agg(e.edit order by e.id) from topic_edit e
        where e.topic_id = m.topic_id and e.at_message_id >= m.topic_since) as topic_edits,
      case when ${sql.raw(HAS_SUBMESSAGES)} then (
        select json_agg(json_build_object('id', s.id, 'sender_id', s.sender_id, 'msg_type', s.msg_type, 'content', s.content)
          order by s.id)
        from submessage s where s.realm_id = m.realm_id and s.message_id = m.id) end as submessages,
      got.received, ${readBy(userId)} or not (got.received or ${mayBeUnreadCopy(userId)}) as is_read
    from message m
    join conversation c on c.id = m.conv_id
    left join topic t on t.id = m.topic_id
    left join user_flag f on f.user_id = ${userId} and f.message_id = m.id
    left join lateral (
      select json_agg(json_build_object('user_id', user_id, 'kind', kind, 'emoji_code', emoji_code, 'emoji_name', emoji_name)
        order by id) as reactions
      from reaction where realm_id = ${realmId} and message_id = m.id
    ) x on true
    left join fate e on e.move_id = m.move_id
    cross join lateral (
      select ${inIntervalOr(userId, keptByFate(userId))} or ${sql.raw(CAME_WITH_ROW)} as received offset 0
    ) got
    where m.id = ${wanted} and m.realm_id = ${realmId}
    window older as (order by m.id)
    order by m.id`
  const { rows } = await runPlanned(db, areFew ? 'few-messages' : 'messages', statement)
  return withSharedEdits(rows)
}

interface LoadedRow extends Omit<MessageRow, 'edits'> {
  /** True if they are those of the message before it. */
  readonly edits: MessageRow['edits'] | true
}

/**
 * Messages that were moved together have the same edits, which the database writes out once. It compares their bytes
 * because a comparison of each edit takes longer than the rest of the statement.
 */
function withSharedEdits(rows: readonly LoadedRow[]): MessageRow[] {
  let edits: MessageRow['edits'] = null
  return rows.map((row) => {
    if (row.edits !== true) edits = row.edits
    return { ...row, edits }
  })
}

/** Everyone who received a message, even if they may no longer read it. */
export async function receiversOf(db: Db, realmId: number, messageId: number): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ ids: number[] }>`
    select array(
      select r.user_id from message m join member r on ${sql.raw(CONTAINS_ADDRESS)}
      where m.realm_id = ${realmId} and m.id = ${messageId} and ${sql.raw(NEVER_LEFT)}
      union select r.user_id from message m join member r on r.conv_id = m.conv_id
      where m.realm_id = ${realmId} and m.id = ${messageId} and ${sql.raw(HAS_LEFT)}
        and ${sql.raw(keptThroughMoves('r.user_id'))}
      union select user_id from user_flag where message_id = ${messageId}
    ) as ids`.execute(db)
  return new Set(rows[0]!.ids)
}
