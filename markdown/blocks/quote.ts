import type { MarkdownIt, StateBlock } from 'markdown-it'
import { notesOf } from '../notes.ts'
import { beginsAny, firstCharacter, INTERRUPTS_ANYTHING, isCodeIndented, isOutside, lineText } from './lines.ts'

/** `> text`, continued by the following lines up to a blank one. Lines with only `>` are text. */
export function quote(engine: MarkdownIt): void {
  engine.block.ruler.before('paragraph', 'quote', readQuote, INTERRUPTS_ANYTHING)
}

function readQuote(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (!beginsQuote(state, startLine, endLine)) return false
  const notes = notesOf(state)
  if (notes.isFullyNested) return false
  if (silent) return true
  const { lineMax, blkIndent } = state
  const lines = new QuotedLines(state, startLine)
  const end = lines.readUntil(endLine)
  notes.pay(end - startLine)
  notes.depth++
  state.lineMax = end
  state.blkIndent = 0
  state.push('blockquote_open', 'blockquote', 1)
  state.md.block.tokenize(state, startLine, end)
  state.push('blockquote_close', 'blockquote', -1)
  state.lineMax = lineMax
  state.blkIndent = blkIndent
  notes.depth--
  lines.restore()
  return true
}

function beginsQuote(state: StateBlock, startLine: number, endLine: number): boolean {
  if (!hasSign(state, startLine) || isCodeIndented(state, startLine)) return false
  if (!isSignAlone(state, startLine)) return true
  // The rule already ran for the first of these lines, and its result applies to all of them.
  if (startLine > 0 && isSignAlone(state, startLine - 1)) return false
  let line = startLine + 1
  while (line < endLine && isSignAlone(state, line)) line++
  notesOf(state).pay(line - startLine)
  if (line >= endLine || state.isEmpty(line) || isOutside(state, line)) return false
  return hasSign(state, line) || !beginsOther(state, line, endLine)
}

const firstOf = (state: StateBlock, line: number): number => state.bMarks[line]! + state.tShift[line]!

const hasSign = (state: StateBlock, line: number): boolean => firstCharacter(state, line) === '>'

const isSignAlone = (state: StateBlock, line: number): boolean =>
  !isCodeIndented(state, line) && lineText(state, line).trimEnd() === '>'

/** True if a line without its `>` starts a block that ends the quote. */
const beginsOther = (state: StateBlock, line: number, endLine: number): boolean =>
  beginsAny(state.md.block.ruler.getRules('blockquote'), state, line, endLine)

/** The lines of a quote. They lose their `>` while the content is read. */
class QuotedLines {
  readonly #state: StateBlock
  readonly #start: number
  readonly #saved: { bMark: number; tShift: number; sCount: number; bsCount: number }[] = []

  constructor(state: StateBlock, start: number) {
    this.#state = state
    this.#start = start
  }

  /** Returns the line after the quote. */
  readUntil(endLine: number): number {
    const state = this.#state
    let afterBlank = false
    let line = this.#start
    for (; line < endLine && !state.isEmpty(line); line++) {
      if (hasSign(state, line) && !isOutside(state, line)) {
        this.#save(line)
        this.#cut(line, firstOf(state, line) + 1)
        afterBlank = state.isEmpty(line)
        continue
      }
      if (beginsOther(state, line, endLine)) break
      this.#save(line)
      // A negative indentation, so that only an open paragraph continues with this line. After a lone `>` the line
      // starts a paragraph.
      state.sCount[line] = afterBlank ? 0 : -1
      afterBlank = false
    }
    return line
  }

  restore(): void {
    const state = this.#state
    for (const [index, saved] of this.#saved.entries()) {
      const line = this.#start + index
      state.bMarks[line] = saved.bMark
      state.tShift[line] = saved.tShift
      state.sCount[line] = saved.sCount
      state.bsCount[line] = saved.bsCount
    }
  }

  #save(line: number): void {
    const state = this.#state
    this.#saved.push({
      bMark: state.bMarks[line]!,
      tShift: state.tShift[line]!,
      sCount: state.sCount[line]!,
      bsCount: state.bsCount[line]!,
    })
  }

  #cut(line: number, afterMarker: number): void {
    const state = this.#state
    const { src } = state
    const begin = src[afterMarker] === ' ' || src[afterMarker] === '\t' ? afterMarker + 1 : afterMarker
    let position = begin
    let column = 0
    for (; position < state.eMarks[line]!; position++) {
      if (src[position] === '\t') column += 4 - (column % 4)
      else if (src[position] === ' ') column++
      else break
    }
    state.bMarks[line] = begin
    state.tShift[line] = position - begin
    state.sCount[line] = column
    state.bsCount[line] = 0
  }
}
