import type { Bot as BotObject } from '../../../api/objects/bot.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { type Bot, plainBot } from '../../kernel/realm-state/records/bot.ts'

export const botOf = (realm: RealmState, userId: number): Bot => realm.records.bot.get(userId) ?? plainBot(userId)

export function presentDefaults(realm: RealmState, bot: Bot) {
  const nameOf = (id: number | null) => (id === null ? null : (realm.channels.get(id)?.name ?? null))
  return {
    default_sending_stream: nameOf(bot.sendingChannelId),
    default_events_register_stream: nameOf(bot.eventsChannelId),
    default_all_public_streams: bot.allPublicChannels,
  }
}

export function presentBot(realm: RealmState, bot: Bot): BotObject {
  const { service } = bot
  return {
    user_id: bot.userId,
    ...presentDefaults(realm, bot),
    services:
      service === null ? [] : [{ base_url: service.baseUrl, token: service.token, interface: service.interface }],
  }
}
