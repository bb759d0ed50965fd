import type { MarkdownIt, StateInline } from 'markdown-it'
import { escapeText } from '../html/escape.ts'
import { element } from '../html/tag.ts'
import { type CodeSpan, codeSpansOf } from './code-span-index.ts'

/** Where code begins in the text that is being read. */
export function codeSpansIn(state: StateInline): ReadonlyMap<number, CodeSpan> {
  const cache = state.cache as { codeSpans?: ReadonlyMap<number, CodeSpan> }
  cache.codeSpans ??= codeSpansOf(state.src)
  return cache.codeSpans
}

/** Code between runs of backticks of the same length; all that stands inside is kept. */
export function codeSpan(engine: MarkdownIt): void {
  engine.inline.ruler.push('code_span', readCodeSpan, { alt: ['`'] })
  engine.renderer.rules['code_inline'] = (tokens, index) => element('code', {}, escapeText(tokens[index]!.content))
}

function readCodeSpan(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '`') return false
  const span = codeSpansIn(state).get(state.pos)
  if (span !== undefined && span.end <= state.posMax) {
    if (!silent) state.push('code_inline', 'code', 0).content = state.src.slice(span.contentStart, span.contentEnd)
    state.pos = span.end
    return true
  }
  // A run without a partner is text as a whole: the rest of it opens nothing.
  let end = state.pos
  while (end < state.posMax && state.src[end] === '`') end++
  if (!silent) state.pending += state.src.slice(state.pos, end)
  state.pos = end
  return true
}
