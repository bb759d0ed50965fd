import * as z from 'zod'
import { event, registerFields } from './base.ts'

export const AlertWordsChanged = event('alert_words', {
  alert_words: z.array(z.string()).describe('All alert words of the user.'),
}).describe('The alert words of the user changed.')

export const alertWordsFields = registerFields('alert_words', {
  alert_words: z.array(z.string()).describe('The alert words of the user.'),
})
