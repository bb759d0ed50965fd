import * as z from 'zod'
import { event } from './base.ts'

export const AlertWordsChanged = event('alert_words', {
  alert_words: z.array(z.string()).describe('All alert words of the user.'),
}).describe('The alert words of the user changed.')
