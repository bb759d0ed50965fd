import { badRequest } from '../../../api/errors.ts'
import { foldAlertWord } from '../../../markdown/alert-words.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { wordsOf } from './access.ts'
import { deleteWords, saveWords } from './queries.ts'

/** A message is compared with the words of everybody in it who might be alerted. */
const MAX_ALERT_WORDS = 200

/** Adds what is not there yet, whatever the case. Blank words are ignored. Returns all words. */
export function addAlertWords(tx: CallTx, wanted: readonly string[]): Promise<readonly string[]> {
  const words = new Map(wordsOf(tx.actor).map((word) => [foldAlertWord(word), word]))
  for (const word of wanted) {
    const folded = foldAlertWord(word)
    if (folded !== '' && !words.has(folded)) words.set(folded, word.trim())
  }
  if (words.size > MAX_ALERT_WORDS) throw badRequest(`You can have at most ${MAX_ALERT_WORDS} alert words.`)
  return setWords(tx, [...words.values()])
}

/** Removes what is there, whatever the case. Returns the words that are left. */
export function removeAlertWords(tx: CallTx, unwanted: readonly string[]): Promise<readonly string[]> {
  const removed = new Set(unwanted.map(foldAlertWord))
  return setWords(
    tx,
    wordsOf(tx.actor).filter((word) => !removed.has(foldAlertWord(word))),
  )
}

async function setWords(tx: CallTx, words: readonly string[]): Promise<readonly string[]> {
  const { realm, user } = tx.actor
  if (words.length === wordsOf(tx.actor).length) return words
  const value = { userId: user.id, words }
  if (words.length > 0) await saveWords(tx.db, realm.id, value)
  else await deleteWords(tx.db, realm.id, user.id)
  const change =
    words.length > 0 ? ({ put: 'alertWords', value } as const) : ({ remove: 'alertWords', key: user.id } as const)
  tx.emit({ type: 'alert_words', alert_words: [...words] }, { to: 'users', ids: [user.id] }, { state: [change] })
  return words
}
