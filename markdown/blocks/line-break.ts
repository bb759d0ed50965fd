import type { MarkdownIt } from 'markdown-it'
import { tag } from '../html/tag.ts'
import type { InlineState } from '../inline/inline-state.ts'
import { atSign } from '../inline/signs.ts'

const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t'

/** Every newline is a line break. Blanks around it are dropped. */
export function lineBreak(engine: MarkdownIt): void {
  atSign(engine, '\n', 'line_break', readLineBreak)
  engine.renderer.rules['softbreak'] = () => `${tag('br')}\n`
}

function readLineBreak(state: InlineState): boolean {
  let end = state.pending.length
  while (end > 0 && isBlank(state.pending[end - 1])) end--
  state.pending = state.pending.slice(0, end)
  state.push('softbreak', 'br', 0)
  state.pos++
  while (state.pos < state.posMax && isBlank(state.src[state.pos])) state.pos++
  return true
}
