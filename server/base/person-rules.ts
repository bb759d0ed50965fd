import { showsNothing, withoutIgnorable } from './visible-text.ts'

/** Nothing that cannot be seen, and nothing that mail programs read as more than an address. */
const WORD = String.raw`[^\s.@"<>(),;:\\[\]\p{C}\p{Default_Ignorable_Code_Point}]+`
const WORDS = String.raw`${WORD}(?:\.${WORD})*`
const EMAIL = new RegExp(`^${WORDS}@${WORDS}$`, 'u')
const EMAIL_MOST_CHARACTERS = 254

/** As far as it can be told by looking. */
export const isEmail = (text: string): boolean => EMAIL.test(text.trim()) && text.trim().length <= EMAIL_MOST_CHARACTERS

export const NAME_MOST_CHARACTERS = 100
const FORBIDDEN = /[*`\\>"@]/
/** Whatever has no picture of its own: it could make one name look like another. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u
/** Between two characters these choose how they are drawn: Persian and Indian names and joined emoji need them. */
const JOINER = /(?<=[^\s\u200c\u200d])[\u200c\u200d](?=[^\s\u200c\u200d])/gu

/** The contract's complaint about a person's name, or null. */
export function fullNameProblem(text: string): string | null {
  const name = text.trim()
  if ([...name].length > NAME_MOST_CHARACTERS) return 'Name too long!'
  if (showsNothing(name)) return 'Name must not be empty!'
  if (FORBIDDEN.test(name) || UNPRINTABLE.test(name.replace(JOINER, ''))) return 'Invalid characters in name!'
  // `Name|12` is how a mention tells two people of one name apart.
  return /\|\d+$/.test(withoutIgnorable(name)) ? 'Invalid format!' : null
}
