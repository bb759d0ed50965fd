import { stemsOf } from './stemming.ts'
import { isStopWord } from './stop-words.ts'

/** The forms of a word under which search finds it. */
export interface WordForms {
  /** Without case and accents. Empty if nothing is left. */
  readonly folded: string
  /** What else the word is found by, without case and accents. */
  readonly stems: readonly string[]
  readonly isStopWord: boolean
}

/** Longer words are cut. The database would refuse them. */
const MOST_LETTERS = 60

/** Characters that nobody sees: soft hyphens, joiners, byte order marks. */
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/g
/** Accents of Latin, Greek and Cyrillic letters, and the vowel signs that Hebrew and Arabic leave out. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u064b-\u065f\u0670]/g
/** Letters with a stroke, and ligatures, have no decomposition. */
const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ı: 'i' }
const SPECIAL = /[ßøæœłđı]/g

/** Lower case, with one form for each character. */
const lower = (text: string): string => text.normalize('NFKC').replace(INVISIBLE, '').toLowerCase()

const withoutAccents = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(SPECIAL, (letter) => LETTERS[letter]!)
    // Some letters stand for several words or contain signs.
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '')
    // Puts together what is not an accent: Korean syllables and Japanese voiced sounds.
    .normalize('NFC')

/** Without case and accents. */
export const fold = (text: string): string => withoutAccents(lower(text))

const known = new Map<string, WordForms>()
const MOST_KNOWN = 20_000

/** Cached, because people use the same words again and again. */
export function formsOf(word: string): WordForms {
  const found = known.get(word)
  if (found) return found
  const forms = readForms(word)
  if (word.length <= MOST_LETTERS) {
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(word, forms)
  }
  return forms
}

function readForms(word: string): WordForms {
  const whole = cut(lower(word))
  const folded = cut(withoutAccents(whole))
  const stems = stemsOf(whole).map((stem) => cut(withoutAccents(stem)))
  const others = [...new Set(stems)].filter((stem) => stem !== folded && stem !== '' && !isStopWord(stem))
  return { folded, stems: others, isStopWord: isStopWord(folded) }
}

const cut = (text: string): string =>
  text.length <= MOST_LETTERS ? text : Array.from(text).slice(0, MOST_LETTERS).join('')
