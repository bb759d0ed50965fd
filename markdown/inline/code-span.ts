import type { MarkdownIt } from 'markdown-it'
import { escapeText } from '../html/escape.ts'
import { element } from '../html/tag.ts'
import { type CodeSpan, codeSpansOf } from './code-span-index.ts'
import type { InlineState } from './inline-state.ts'
import { atSign } from './signs.ts'

/** Where code begins in the text that is being read. */
export function codeSpansIn(state: InlineState): ReadonlyMap<number, CodeSpan> {
  state.codeSpans ??= codeSpansOf(state.src)
  return state.codeSpans
}

/** Code between runs of backticks of the same length; all that stands inside is kept. */
export function codeSpan(engine: MarkdownIt): void {
  atSign(engine, '`', 'code_span', readCodeSpan)
  engine.renderer.rules['code_inline'] = (tokens, index) =>
    element('code', undefined, escapeText(tokens[index]!.content))
}

function readCodeSpan(state: InlineState): boolean {
  const span = codeSpansIn(state).get(state.pos)
  if (span !== undefined && span.end <= state.posMax) {
    state.push('code_inline', 'code', 0).content = state.src.slice(span.contentStart, span.contentEnd)
    state.pos = span.end
    return true
  }
  // A run without a partner is text as a whole: the rest of it opens nothing.
  let end = state.pos
  while (end < state.posMax && state.src[end] === '`') end++
  state.pending += state.src.slice(state.pos, end)
  state.pos = end
  return true
}
