import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import type { Bot } from '../../kernel/realm-state/records/bot.ts'

export async function saveBot(db: Db, realmId: number, bot: Bot): Promise<void> {
  const values = {
    sending_channel_id: bot.sendingChannelId,
    events_channel_id: bot.eventsChannelId,
    all_public_channels: bot.allPublicChannels,
    service: bot.service === null ? null : JSON.stringify(bot.service),
  }
  await db
    .insertInto('bot')
    .values({ user_id: bot.userId, realm_id: realmId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}

/** Counts the bots that somebody made, up to `most`, also those that others own now. */
export async function countBotsMadeBy(db: Db, realmId: number, userId: number, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from audit_log where realm_id = ${realmId} and actor_id = ${userId} and action = 'bot created'
      limit ${most}
    ) as made`.execute(db)
  return rows[0]!.count
}
