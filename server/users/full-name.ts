import { badRequest } from '../../api/errors.ts'
import { foldCase } from '../../api/fold-case.ts'
import { showsNothing, withoutIgnorable } from '../visible-text.ts'

const MOST_CHARACTERS = 100
const FORBIDDEN = /[*`\\>"@]/
/** Whatever has no picture of its own: it could make one name look like another. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u
/** Between two characters these choose how they are drawn: Persian and Indian names and joined emoji need them. */
const JOINER = /(?<=[^\s\u200c\u200d])[\u200c\u200d](?=[^\s\u200c\u200d])/gu

/** The name as it is stored, or the contract's complaint. */
export function checkFullName(text: string): string {
  const name = text.trim()
  if ([...name].length > MOST_CHARACTERS) throw badRequest('Name too long!')
  if (showsNothing(name)) throw badRequest('Name must not be empty!')
  if (FORBIDDEN.test(name) || UNPRINTABLE.test(name.replace(JOINER, '')))
    throw badRequest('Invalid characters in name!')
  // `Name|12` is how a mention tells two people of one name apart.
  if (/\|\d+$/.test(withoutIgnorable(name))) throw badRequest('Invalid format!')
  return name
}

/** Also when one has a joiner that the other lacks: nobody could tell the two people apart. */
export const looksLike = (one: string, other: string): boolean =>
  foldCase(withoutIgnorable(one)) === foldCase(withoutIgnorable(other))
