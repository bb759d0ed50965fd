import { sql } from 'kysely'
import {
  bornReadBy,
  CAME_READ,
  has,
  isOutsideMention,
  markOf,
  marksAt,
  readBy,
  unreadBy,
} from '../../kernel/ledger/ledger-sql.ts'
import { USER_BIT } from '../../kernel/ledger/message-flags.ts'
import { unreadMoved } from '../../kernel/ledger/unread-moved-sql.ts'
import { users } from '../../kernel/log/audience.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { markReadByIds } from './mark-read.ts'

/** Marks everything received in a conversation as read for these people, with events for what was unread. */
export async function markConversationRead(tx: Tx, userIds: readonly number[], convId: number): Promise<void> {
  if (await hasMoves(tx, convId)) for (const userId of userIds) await markMovedRead(tx, userId, convId)
  else await markUnmovedRead(tx, userIds, convId)
}

/** Was a message of this conversation ever moved into it or out of it? Then positions alone do not say who has read what. */
async function hasMoves(tx: Tx, convId: number): Promise<boolean> {
  const { rows } = await sql<{ has_moves: boolean }>`
    select exists (select from message where conv_id = ${convId} and move_id is not null)
      or exists (select from message where home_conv = ${convId} and conv_id <> ${convId}) as has_moves`.execute(tx.db)
  return rows[0]!.has_moves
}

/** A few statements for any number of people. */
async function markUnmovedRead(tx: Tx, userIds: readonly number[], convId: number): Promise<void> {
  const { rows } = await sql<{ user_id: number; ids: number[] }>`
    select p.user_id, json_agg(m.id order by m.id) as ids
    from read_pos p
    cross join lateral (
      select id, sender_id, hseq, mflags from message m
      where m.home_conv = p.conv_id and m.hseq > p.upto offset 0
    ) m
    left join read_bits b on ${sql.raw(marksAt('p.user_id', 'p.conv_id'))}
    where p.conv_id = ${convId} and p.user_id = any(${userIds}::int[])
      and coalesce(${sql.raw(markOf('b.bits', 'm.hseq'))}, 0) = 0
      and not (${sql.raw(bornReadBy('p.user_id'))} and not exists (
        select from user_flag f where f.user_id = p.user_id and f.message_id = m.id
          and ${sql.raw(has('f.flags', USER_BIT.markedUnread))}))
      and not exists (
        select from user_flag f where f.user_id = p.user_id and f.message_id = m.id and ${sql.raw(CAME_READ)})
    group by p.user_id order by p.user_id`.execute(tx.db)
  await sql`
    update read_pos p set upto = c.last_hseq from conversation_head c
    where c.id = ${convId} and p.conv_id = c.id and p.user_id = any(${userIds}::int[])`.execute(tx.db)
  await sql`delete from read_bits where conv_id = ${convId} and user_id = any(${userIds}::int[])`.execute(tx.db)
  for (const { user_id: userId, ids } of rows) emitRead(tx, userId, ids)
}

async function markMovedRead(tx: Tx, userId: number, convId: number): Promise<void> {
  const unread = await unreadIn(tx, userId, convId)
  if (await hasSentAway(tx, userId, convId)) await markReadByIds(tx, [userId], unread)
  else await readToTheEnd(tx, userId, convId, unread)
  emitRead(tx, userId, unread)
}

async function unreadIn(tx: Tx, userId: number, convId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select m.id from message m
    join read_pos p on p.user_id = ${userId} and p.conv_id = m.home_conv
    where m.home_conv = ${convId} and m.conv_id = ${convId} and m.hseq > p.upto and ${unreadBy(userId)}
    union
    select m.id from ${unreadMoved(tx.realm.id, userId, sql`${convId}::int`)} m
    order by 1`.execute(tx.db)
  return rows.map((row) => row.id)
}

/** Unread messages that were moved to another channel stay unread there, so the position must not pass them. */
async function hasSentAway(tx: Tx, userId: number, convId: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    select m.id from message m
    join read_pos p on p.user_id = ${userId} and p.conv_id = m.home_conv
    where m.home_conv = ${convId} and m.conv_id <> ${convId} and m.hseq > p.upto and ${unreadBy(userId)} limit 1`.execute(
    tx.db,
  )
  return rows.length > 0
}

async function readToTheEnd(tx: Tx, userId: number, convId: number, unread: readonly number[]): Promise<void> {
  await sql`
    update read_pos p set upto = c.last_hseq from conversation_head c
    where c.id = ${convId} and p.conv_id = c.id and p.user_id = ${userId}`.execute(tx.db)
  await sql`delete from read_bits where user_id = ${userId} and conv_id = ${convId}`.execute(tx.db)
  const { rows } = await sql<{ id: number }>`
    select id from message where id = any(${unread}::bigint[]) and realm_id = ${tx.realm.id} and home_conv <> ${convId}`.execute(
    tx.db,
  )
  const movedIn = rows.map((row) => row.id)
  await markReadByIds(tx, [userId], movedIn)
}

/**
 * For a bot that was mentioned in a channel before joining it: marks those messages as read, because they are before
 * its new read position.
 */
export async function markOutsideMentionsRead(tx: Tx, userId: number, convId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select m.id from user_flag f join message m on m.realm_id = ${tx.realm.id} and m.id = f.message_id
    where f.user_id = ${userId} and ${sql.raw(isOutsideMention('f.flags'))}
      and m.home_conv = ${convId} and not ${readBy(userId)}
    order by m.id`.execute(tx.db)
  emitRead(
    tx,
    userId,
    rows.map((row) => row.id),
  )
}

function emitRead(tx: Tx, userId: number, messages: readonly number[]): void {
  if (messages.length === 0) return
  tx.emit(
    { type: 'update_message_flags', op: 'add', operation: 'add', flag: 'read', messages: [...messages], all: false },
    users(userId),
  )
}
