import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import { chunkOf, reached, singleMark } from '../../kernel/ledger/ledger-sql.ts'
import { MESSAGE_BIT, USER_BIT } from '../../kernel/ledger/message-flags.ts'
import { WAY_BEFORE } from '../../kernel/ledger/moves-sql.ts'
import { topicKey } from '../../kernel/realm-state/topic-name.ts'
import { topicLexemes } from '../search/lexemes.ts'
import { toVector } from '../search/search-sql.ts'
import type { StoredEdit } from '../stored-edit.ts'
import { EDITS_OF_TOPIC, withEdits } from './queries.ts'

/**
 * A point in the life of a topic, as a message id: at or after everything that is in it, and before every message that
 * will be sent.
 */
export async function topicMoment(db: Db, realmId: number, topicId: number): Promise<number> {
  const { rows } = await sql<{ at: number }>`
    select greatest(
      (select max(id) from message where realm_id = ${realmId}),
      (select max(topic_since) from message where topic_id = ${topicId}),
      (select max(at_message_id) from topic_edit where topic_id = ${topicId}), 0) as at`.execute(db)
  return rows[0]!.at
}

/** A whole topic gets another name: one row, whatever its size. */
export async function renameTopic(
  db: Db,
  topic: { readonly id: number; readonly name: string },
  edit: StoredEdit,
  at: number,
): Promise<void> {
  await db
    .updateTable('topic')
    .set({ name: topic.name, name_key: topicKey(topic.name), tsv: toVector(topicLexemes(topic.name)) })
    .where('id', '=', topic.id)
    .execute()
  await db
    .insertInto('topic_edit')
    .values({ topic_id: topic.id, at_message_id: at, edit: JSON.stringify(edit) })
    .execute()
}

/**
 * Edits of a topic that no message follows belong to everything that is in it, but not to what enters it next. They
 * become edits of its messages, so that the two can be told apart.
 */
async function settleTopicEdits(db: Db, topicId: number, at: number): Promise<void> {
  const { rows } = await sql`
    select 1 from topic_edit where topic_id = ${topicId} and at_message_id >= ${at} limit 1`.execute(db)
  if (rows.length === 0) return
  await sql`update message m set edits = ${withEdits(EDITS_OF_TOPIC)}
    where m.topic_id = ${topicId} and ${EDITS_OF_TOPIC} <> '[]'`.execute(db)
  await sql`delete from topic_edit where topic_id = ${topicId}`.execute(db)
}

/** A move to another channel. */
export interface ChannelMove {
  readonly toConv: number
  /** The position of the log that the move will have. */
  readonly atSeq: number
  /** Whether every subscriber of the channel gets the messages. */
  readonly gains: boolean
}

/**
 * Messages enter another topic, with the edits of the one they leave. Rows are written once, because there are many.
 * Returns the moves between channels.
 */
export async function changeTopic(
  db: Db,
  realmId: number,
  ids: readonly number[],
  topicId: number,
  edit: StoredEdit,
  move: ChannelMove | undefined,
): Promise<number[]> {
  const at = await topicMoment(db, realmId, topicId)
  await settleTopicEdits(db, topicId, at)
  const moveIds = move ? await addMoves(db, realmId, ids, move) : []
  const channel = move
    ? sql`, conv_id = ${move.toConv}, move_id = v.id, mflags = m.mflags | ${MESSAGE_BIT.movedBetweenChannels}
      from move v`
    : sql``
  const isMoved = move ? sql`and v.id = any(${moveIds}::bigint[]) and v.prev is not distinct from m.move_id` : sql``
  const only = sql`${JSON.stringify([edit])}::jsonb`
  // Most messages have no edits yet, and putting a list together takes as long as the rest of the row.
  const edits = sql`case when m.edits is null and not exists (
      select from topic_edit e where e.topic_id = m.topic_id
    ) then ${only} else ${withEdits(sql`${EDITS_OF_TOPIC} || ${only}`)} end`
  await sql`
    update message m set topic_id = ${topicId}, topic_since = ${at}, edits = ${edits} ${channel}
    where m.id = any(${ids}::bigint[]) and m.realm_id = ${realmId} ${isMoved}`.execute(db)
  return moveIds
}

/** Moves that were written before their position was known. */
export async function placeMoves(db: Db, realmId: number, ids: readonly number[], atSeq: number): Promise<void> {
  await sql`update move set at_seq = ${atSeq} where realm_id = ${realmId} and id = any(${ids}::bigint[])`.execute(db)
}

/** Each message keeps the way that it has come: there is a move for each way. */
async function addMoves(db: Db, realmId: number, ids: readonly number[], move: ChannelMove): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into move (realm_id, to_conv, at_seq, gains, prev, depth, passed_convs, passed_first, passed_last, passed_gains)
    select ${realmId}, ${move.toConv}, ${move.atSeq}, ${move.gains}, c.move_id, coalesce(p.depth, 0) + 1,
      w.passed_convs, w.passed_first, w.passed_last, w.passed_gains
    from (
      select distinct move_id from message where id = any(${ids}::bigint[]) and realm_id = ${realmId}
    ) c left join move p on p.id = c.move_id cross join lateral (${sql.raw(WAY_BEFORE)}) w
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** How often the most travelled of these messages has changed its channel. */
export async function mostMoves(db: Db, realmId: number, ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ depth: number | null }>`
    select max(v.depth) as depth from message m join move v on v.id = m.move_id
    where m.id = any(${ids}::bigint[]) and m.realm_id = ${realmId}`.execute(db)
  return rows[0]?.depth ?? 0
}

/** Everybody who gets messages by a move has read them. */
export async function giveAsRead(
  db: Db,
  realmId: number,
  userIds: readonly number[],
  ids: readonly number[],
): Promise<void> {
  await sql`
    insert into read_bits (user_id, conv_id, chunk, bits)
    select u.id, m.home_conv, ${sql.raw(chunkOf('m.hseq'))}, bit_or(${sql.raw(singleMark('m.hseq'))})
    from message m cross join unnest(${userIds}::int[]) as u (id)
    left join read_pos p on p.user_id = u.id and p.conv_id = m.home_conv
    where m.id = any(${ids}::bigint[]) and m.realm_id = ${realmId} and m.hseq > coalesce(p.upto, 0) and not ${sql.raw(reached('u.id'))}
    group by 1, 2, 3
    on conflict (user_id, conv_id, chunk) do update set bits = read_bits.bits | excluded.bits`.execute(db)
  await sql`
    update user_flag set flags = flags & ~${USER_BIT.historical | USER_BIT.markedUnread}::int
    where user_id = any(${userIds}::int[]) and message_id = any(${ids}::bigint[]) and flags & ${USER_BIT.historical} <> 0`.execute(
    db,
  )
  await sql`delete from user_flag where message_id = any(${ids}::bigint[]) and flags = 0`.execute(db)
}

/** People who are not in the new channel lose their own rows about the messages. */
export async function dropRowsOfOthers(db: Db, ids: readonly number[], convId: number): Promise<void> {
  await sql`
    delete from user_flag f where f.message_id = any(${ids}::bigint[]) and not exists (
      select from member r where r.user_id = f.user_id and r.conv_id = ${convId} and r.to_seq is null)`.execute(db)
}
