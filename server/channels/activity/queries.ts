import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import type { Channel } from '../../kernel/realm-state/channel.ts'

/** What is stored of a channel, and what its messages say now. */
export interface ChannelActivity {
  readonly id: number
  readonly createdAt: number
  readonly weeklyTraffic: number | null
  readonly isRecentlyActive: boolean
  /** Messages in the days that count. */
  readonly recent: number
  /** Seconds. Null without messages. */
  readonly lastSentAt: number | null
}

/**
 * A message id that is at most that of an organization's first message since a time. Ids grow with time, so a binary
 * search finds it with few lookups in the primary key, where an index on times would cost every send.
 */
export async function firstIdSince(db: Db, realmId: number, since: number): Promise<number> {
  const { rows } = await sql<{ low: number | null; high: number | null }>`
    select min(id) as low, max(id) as high from message where realm_id = ${realmId}`.execute(db)
  let [low, high] = [rows[0]?.low ?? 0, (rows[0]?.high ?? 0) + 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const found = await db
      .selectFrom('message')
      .select(['id', 'sent_at'])
      .where('realm_id', '=', realmId)
      .where('id', '>=', middle)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (!found || found.sent_at >= since) high = middle
    else low = Math.max(found.id, middle) + 1
  }
  return low
}

/** The next active channels of an organization by id. */
export async function readActivity(
  db: Db,
  realmId: number,
  { after, firstId, since, most }: { after: number; firstId: number; since: number; most: number },
): Promise<ChannelActivity[]> {
  const { rows } = await sql<ChannelActivity>`
    select c.id, c.created_at as "createdAt", c.weekly_traffic as "weeklyTraffic",
      c.is_recently_active as "isRecentlyActive",
      (select count(*)::int from message m
        where m.conv_id = c.conv_id and m.id >= ${firstId} and m.sent_at >= ${since}) as recent,
      (select m.sent_at from message m where m.conv_id = c.conv_id order by m.id desc limit 1) as "lastSentAt"
    from channel c where c.realm_id = ${realmId} and c.id > ${after} and not c.is_archived
    order by c.id limit ${most}`.execute(db)
  return rows
}

export async function saveActivity(db: Db, realmId: number, channels: readonly Channel[]): Promise<void> {
  await sql`
    update channel c set weekly_traffic = w.traffic, is_recently_active = w.recent
    from unnest(${channels.map(({ id }) => id)}::int[], ${channels.map((one) => one.weeklyTraffic)}::int[],
      ${channels.map((one) => one.isRecentlyActive)}::boolean[]) as w (id, traffic, recent)
    where c.id = w.id and c.realm_id = ${realmId}`.execute(db)
}
