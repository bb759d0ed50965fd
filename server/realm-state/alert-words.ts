import { firstRunIn, foldAlertWord, makeAlertWordFinder, runsIn } from '../../markdown/alert-words.ts'
import type { AlertWordFinder } from '../../markdown/context.ts'
import type { RealmState } from './realm-state.ts'

/** What somebody wants to be alerted by. Whoever has no words has no record. */
export interface AlertWords {
  readonly userId: number
  /** As they were written. */
  readonly words: readonly string[]
}

/** How memory finds words: whole, and by their first run of letters, which a text must have. */
export const ALERT_WORD_INDEXES = {
  word: ({ words }: AlertWords) => words.map(foldAlertWord),
  firstRun: ({ words }: AlertWords) => words.map(firstRunIn),
}

/**
 * Finds everybody's words in a text. Only words whose first run is in the text are looked for, so that neither a message
 * nor a change of words costs more the more words an organization has. Undefined where nobody has any.
 */
export function alertWordFinder(realm: RealmState): AlertWordFinder | undefined {
  const records = realm.records.alertWords
  if (records.size === 0) return undefined
  return {
    find(text) {
      const candidates = new Set<string>()
      for (const run of ['', ...runsIn(text)])
        for (const { words } of records.findAll('firstRun', run))
          for (const word of words) if (firstRunIn(word) === run) candidates.add(foldAlertWord(word))
      return candidates.size === 0 ? [] : makeAlertWordFinder(candidates).find(text)
    },
  }
}

/** Everybody who has one of the words. */
export const peopleAlertedBy = (realm: RealmState, words: readonly string[]): ReadonlySet<number> =>
  new Set(
    words.flatMap((word) => realm.records.alertWords.findAll('word', foldAlertWord(word)).map(({ userId }) => userId)),
  )
