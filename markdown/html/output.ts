import type { MarkdownIt } from 'markdown-it'
import { attributes, escapeText } from './escape.ts'
import { requireAllowed } from './tag.ts'

/** How tokens without a rule of their own are written: only as allowed, with one way to escape text and one for attributes. */
export function output(engine: MarkdownIt): void {
  engine.renderer.rules['text'] = (tokens, index) => escapeText(tokens[index]!.content)
  // Asked for every token that has a tag, also for those without attributes.
  engine.renderer.renderAttrs = ({ tag, attrs }) => {
    const values = attrs ?? []
    requireAllowed(
      tag,
      values.map(([name]) => name),
    )
    return values.length === 0 ? '' : attributes(Object.fromEntries(values))
  }
}
