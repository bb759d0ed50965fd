import type { Db } from '../db/database.ts'
import type { Bot } from '../realm-state/records/bot.ts'

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
