import type { MarkdownIt } from 'markdown-it'
import { escapeText } from '../html/escape.ts'
import { element } from '../html/tag.ts'
import { type CodeSpan, codeSpansOf } from './code-span-index.ts'
import type { InlineState } from './inline-state.ts'
import { atSign } from './signs.ts'

/** The code spans of the current text. */
export function codeSpansIn(state: InlineState): ReadonlyMap<number, CodeSpan> {
  state.codeSpans ??= codeSpansOf(state.src)
  return state.codeSpans
}

/** Code between runs of backticks of the same length. Its content is kept unchanged. */
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
  // An unmatched run is text as a whole. No part of it opens a code span.
  let end = state.pos
  while (end < state.posMax && state.src[end] === '`') end++
  state.pending += state.src.slice(state.pos, end)
  state.pos = end
  return true
}
