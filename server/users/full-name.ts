import { badRequest } from '../../api/errors.ts'

const MOST_CHARACTERS = 100
const FORBIDDEN = /[*`\\>"@]/
/** Whatever has no picture of its own: it could make one name look like another. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u

/** The name as it is stored, or the contract's complaint. */
export function checkFullName(text: string): string {
  const name = text.trim()
  if ([...name].length > MOST_CHARACTERS) throw badRequest('Name too long!')
  if (name === '') throw badRequest('Name must not be empty!')
  if (FORBIDDEN.test(name) || UNPRINTABLE.test(name)) throw badRequest('Invalid characters in name!')
  // `Name|12` is how a mention tells two people of one name apart.
  if (/\|\d+$/.test(name)) throw badRequest('Invalid format!')
  return name
}
