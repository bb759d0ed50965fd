import * as z from 'zod'
import { endpoint, json } from '../contract.ts'

const MOST_CHARACTERS = 100
const MOST_WORDS = 1000

const result = { alert_words: z.array(z.string()).describe('All alert words of the user.') }
const words = json(z.array(z.string().max(MOST_CHARACTERS)).max(MOST_WORDS))

export const getAlertWords = endpoint({
  method: 'GET',
  path: '/users/me/alert_words',
  id: 'get-alert-words',
  summary: 'List your alert words',
  auth: 'user',
  params: {},
  result,
  errors: [],
})

export const addAlertWords = endpoint({
  method: 'POST',
  path: '/users/me/alert_words',
  id: 'add-alert-words',
  summary: 'Add alert words',
  auth: 'user',
  params: { alert_words: words.describe('Words or phrases. Case makes no difference.') },
  result,
  errors: [],
  emits: ['alert_words'],
})

export const removeAlertWords = endpoint({
  method: 'DELETE',
  path: '/users/me/alert_words',
  id: 'remove-alert-words',
  summary: 'Remove alert words',
  auth: 'user',
  params: { alert_words: words.describe('The words to remove. Case makes no difference.') },
  result,
  errors: [],
  emits: ['alert_words'],
})
