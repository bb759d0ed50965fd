import type { MarkdownIt, StateBlock } from 'markdown-it'
import { tag } from '../html/tag.ts'
import { notesOf } from '../notes.ts'
import { lineStart } from './lines.ts'
import { stateOf } from './measured-lines.ts'

/** A text that is shown on request, with a header that is always shown. */
export function spoiler(engine: MarkdownIt): void {
  const { rules } = engine.renderer
  rules['spoiler_open'] = (tokens, index) => `${lineStart(tokens, index)}${tag('div', { class: 'spoiler-block' })}`
  rules['spoiler_header_open'] = () => `${tag('div', { class: 'spoiler-header' })}\n`
  rules['spoiler_header_close'] = () => '</div>'
  rules['spoiler_content_open'] = () => `${tag('div', { class: 'spoiler-content', 'aria-hidden': 'true' })}\n`
  rules['spoiler_content_close'] = () => '</div>'
  rules['spoiler_close'] = () => '</div>\n'
}

export function pushSpoiler(state: StateBlock, header: string, readContent: () => void): void {
  state.push('spoiler_open', 'div', 1)
  state.push('spoiler_header_open', 'div', 1)
  readHeader(state, header)
  state.push('spoiler_header_close', 'div', -1)
  state.push('spoiler_content_open', 'div', 1)
  readContent()
  state.push('spoiler_content_close', 'div', -1)
  state.push('spoiler_close', 'div', -1)
}

/** The header is a line of Markdown, so it may be a heading or an item. */
function readHeader({ md, env, tokens, level }: StateBlock, header: string): void {
  const line = stateOf(header, md, env, tokens)
  const notes = notesOf(line)
  line.level = level
  notes.depth++
  md.block.tokenize(line, 0, line.lineMax)
  notes.depth--
}
