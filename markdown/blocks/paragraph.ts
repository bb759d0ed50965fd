import type { MarkdownIt, StateBlock, StateCore } from 'markdown-it'
import Token from 'markdown-it/lib/token.mjs'
import { isAmong, tableOf } from '../text/characters.ts'
import { beginsAny, firstCode, isCodeIndented } from './lines.ts'
import { stateOf } from './measured-lines.ts'

/** The first characters of all blocks, except indented code and tables, which are recognised by their second line. */
const SIGNS = '`~>#*+-_0123456789'
const BLOCK_SIGNS = tableOf(SIGNS)
const BLOCK_SIGNS_AND_BLANKS = tableOf(`${SIGNS} \t`)
const BLANKS = tableOf(' \t\n')
const TABLE_SIGNS = tableOf('|:-')

/**
 * Text that is no other block. Most lines can be no other block because of their first character, so no other rule
 * runs.
 */
export function paragraph(engine: MarkdownIt): void {
  engine.core.ruler.at('block', readBlocks)
  engine.block.ruler.before('code', 'plain_line', readPlainLine)
  engine.block.ruler.at('paragraph', readParagraph)
}

function readBlocks({ src, md, env, tokens }: StateCore): void {
  if (src === '') return
  // Most messages are one line without special characters, so lines need not be analysed.
  if (!isAmong(BLOCK_SIGNS_AND_BLANKS, src.charCodeAt(0)) && !src.includes('\n')) pushParagraph(tokens, src)
  else {
    const state = stateOf(src, md, env, tokens)
    md.block.tokenize(state, 0, state.lineMax)
  }
}

function pushParagraph(tokens: Token[], content: string): void {
  const open = new Token('paragraph_open', 'p', 1)
  const inline = new Token('inline', '', 0)
  const close = new Token('paragraph_close', 'p', -1)
  open.block = true
  inline.content = content
  inline.children = []
  close.block = true
  tokens.push(open, inline, close)
}

/** True if only a paragraph can start here. */
function isPlain(state: StateBlock, line: number, endLine: number): boolean {
  if (isAmong(BLOCK_SIGNS, firstCode(state, line))) return false
  return line + 1 >= endLine || !isAmong(TABLE_SIGNS, firstCode(state, line + 1))
}

function readPlainLine(state: StateBlock, startLine: number, endLine: number): boolean {
  if (isCodeIndented(state, startLine) || !isPlain(state, startLine, endLine)) return false
  return readParagraph(state, startLine, endLine)
}

function readParagraph(state: StateBlock, startLine: number, endLine: number): boolean {
  const end = endOfParagraph(state, startLine, endLine)
  state.push('paragraph_open', 'p', 1)
  const inline = state.push('inline', '', 0)
  inline.content = trimmed(
    end === startLine + 1
      ? state.src.slice(state.bMarks[startLine]! + state.tShift[startLine]!, state.eMarks[startLine])
      : state.getLines(startLine, end, state.blkIndent, false),
  )
  inline.children = []
  state.push('paragraph_close', 'p', -1)
  state.line = end
  return true
}

function endOfParagraph(state: StateBlock, startLine: number, endLine: number): number {
  const others = state.md.block.ruler.getRules('paragraph')
  let line = startLine + 1
  for (; line < endLine && !state.isEmpty(line); line++) {
    // The line is indented too far to start a block, or a quote includes it as it is.
    if (isCodeIndented(state, line) || state.sCount[line]! < 0 || isPlain(state, line, endLine)) continue
    if (beginsAny(others, state, line, endLine)) break
  }
  return line
}

/** Trims ASCII blanks only. Unicode blanks stay. */
function trimmed(text: string): string {
  let start = 0
  while (isAmong(BLANKS, text.charCodeAt(start))) start++
  let end = text.length
  while (end > start && isAmong(BLANKS, text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}
