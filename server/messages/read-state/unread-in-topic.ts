import { sql } from 'kysely'
import { badRequest } from '../../../api/errors.ts'
import { requireReadableChannel } from '../../kernel/access/channel-access.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Db } from '../../kernel/db/database.ts'
import { unreadBy } from '../../kernel/ledger/ledger-sql.ts'
import { namedTopicKey } from '../../kernel/realm-state/topic-name.ts'

/** So many are marked with one change. */
export const MOST_MARKED = 5_000

/** The oldest unread messages of a topic. */
export async function unreadInTopic(db: Db, actor: Actor, channelId: number, name: string): Promise<number[]> {
  const channel = requireReadableChannel(actor, channelId)
  const topic = await db
    .selectFrom('topic')
    .select('id')
    .where('channel_id', '=', channel.id)
    .where('name_key', '=', namedTopicKey(name.trim()))
    .executeTakeFirst()
  if (!topic) throw badRequest(`No such topic '${name}'`)
  const { rows } = await sql<{ id: number }>`
    select m.id from message m where m.topic_id = ${topic.id} and ${unreadBy(actor.user.id)}
    order by m.id limit ${MOST_MARKED}`.execute(db)
  return rows.map((row) => row.id)
}
