import { ownText } from '../../base/own-text.ts'

const MAX_LENGTH = 30

/** The name is shown with messages, and NUL cannot be stored. */
const UNPRINTABLE = /\p{C}/gu

/** The name shown with messages: the `client` parameter, or else the first product of the User-Agent. */
export function clientName(userAgent = '', parameter = ''): string {
  const named = parameter.replace(UNPRINTABLE, '').trim()
  if (named !== '') return ownText(shorten(named), parameter)
  const product = firstProduct(userAgent.trim())
  return product === '' ? 'Unspecified' : ownText(shorten(product), userAgent)
}

/** Slash, tab, space and non-breaking space. Headers contain no other blanks. */
const ENDS = new Set([0x2f, 0x09, 0x20, 0xa0])

function firstProduct(userAgent: string): string {
  let end = 0
  while (end < userAgent.length && !ENDS.has(userAgent.charCodeAt(end))) end += 1
  return userAgent.slice(0, end)
}

// Cuts by code points, because half a character cannot be stored.
const shorten = (name: string): string => (name.length > MAX_LENGTH ? [...name].slice(0, MAX_LENGTH).join('') : name)
