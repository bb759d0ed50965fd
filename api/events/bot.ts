import * as z from 'zod'
import { Bot } from '../objects/bot.ts'
import { event, registerFields } from './base.ts'

export const BotAdded = event('realm_bot', {
  op: z.literal('add').describe('The account can manage another bot.'),
  bot: Bot.describe('A bot that the account may manage from now on.'),
}).describe('The account can manage a bot that is new to it.')
export const BotUpdated = event('realm_bot', {
  op: z.literal('update').describe('A bot changed.'),
  bot: Bot.describe('The bot after the change.'),
}).describe('The channels or the service of a bot changed.')
export const BotDeleted = event('realm_bot', {
  op: z.literal('delete').describe('The account can no longer manage a bot.'),
  bot: z
    .strictObject({ user_id: z.int().describe('The id of the bot.') })
    .describe('A bot that the account can no longer manage.'),
}).describe('The account can no longer manage a bot.')

export const realmBotFields = registerFields('realm_bot', {
  realm_bots: z.array(Bot).describe('The bots that the caller can manage.'),
})
