/** The maximum nesting of parentheses in an address. */
const DEEPEST = 6
const PUNCTUATION = '!:;?),.\'">'
/** Most hosts are ASCII, and the pattern for all letters is slower. */
const ASCII_HOST = /[A-Za-z0-9_][A-Za-z0-9_.:@-]*/y
const HOST = /[\p{L}\p{N}_][\p{L}\p{N}\p{M}_.:@-]*/uy

/** The end of a run without whitespace, and the start of the punctuation at its end. */
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

/**
 * The end of an address, or the position before which no other address can start, because the same character would stop
 * it.
 */
export type AddressEnd = { readonly end: number } | { readonly barrier: number }

/**
 * The end of an address whose path starts at `position`. It is as short as possible, such that only punctuation follows
 * and its parentheses are balanced. A quotation mark or an unbalanced parenthesis makes it invalid.
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

/** The end after a host: a path, or only punctuation. */
export function endAfterHost(text: string, host: number, chunk: Chunk): AddressEnd {
  if (host >= chunk.punctuation) return { end: host }
  return startsPath(text[host]) ? endOfPath(text, host, chunk) : { barrier: host }
}

const isAscii = (character = ''): boolean => character < '\u0080'

/** Returns the same position if no host starts there. */
function endOfHost(text: string, position: number): number {
  ASCII_HOST.lastIndex = position
  if (ASCII_HOST.test(text) && isAscii(text[ASCII_HOST.lastIndex])) return ASCII_HOST.lastIndex
  HOST.lastIndex = position
  return HOST.test(text) ? HOST.lastIndex : position
}

/** The end of an address with a scheme. `position` is the start of its host. */
export function endOfAddress(text: string, position: number, chunk: Chunk): AddressEnd {
  const afterRun = endOfHost(text, position)
  if (afterRun === position) return { barrier: position }
  // Some characters of a host also end a sentence. At the end they belong to the sentence.
  const ending = endAfterHost(text, Math.min(afterRun, chunk.punctuation), chunk)
  return 'end' in ending || ending.barrier !== afterRun ? ending : { barrier: position }
}
