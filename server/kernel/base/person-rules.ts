import { showsNothing, withoutIgnorable } from './visible-text.ts'

/** No invisible characters, and none that mail programs interpret. */
const WORD = String.raw`[^\s.@"<>(),;:\\[\]\p{C}\p{Default_Ignorable_Code_Point}]+`
const WORDS = String.raw`${WORD}(?:\.${WORD})*`
const EMAIL = new RegExp(`^${WORDS}@${WORDS}$`, 'u')
const MAX_EMAIL_LENGTH = 254

/** Checks only the form of the address. */
export const isEmail = (text: string): boolean => EMAIL.test(text.trim()) && text.trim().length <= MAX_EMAIL_LENGTH

export const MAX_FULL_NAME_LENGTH = 100
const FORBIDDEN = /[*`\\>"@]/
/** Characters without a visible form, which could make one name look like another. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u
/** Joiners between two characters control how they are drawn. Persian and Indian names and joined emoji need them. */
const JOINER = /(?<=[^\s\u200c\u200d])[\u200c\u200d](?=[^\s\u200c\u200d])/gu

/** The contract's error for a person's name, or null. */
export function fullNameProblem(text: string): string | null {
  const name = text.trim()
  if ([...name].length > MAX_FULL_NAME_LENGTH) return 'Name too long!'
  if (showsNothing(name)) return 'Name must not be empty!'
  if (FORBIDDEN.test(name) || UNPRINTABLE.test(name.replace(JOINER, ''))) return 'Invalid characters in name!'
  // A mention uses `Name|12` to distinguish people with the same name.
  return /\|\d+$/.test(withoutIgnorable(name)) ? 'Invalid format!' : null
}
