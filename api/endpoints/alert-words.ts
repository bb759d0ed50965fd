import * as z from 'zod'
import { endpoint, json } from '../contract.ts'

const MAX_ALERT_WORD_LENGTH = 100
const MAX_ALERT_WORDS_PER_REQUEST = 1000

const result = { alert_words: z.array(z.string()).describe('All alert words of the user.') }
const words = json(z.array(z.string().max(MAX_ALERT_WORD_LENGTH)).max(MAX_ALERT_WORDS_PER_REQUEST))

export const getAlertWords = endpoint({
  method: 'GET',
  path: '/users/me/alert_words',
  id: 'get-alert-words',
  group: 'Settings',
  summary: 'List your alert words',
  description: 'Lists the alert words of the caller.',
  auth: 'user',
  params: {},
  result,
  errors: [],
})

export const addAlertWords = endpoint({
  method: 'POST',
  path: '/users/me/alert_words',
  id: 'add-alert-words',
  group: 'Settings',
  summary: 'Add alert words',
  description: 'Adds alert words of the caller. Messages that contain one of them get the flag `has_alert_word`.',
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
  group: 'Settings',
  summary: 'Remove alert words',
  description: 'Removes alert words of the caller. Messages that already have the flag keep it.',
  auth: 'user',
  params: { alert_words: words.describe('The words to remove. Case makes no difference.') },
  result,
  errors: [],
  emits: ['alert_words'],
})
