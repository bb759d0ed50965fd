import type { MarkdownIt, StateBlock } from 'markdown-it'
import { notesOf } from '../notes.ts'
import { type FenceLine, fenceLine, isContainer } from './fence-line.ts'
import { firstCharacter, INTERRUPTS_ANYTHING, isCodeIndented, isOutside, lineText } from './lines.ts'
import { pushSpoiler } from './spoiler.ts'

/** Lines between two lines of backticks or tildes. The word after the first one gives their type. */
export function fence(engine: MarkdownIt): void {
  engine.block.ruler.before('paragraph', 'our_fence', readFence, INTERRUPTS_ANYTHING)
}

function openingAt(state: StateBlock, line: number): FenceLine | undefined {
  const first = firstCharacter(state, line)
  if ((first !== '`' && first !== '~') || isCodeIndented(state, line)) return undefined
  return fenceLine(lineText(state, line))
}

function readFence(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const opening = openingAt(state, startLine)
  if (opening === undefined) return false
  if (silent) return true
  const hasBlocks = isContainer(opening) && !notesOf(state).isFullyNested
  const end = hasBlocks
    ? endOfContainer(state, startLine, endLine, opening)
    : endOfVerbatim(state, startLine, endLine, opening)
  if (hasBlocks) readContainer(state, opening, startLine + 1, end)
  else {
    const token = state.push(opening.kind === 'math' ? 'math_block' : 'fence', '', 0)
    token.info = opening.word
    token.content = state.getLines(startLine + 1, end, state.sCount[startLine]!, false)
  }
  // Skip the closing line, which is missing if the fence runs to the end of its container.
  state.line = end < endLine && !isOutside(state, end) ? end + 1 : end
  return true
}

const closes = (state: StateBlock, line: number, { marker }: FenceLine): boolean =>
  !isCodeIndented(state, line) && lineText(state, line).trimEnd() === marker

function endOfVerbatim(state: StateBlock, startLine: number, endLine: number, opening: FenceLine): number {
  let line = startLine + 1
  while (line < endLine && !isOutside(state, line) && !closes(state, line, opening)) line++
  return line
}

/** Skips inner fences with their own ends, so that inner ones may look like the outer one. */
function endOfContainer(state: StateBlock, startLine: number, endLine: number, opening: FenceLine): number {
  const open = [opening]
  let line = startLine + 1
  for (; line < endLine && !isOutside(state, line); line++) {
    const innermost = open.at(-1)!
    if (closes(state, line, innermost)) {
      open.pop()
      if (open.length === 0) break
      continue
    }
    const inner = isContainer(innermost) ? openingAt(state, line) : undefined
    if (inner !== undefined) open.push(inner)
  }
  notesOf(state).pay(line - startLine)
  return line
}

function readContainer(state: StateBlock, opening: FenceLine, firstLine: number, end: number): void {
  const notes = notesOf(state)
  const { lineMax } = state
  const readInside = (): void => {
    notes.depth++
    state.lineMax = end
    state.md.block.tokenize(state, firstLine, end)
    state.lineMax = lineMax
    notes.depth--
  }
  if (opening.kind === 'spoiler') pushSpoiler(state, opening.rest, readInside)
  else {
    state.push('blockquote_open', 'blockquote', 1)
    readInside()
    state.push('blockquote_close', 'blockquote', -1)
  }
}
