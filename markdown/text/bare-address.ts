/** Parentheses in an address may lie this deep in one another. */
const DEEPEST = 6
const PUNCTUATION = '!:;?),.\'">'
/** Most hosts are of ASCII, for which the pattern of all letters is slow. */
const ASCII_HOST = /[A-Za-z0-9_][A-Za-z0-9_.:@-]*/y
const HOST = /[\p{L}\p{N}_][\p{L}\p{N}\p{M}_.:@-]*/uy

/** Where the run of characters without whitespace ends, and where the punctuation begins that closes it. */
export interface Chunk {
  readonly end: number
  readonly punctuation: number
}

const SPACE = /\s/g

export function chunkAt(text: string, position: number): Chunk {
  SPACE.lastIndex = position
  const end = SPACE.test(text) ? SPACE.lastIndex - 1 : text.length
  let punctuation = end
  while (punctuation > position && PUNCTUATION.includes(text[punctuation - 1]!)) punctuation--
  return { end, punctuation }
}

/** Where an address ends, or before which position none can begin: what stopped this one stops them too. */
export type AddressEnd = { readonly end: number } | { readonly barrier: number }

/**
 * The end of an address whose path begins at `position`. It is as short as it can be while only punctuation follows and
 * its parentheses are in pairs; a quotation mark or a lone parenthesis inside spoils it.
 */
export function endOfPath(text: string, position: number, { end, punctuation }: Chunk): AddressEnd {
  let depth = 0
  let outermost = position
  for (let at = position; at < end; at++) {
    if (depth === 0 && at >= punctuation) return { end: at }
    const character = text[at]
    if (character === '"') return { barrier: at < punctuation ? at : outermost }
    if (character === '(') {
      if (depth === 0) outermost = at
      if (++depth > DEEPEST) return { barrier: outermost }
    } else if (character === ')' && --depth < 0) return { barrier: at }
  }
  return depth === 0 ? { end } : { barrier: outermost }
}

const startsPath = (character: string | undefined): boolean =>
  character === '/' || character === '?' || character === '#'

/** What follows a host: a path, or nothing but punctuation. */
export function endAfterHost(text: string, host: number, chunk: Chunk): AddressEnd {
  if (host >= chunk.punctuation) return { end: host }
  return startsPath(text[host]) ? endOfPath(text, host, chunk) : { barrier: host }
}

const isAscii = (character = ''): boolean => character < '\u0080'

/** The same position when no host begins there. */
function endOfHost(text: string, position: number): number {
  ASCII_HOST.lastIndex = position
  if (ASCII_HOST.test(text) && isAscii(text[ASCII_HOST.lastIndex])) return ASCII_HOST.lastIndex
  HOST.lastIndex = position
  return HOST.test(text) ? HOST.lastIndex : position
}

/** An address with a scheme; `position` is where its host begins. */
export function endOfAddress(text: string, position: number, chunk: Chunk): AddressEnd {
  const afterRun = endOfHost(text, position)
  if (afterRun === position) return { barrier: position }
  // Some characters of a host also close a sentence: at its end they are the sentence's.
  const ending = endAfterHost(text, Math.min(afterRun, chunk.punctuation), chunk)
  return 'end' in ending || ending.barrier !== afterRun ? ending : { barrier: position }
}
