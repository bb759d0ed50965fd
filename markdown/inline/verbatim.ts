import type { MarkdownIt } from 'markdown-it'
import { escapeText } from '../html/escape.ts'
import type { InlineState } from './inline-state.ts'

/** Text in which nothing more is looked for: what was meant as a reference and refers to nothing stays as it was typed. */
export function pushVerbatim(state: InlineState, text: string): void {
  state.push('verbatim', '', 0).content = text
}

export function verbatim(engine: MarkdownIt): void {
  engine.renderer.rules['verbatim'] = (tokens, index) => escapeText(tokens[index]!.content)
}
