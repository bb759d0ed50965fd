import type { MarkdownIt, StateBlock } from 'markdown-it'
import { notesOf } from '../notes.ts'
import { beginsAny, firstCharacter, INTERRUPTS_TEXT, isCodeIndented, isOutside, lineText } from './lines.ts'
import { splitCells } from './table-cells.ts'

/** The maximum number of missing cells that are added, so that short rows below a wide header stay cheap. */
const ADDED_CELLS = 1000

const ALIGNMENT = /^(:?)-+(:?)$/

export function table(engine: MarkdownIt): void {
  engine.block.ruler.before('paragraph', 'our_table', readTable, INTERRUPTS_TEXT)
}

/** The alignment of each column. Undefined if the line is not a row of dashes. */
function alignmentsOf(line: string): string[] | undefined {
  if (!/^[|:-][|: \t-]*$/.test(line)) return undefined
  const alignments: string[] = []
  for (const cell of splitCells(line)) {
    const found = ALIGNMENT.exec(cell)
    if (found === null) return undefined
    if (found[2] === ':') alignments.push(found[1] === ':' ? 'center' : 'right')
    else alignments.push(found[1] === ':' ? 'left' : '')
  }
  return alignments
}

function readTable(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const dashes = startLine + 1
  if (dashes >= endLine || !'|:-'.includes(firstCharacter(state, dashes))) return false
  if (isOutside(state, dashes)) return false
  if (isCodeIndented(state, startLine) || isCodeIndented(state, dashes)) return false
  const head = lineText(state, startLine)
  if (!head.includes('|')) return false
  const alignments = alignmentsOf(lineText(state, dashes).trimEnd())
  if (alignments === undefined) return false
  const titles = splitCells(head)
  if (titles.length !== alignments.length) return false
  if (silent) return true
  state.push('table_open', 'table', 1)
  state.push('thead_open', 'thead', 1)
  pushRow(state, 'th', titles, alignments)
  state.push('thead_close', 'thead', -1)
  state.push('tbody_open', 'tbody', 1)
  state.line = readRows(state, dashes + 1, endLine, alignments)
  state.push('tbody_close', 'tbody', -1)
  state.push('table_close', 'table', -1)
  return true
}

/** Returns the line after the last row. */
function readRows(state: StateBlock, firstLine: number, endLine: number, alignments: readonly string[]): number {
  const terminators = state.md.block.ruler.getRules('blockquote')
  let added = 0
  let line = firstLine
  for (; line < endLine && !state.isEmpty(line); line++) {
    if (isOutside(state, line) || isCodeIndented(state, line)) break
    const text = lineText(state, line)
    if (!text.includes('|') || beginsAny(terminators, state, line, endLine)) break
    const cells = splitCells(text)
    added += Math.max(0, alignments.length - cells.length)
    if (added > ADDED_CELLS) break
    pushRow(state, 'td', cells, alignments)
  }
  return line
}

function pushRow(state: StateBlock, tag: 'th' | 'td', cells: readonly string[], alignments: readonly string[]): void {
  notesOf(state).pay(alignments.length)
  state.push('tr_open', 'tr', 1)
  for (const [column, alignment] of alignments.entries()) {
    const open = state.push(`${tag}_open`, tag, 1)
    if (alignment !== '') open.attrs = [['style', `text-align: ${alignment};`]]
    const inline = state.push('inline', '', 0)
    inline.content = cells[column] ?? ''
    inline.children = []
    state.push(`${tag}_close`, tag, -1)
  }
  state.push('tr_close', 'tr', -1)
}
