import type { MarkdownIt, StateInline } from 'markdown-it'
import { tag } from '../html/tag.ts'

const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t'

/** Every newline breaks the line; blanks around it are dropped. */
export function lineBreak(engine: MarkdownIt): void {
  engine.inline.ruler.push('line_break', readLineBreak, { alt: ['\n'] })
  engine.renderer.rules['softbreak'] = () => `${tag('br')}\n`
}

function readLineBreak(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '\n') return false
  if (!silent) {
    let end = state.pending.length
    while (end > 0 && isBlank(state.pending[end - 1])) end--
    state.pending = state.pending.slice(0, end)
    state.push('softbreak', 'br', 0)
  }
  state.pos++
  while (state.pos < state.posMax && isBlank(state.src[state.pos])) state.pos++
  return true
}
