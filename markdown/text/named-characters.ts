import { unescapeAll } from 'markdown-it/lib/common/utils.mjs'
import type { Finding } from './finding.ts'

const NAMED = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][\da-z]{1,31});/gi

/** Characters that would change the line or the address that they are in without being seen. */
const CONTROL = /\p{Cc}/u

/** `&amp;`, `&#38;` and `&#x26;` become `&`. Clients write them where the character itself would be markup. */
export const withNamedCharacters = (text: string): string =>
  text.includes('&') ? text.replace(NAMED, (name) => characterNamed(name) ?? name) : text

/** In a bare address only `&` is likely to be named, by those who copy the address from a page's source. */
export const withAmpersands = (address: string): string => address.replaceAll('&amp;', '&')

export function findNamedCharacters(text: string): readonly Finding[] {
  const found: Finding[] = []
  for (const match of text.matchAll(NAMED)) {
    const character = characterNamed(match[0])
    if (character !== undefined)
      found.push({ start: match.index, end: match.index + match[0].length, as: { character } })
  }
  return found
}

function characterNamed(name: string): string | undefined {
  const character = unescapeAll(name)
  // Some names also count without the semicolon. Then it is left over, as in `&notes;`.
  return character.endsWith(';') || CONTROL.test(character) ? undefined : character
}
