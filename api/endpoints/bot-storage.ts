import * as z from 'zod'
import { endpoint, json, texts } from '../contract.ts'

const keys = json(z.array(z.string())).optional()

export const getBotStorage = endpoint({
  method: 'GET',
  path: '/bot_storage',
  id: 'get-bot-storage',
  group: 'Bots',
  summary: 'Get stored values of the bot',
  description: 'Returns texts that the bot has stored. For bots only.',
  auth: 'user',
  params: { keys: keys.describe('The keys of the values; all if it is left out.') },
  result: { storage: texts().describe('The values by their keys.') },
  errors: ['PERMISSION_DENIED'],
})

export const updateBotStorage = endpoint({
  method: 'PUT',
  path: '/bot_storage',
  id: 'update-bot-storage',
  group: 'Bots',
  summary: 'Store values for the bot',
  description: 'Stores texts by their keys, at most 10,000,000 characters in total. For bots only.',
  auth: 'user',
  params: {
    storage: json(texts()).describe('Texts by their keys. Other stored values stay.'),
  },
  result: {},
  errors: ['PERMISSION_DENIED'],
  // All that may be stored, at about three bytes for each character.
  mostBodyBytes: 32 * 1024 * 1024,
})

export const removeBotStorage = endpoint({
  method: 'DELETE',
  path: '/bot_storage',
  id: 'remove-bot-storage',
  group: 'Bots',
  summary: 'Remove stored values of the bot',
  description: 'Removes texts that the bot has stored. For bots only.',
  auth: 'user',
  params: { keys: keys.describe('The keys of the values; all if it is left out.') },
  result: {},
  errors: ['PERMISSION_DENIED'],
})
