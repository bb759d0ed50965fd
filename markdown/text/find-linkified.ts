import { withoutOwnUrl } from '../inline/link-address.ts'
import type { Notes } from '../notes.ts'
import { type Finding, mergeFindings } from './finding.ts'

/** Matches in pieces, because a pattern may read to the end of its input before it reports a short match. */
const PIECE_LENGTH = 1000
const MATCH_COST = 100
const BLANK = /\s/g

/** The matches of the organization's patterns. If two overlap, the earlier pattern wins. */
export function findLinkified(text: string, notes: Notes): readonly Finding[] {
  if (notes.context.linkifiers.length === 0) return []
  if (text.length <= PIECE_LENGTH) return findInPiece(text, 0, notes)
  const found: Finding[] = []
  for (let start = 0; start < text.length; ) {
    BLANK.lastIndex = start + PIECE_LENGTH
    const end = BLANK.exec(text)?.index ?? text.length
    found.push(...findInPiece(text.slice(start, end), start, notes))
    start = end
  }
  return found
}

function findInPiece(piece: string, offset: number, notes: Notes): readonly Finding[] {
  const { linkifiers, settings } = notes.context
  let found: readonly Finding[] = []
  for (const linkifier of linkifiers) {
    notes.pay(piece.length * linkifier.cost)
    const matches: Finding[] = []
    for (const { start, end, url } of linkifier.matches(piece)) {
      // The search for the next match may look at everything that is left.
      notes.pay(MATCH_COST + (piece.length - start) * Math.max(1, linkifier.cost))
      matches.push({ start: start + offset, end: end + offset, as: { link: withoutOwnUrl(url, settings) } })
    }
    found = mergeFindings(found, matches)
  }
  return found
}
