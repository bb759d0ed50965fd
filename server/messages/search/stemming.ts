import { stemmer as english } from '@orama/stemmers/english'
import { stemmer as german } from '@orama/stemmers/german'
import { stemmer as russian } from '@orama/stemmers/russian'

/** Shorter words have no ending to lose. */
const FEWEST_LETTERS = 3

/**
 * The stems of a word in lower case. A message does not say which language it is in, so a word in Latin letters gets
 * the stems of two languages, which are usually the same.
 */
export function stemsOf(word: string): readonly string[] {
  if (word.length < FEWEST_LETTERS) return []
  if (/^[a-z]+$/.test(word)) return [english(word), ...germanStem(word)]
  if (/^\p{Script=Latin}+$/u.test(word)) return germanStem(word)
  // People write е for ё.
  if (/^\p{Script=Cyrillic}+$/u.test(word)) return [russian(word.replaceAll('ё', 'е'))]
  return []
}

/** Not if hardly anything is left: `Sicherheit` (safety) would become `sich` (oneself). */
function germanStem(word: string): readonly string[] {
  const stem = german(word)
  return stem.length * 2 >= word.length ? [stem] : []
}
