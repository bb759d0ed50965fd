import type { MarkdownIt } from 'markdown-it'
import { escapeText } from '../html/escape.ts'
import type { InlineState } from './inline-state.ts'

/** Writes text that is not searched further. A reference without a target stays as typed. */
export function pushVerbatim(state: InlineState, text: string): void {
  state.push('verbatim', '', 0).content = text
}

export function verbatim(engine: MarkdownIt): void {
  engine.renderer.rules['verbatim'] = (tokens, index) => escapeText(tokens[index]!.content)
}
