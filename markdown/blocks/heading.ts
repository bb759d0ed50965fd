import type { MarkdownIt, StateBlock } from 'markdown-it'
import { firstCharacter, INTERRUPTS_TEXT, isCodeIndented, lineText } from './lines.ts'

const HEADING = /^(#{1,6})[ \t]+([^ \t][\s\S]*)$/

/** `# text` … `###### text`. Hashes at the end of the line are ignored. */
export function heading(engine: MarkdownIt): void {
  engine.block.ruler.before('paragraph', 'our_heading', readHeading, INTERRUPTS_TEXT)
}

function readHeading(state: StateBlock, startLine: number, _endLine: number, silent: boolean): boolean {
  if (firstCharacter(state, startLine) !== '#' || isCodeIndented(state, startLine)) return false
  const found = HEADING.exec(lineText(state, startLine))
  if (found === null) return false
  const text = withoutHashes(found[2]!)
  if (text === '') return false
  if (silent) return true
  const tag = `h${found[1]!.length}`
  state.line = startLine + 1
  state.push('heading_open', tag, 1)
  const inline = state.push('inline', '', 0)
  inline.content = text
  inline.children = []
  state.push('heading_close', tag, -1)
  return true
}

function withoutHashes(text: string): string {
  const trimmed = text.trimEnd()
  let end = trimmed.length
  while (end > 0 && trimmed[end - 1] === '#') end--
  return trimmed.slice(0, end).trimEnd()
}
