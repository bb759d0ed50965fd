import type { MarkdownIt } from 'markdown-it'
import { readInside } from './emphasis.ts'
import { isHiddenMarker, nextMarker } from './emphasis-hidden.ts'
import type { InlineState } from './inline-state.ts'
import { atSign } from './signs.ts'

const DELETED = [{ tag: 'del', open: 'del_open', close: 'del_close' }]

/** `~~text~~`, on one line. */
export function strikethrough(engine: MarkdownIt): void {
  atSign(engine, '~', 'our_strikethrough', readStrikethrough)
}

function readStrikethrough(state: InlineState): boolean {
  const { src, pos, posMax } = state
  if (src[pos + 1] !== '~' || src[pos + 2] === '~' || src[pos - 1] === '~') return false
  if (isHiddenMarker(state, pos)) return false
  const end = nextMarker(state, '~', pos + 2)
  if (end === undefined || end === pos + 2 || src[end + 1] !== '~' || src[end + 2] === '~' || end + 2 > posMax) {
    return false
  }
  readInside(state, DELETED, pos + 2, end)
  state.pos = end + 2
  return true
}
