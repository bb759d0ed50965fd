import * as z from 'zod'
import { endpoint, json } from '../contract.ts'

const keys = json(z.array(z.string())).optional()

export const getBotStorage = endpoint({
  method: 'GET',
  path: '/bot_storage',
  id: 'get-bot-storage',
  summary: 'Get stored values of the bot',
  auth: 'user',
  params: { keys: keys.describe('The keys of the values; all if it is left out.') },
  result: { storage: z.record(z.string(), z.string()).describe('The values by their keys.') },
  errors: ['PERMISSION_DENIED'],
})

export const updateBotStorage = endpoint({
  method: 'PUT',
  path: '/bot_storage',
  id: 'update-bot-storage',
  summary: 'Store values for the bot',
  auth: 'user',
  params: {
    storage: json(z.record(z.string(), z.string())).describe('Texts by their keys. Other stored values stay.'),
  },
  result: {},
  errors: ['PERMISSION_DENIED'],
})

export const removeBotStorage = endpoint({
  method: 'DELETE',
  path: '/bot_storage',
  id: 'remove-bot-storage',
  summary: 'Remove stored values of the bot',
  auth: 'user',
  params: { keys: keys.describe('The keys of the values; all if it is left out.') },
  result: {},
  errors: ['PERMISSION_DENIED'],
})
