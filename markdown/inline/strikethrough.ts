import type { MarkdownIt, StateInline } from 'markdown-it'
import { readInside } from './emphasis.ts'
import { hiddenMarkersIn } from './emphasis-hidden.ts'

/** `~~text~~`, on one line. */
export function strikethrough(engine: MarkdownIt): void {
  engine.inline.ruler.push('our_strikethrough', readStrikethrough, { alt: ['~'] })
}

function readStrikethrough(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state
  if (src[pos] !== '~' || src[pos + 1] !== '~' || src[pos + 2] === '~' || src[pos - 1] === '~') return false
  const hidden = hiddenMarkersIn(state)
  if (hidden.isHidden(pos)) return false
  const end = hidden.next('~', pos + 2, posMax)
  if (end === undefined || end === pos + 2 || src[end + 1] !== '~' || src[end + 2] === '~' || end + 2 > posMax) {
    return false
  }
  if (!silent) readInside(state, ['del'], pos + 2, end)
  state.pos = end + 2
  return true
}
