import type { StateSlice, VisitorRequest } from '../../kernel/register/snapshot.ts'
import { STOP_WORDS } from './stop-words.ts'

export const stopWordsState: StateSlice<VisitorRequest> = {
  types: ['stop_words'],
  take: () => ({ stop_words: STOP_WORDS }),
}
