import { badRequest } from '../../api/errors.ts'
import { fold, formsOf } from './word-forms.ts'
import { piecesOf } from './word-pieces.ts'

/** Something that a message must contain. */
export type Wanted =
  /** A word in any form, or the beginning of a word if it is long enough. */
  | { readonly kind: 'word'; readonly folded: string; readonly stems: readonly string[]; readonly isBeginning: boolean }
  /** Characters in a row, in a script without blanks. */
  | { readonly kind: 'characters'; readonly characters: readonly string[] }

export interface Search {
  /** All of them must be present. If there are none, nothing is found. */
  readonly wanted: readonly Wanted[]
  /** The quoted parts, which must be present as they are, apart from case. */
  readonly phrases: readonly string[]
}

const MOST_CHARACTERS = 1000
/** Shorter words are not taken for beginnings, which would match too much. */
const FEWEST_LETTERS_OF_BEGINNING = 3

/** Reads what people type into a search box. */
export function parseSearch(text: string): Search {
  if (text.length > MOST_CHARACTERS) throw badRequest(`The search is too long (limit: ${MOST_CHARACTERS} characters).`)
  const parts = text.match(/"[^"]+"|\S+/g) ?? []
  const phrases = parts.filter((part) => /^"[^"]+"$/.test(part)).map((part) => part.slice(1, -1).trim())
  const wanted = parts.flatMap((part) => [...wantedIn(part)])
  return {
    wanted: [...new Map(wanted.map((one) => [JSON.stringify(one), one])).values()],
    phrases: [...new Set(phrases)].filter((phrase) => phrase !== ''),
  }
}

function* wantedIn(part: string): Generator<Wanted> {
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
function* wordsIn(text: string): Generator<Wanted> {
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
