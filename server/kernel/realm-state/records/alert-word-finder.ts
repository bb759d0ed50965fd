import { foldAlertWord, makeAlertWordFinder, runsIn } from '../../../../markdown/alert-words.ts'
import type { AlertWordFinder } from '../../../../markdown/context.ts'
import { getOrMake } from '../../base/get-or-make.ts'
import type { RealmState } from '../realm-state.ts'
import type { AlertWords } from './alert-words.ts'

/** A word with what a text must have to hold it. */
interface PreparedWord {
  readonly folded: string
  readonly runs: readonly string[]
}

const prepared = new WeakMap<AlertWords, readonly PreparedWord[]>()

/** Made once per change of an account's words, because records never change. */
const prepare = (record: AlertWords): readonly PreparedWord[] =>
  getOrMake(prepared, record, () =>
    record.words.map((word) => ({ folded: foldAlertWord(word), runs: [...runsIn(word)] })),
  )

/**
 * Finds everybody's words in a text. Only words whose runs are all in the text are looked for, so that neither a message
 * nor a change of words costs more the more words an organization has. Undefined where nobody has any.
 */
export function alertWordFinder(realm: RealmState): AlertWordFinder | undefined {
  const records = realm.records.alertWords
  if (records.size === 0) return undefined
  return {
    find(text) {
      const runs = runsIn(text)
      const people = new Set(records.findAll('firstRun', ''))
      for (const run of runs) for (const person of records.findAll('firstRun', run)) people.add(person)
      const candidates = new Set<string>()
      for (const person of people)
        for (const word of prepare(person)) if (word.runs.every((run) => runs.has(run))) candidates.add(word.folded)
      return candidates.size === 0 ? [] : makeAlertWordFinder(candidates).find(text)
    },
  }
}

/** Everybody who has one of the words. */
export const peopleAlertedBy = (realm: RealmState, words: readonly string[]): ReadonlySet<number> =>
  new Set(
    words.flatMap((word) => realm.records.alertWords.findAll('word', foldAlertWord(word)).map(({ userId }) => userId)),
  )
