import { badRequest } from '../../../api/errors.ts'
import { fold, formsOf } from './word-forms.ts'
import { piecesOf } from './word-pieces.ts'

/** Something that a message must contain. */
export type SearchWord =
  /** A word in any form, or the beginning of a word if it is long enough. */
  | { readonly kind: 'word'; readonly folded: string; readonly stems: readonly string[]; readonly isBeginning: boolean }
  /** Characters in a row, in a script without blanks. */
  | { readonly kind: 'characters'; readonly characters: readonly string[] }

/** A quoted part, which must be in the text or in the topic as it is, apart from case. */
export interface Phrase {
  readonly text: string
  readonly wanted: readonly SearchWord[]
}

export interface Search {
  /** All of them must be present, in the text or in the topic. */
  readonly words: readonly SearchWord[]
  readonly phrases: readonly Phrase[]
}

const MAX_SEARCH_LENGTH = 1000
const MOST_WORDS = 50
/** Shorter words are not taken for beginnings, which would match too much. */
const FEWEST_LETTERS_OF_BEGINNING = 3

/** Reads what people type into a search box. */
export function parseSearch(text: string): Search {
  if (text.length > MAX_SEARCH_LENGTH)
    throw badRequest(`The search is too long (limit: ${MAX_SEARCH_LENGTH} characters).`)
  const parts = text.match(/"[^"]+"|\S+/g) ?? []
  const isQuoted = (part: string) => /^"[^"]+"$/.test(part)
  const quoted = new Set(parts.filter(isQuoted).map((part) => part.slice(1, -1).trim()))
  const search = {
    words: distinct(parts.filter((part) => !isQuoted(part)).flatMap((part) => [...wantedIn(part)])),
    phrases: [...quoted]
      .filter((part) => part !== '')
      .map((part) => ({ text: part, wanted: distinct([...wantedIn(part)]) })),
  }
  if (wantedOf(search).length > MOST_WORDS) throw badRequest(`The search is too long (limit: ${MOST_WORDS} words).`)
  return search
}

/** Everything that is to be found, quoted or not. */
export const wantedOf = ({ words, phrases }: Search): SearchWord[] => [
  ...words,
  ...phrases.flatMap(({ wanted }) => wanted),
]

const distinct = (wanted: readonly SearchWord[]): SearchWord[] => [
  ...new Map(wanted.map((one) => [JSON.stringify(one), one])).values(),
]

function* wantedIn(part: string): Generator<SearchWord> {
  for (const { text, isUnspaced } of piecesOf(part)) {
    if (isUnspaced) yield* wordsIn(text)
    else {
      const { folded, stems, isStopWord } = formsOf(text)
      const isBeginning = folded.length >= FEWEST_LETTERS_OF_BEGINNING
      if (!isStopWord && folded !== '') yield { kind: 'word', folded, stems, isBeginning }
    }
  }
}

const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

/**
 * The words of a text without blanks: messages may have them in another order. Single characters in a row stay together,
 * because names are not in the dictionary.
 */
function* wordsIn(text: string): Generator<SearchWord> {
  const words: string[] = []
  let wasSingle = false
  for (const { segment: written } of segmenter.segment(text)) {
    const segment = fold(written)
    const isSingle = Array.from(segment).length === 1
    if (isSingle && wasSingle) words.push(words.pop() + segment)
    else words.push(segment)
    wasSingle = isSingle
  }
  const telling = words.filter((word) => word !== '' && !isParticle(word))
  for (const word of telling.length > 0 ? telling : words) yield { kind: 'characters', characters: Array.from(word) }
}

/** Japanese particles are single characters of Hiragana. */
const isParticle = (word: string): boolean => /^\p{Script=Hiragana}$/u.test(word)
