import type { MarkdownIt } from 'markdown-it'
import { attribute, escapeText } from './escape.ts'
import { requireAllowed } from './tag.ts'

const NONE: readonly never[] = []

/** How tokens without a rule of their own are written: only as allowed, with one way to escape text and one for attributes. */
export function output(engine: MarkdownIt): void {
  engine.renderer.rules['text'] = (tokens, index) => escapeText(tokens[index]!.content)
  // Asked for every token that has a tag, also for those without attributes.
  engine.renderer.renderAttrs = ({ tag, attrs }) => {
    requireAllowed(tag, NONE)
    let written = ''
    for (const [name, value] of attrs ?? NONE) {
      requireAllowed(tag, [name])
      written += attribute(name, value)
    }
    return written
  }
}
