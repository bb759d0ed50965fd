import { firstRunIn, foldAlertWord } from '../../../../markdown/alert-words.ts'

/** The alert words of one account. An account without words has no record. */
export interface AlertWords {
  readonly userId: number
  /** They are kept as they were written. */
  readonly words: readonly string[]
}

/** How memory finds words: whole, and by their first run of letters, which a text must have. */
export const ALERT_WORD_INDEXES = {
  word: ({ words }: AlertWords) => words.map(foldAlertWord),
  firstRun: ({ words }: AlertWords) => words.map(firstRunIn),
}
