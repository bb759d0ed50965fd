import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import { readBy } from '../../kernel/ledger/ledger-sql.ts'
import { receivedNowBy, unreadMoved } from '../../kernel/ledger/unread-moved-sql.ts'

export const insertMute = (db: Db, mute: { user_id: number; muted_id: number; from_seq: number; at: number }) =>
  db
    .insertInto('mute')
    .values({ ...mute, to_seq: null })
    .execute()

export const endMute = (db: Db, userId: number, mutedId: number, toSeq: number) =>
  db
    .updateTable('mute')
    .set({ to_seq: toSeq })
    .where('user_id', '=', userId)
    .where('muted_id', '=', mutedId)
    .where('to_seq', 'is', null)
    .execute()

/** Messages of a sender that somebody has received and not read, the oldest first; also those moved from elsewhere. */
export async function unreadFrom(
  db: Db,
  realmId: number,
  userId: number,
  senderId: number,
  most: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select m.id from read_pos p
    join member r on r.user_id = p.user_id and r.conv_id = p.conv_id and r.to_seq is null
    cross join lateral (
      select id, sender_id, home_conv, hseq, mflags from message m
      where m.home_conv = p.conv_id and m.hseq > p.upto and m.sender_id = ${senderId} offset 0
    ) m
    where p.user_id = ${userId} and not ${readBy(userId)}
    union
    select m.id from ${unreadMoved(realmId, userId, receivedNowBy(userId))} m where m.sender_id = ${senderId}
    order by id desc limit ${most}`.execute(db)
  return rows.map(({ id }) => id).reverse()
}
