import type { StateSlice } from '../../kernel/register/snapshot.ts'
import { wordsOf } from './access.ts'

export const alertWordsState: StateSlice = {
  types: ['alert_words'],
  take: (asked) => ({ alert_words: [...wordsOf(asked)] }),
}
