import { type RawBuilder, sql } from 'kysely'
import type { Search, SearchWord } from './parse-search.ts'

/** The index entries of a text, from lexemes that are separated by blanks. */
export const vectorOf = (lexemes: string): string => `array_to_tsvector(string_to_array(${lexemes}, ' '))`

export const toVector = (lexemes: string): RawBuilder<string> =>
  sql`array_to_tsvector(string_to_array(${lexemes}, ' '))`

/** A query of the database. Lexemes have only letters and digits, so they need no escaping. */
function queryOf(wanted: SearchWord): string {
  if (wanted.kind === 'characters') return queryOfCharacters(wanted.characters)
  const { folded, stems, isBeginning } = wanted
  return [isBeginning ? `'${folded}':*` : `'${folded}'`, ...stems.map((stem) => `'${stem}'`)].join(' | ')
}

/** Pairs of characters are in the index. A single one is the beginning of a pair. */
function queryOfCharacters(characters: readonly string[]): string {
  if (characters.length === 1) return `'${characters[0]}':*`
  const pairs = characters.slice(1).map((character, index) => `'${characters[index]}${character}'`)
  return [...new Set(pairs)].join(' & ')
}

/** Words that must be in the text or in the topic. */
export interface SearchUnit {
  readonly query: string
  /** It must be there as it is, apart from case. */
  readonly phrase?: string
}

/** The words and the phrases of a search. A phrase without words cannot be found by the index. */
export const unitsOf = ({ words, phrases }: Search): SearchUnit[] => [
  ...words.map((word) => ({ query: queryOf(word) })),
  ...phrases
    .filter(({ wanted }) => wanted.length > 0)
    .map(({ text, wanted }) => ({ query: queryOfAll(wanted.map(queryOf)), phrase: text })),
]

/** All of these queries. */
export const queryOfAll = (queries: readonly string[]): string => queries.map((query) => `(${query})`).join(' & ')

/** A text contains the words, by its index entries, and the phrase. */
export const contains = (
  vector: RawBuilder<unknown>,
  text: RawBuilder<unknown>,
  { query, phrase }: SearchUnit,
): RawBuilder<boolean> => {
  const words = sql<boolean>`${vector} @@ ${query}::tsquery`
  return phrase === undefined ? words : sql`(${words} and ${containsPhrase(text, phrase)})`
}

/**
 * A text contains the phrase in any case. It does not depend on the locale of the database: the collation `C` lowers ASCII
 * only, which is fast, and other capitals of the phrase are replaced one by one.
 */
export function containsPhrase(text: RawBuilder<unknown>, phrase: string): RawBuilder<boolean> {
  const wanted = phrase.toLowerCase()
  const capitals = new Map<string, string>()
  for (const letter of wanted) {
    const capital = letter.toUpperCase()
    if (letter > '\x7f' && capital !== letter && Array.from(capital).length === 1) capitals.set(capital, letter)
  }
  const lowered = sql`lower(${text} collate "C")`
  const from = [...capitals.keys()].join('')
  const to = [...capitals.values()].join('')
  return sql`strpos(${from === '' ? lowered : sql`translate(${lowered}, ${from}, ${to})`}, ${wanted}) > 0`
}
