import { type RawBuilder, sql } from 'kysely'
import type { Wanted } from './parse-search.ts'

/** The index entries of a text, from lexemes that are separated by blanks. */
export const vectorOf = (lexemes: string): string => `array_to_tsvector(string_to_array(${lexemes}, ' '))`

export const toVector = (lexemes: string): RawBuilder<string> =>
  sql`array_to_tsvector(string_to_array(${lexemes}, ' '))`

/** A query of the database. Lexemes have only letters and digits, so they need no escaping. */
export function queryOf(wanted: Wanted): string {
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

/** All of these queries. */
export const queryOfAll = (queries: readonly string[]): string => queries.map((query) => `(${query})`).join(' & ')

/** Whether `column` contains the phrase in any case. It does not depend on the locale of the database. */
export function containsPhrase(column: RawBuilder<string>, phrase: string): RawBuilder<boolean> {
  const wanted = phrase.toLowerCase()
  const letters = new Map<string, string>()
  for (const letter of `abcdefghijklmnopqrstuvwxyz${wanted}`) {
    const capital = letter.toUpperCase()
    if (capital !== letter && Array.from(capital).length === 1) letters.set(capital, letter)
  }
  return sql`strpos(translate(${column}, ${[...letters.keys()].join('')}, ${[...letters.values()].join('')}), ${wanted}) > 0`
}
