import * as z from 'zod'
import { Bot } from '../objects/bot.ts'
import { event } from './base.ts'

export const BotAdded = event('realm_bot', {
  op: z.literal('add'),
  bot: Bot.describe('A bot that the account may manage from now on.'),
})
export const BotUpdated = event('realm_bot', {
  op: z.literal('update'),
  bot: Bot.describe('The bot after the change.'),
})
export const BotDeleted = event('realm_bot', {
  op: z.literal('delete'),
  bot: z
    .strictObject({ user_id: z.int().describe('The id of the bot.') })
    .describe('A bot that the account can no longer manage.'),
})
