import type { MarkdownIt } from 'markdown-it'
import { attributes, escapeText } from './escape.ts'

/** How tokens without a rule of their own are written: one way to escape text, one for attributes. */
export function output(engine: MarkdownIt): void {
  engine.renderer.rules['text'] = (tokens, index) => escapeText(tokens[index]!.content)
  engine.renderer.renderAttrs = ({ attrs }) => (attrs === null ? '' : attributes(Object.fromEntries(attrs)))
}
