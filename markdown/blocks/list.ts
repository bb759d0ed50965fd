import type { MarkdownIt, StateBlock } from 'markdown-it'
import { notesOf } from '../notes.ts'
import { beginsAny, firstCharacter, INTERRUPTS_TEXT, isCodeIndented, isOutside } from './lines.ts'

/** Text that is indented this much from an item's marker belongs to the item. */
const ITEM_INDENTATION = 2

const BULLETS = { open: 'bullet_list_open', close: 'bullet_list_close', tag: 'ul' }
const NUMBERS = { open: 'ordered_list_open', close: 'ordered_list_close', tag: 'ol' }

/** `* a`, `- a`, `+ a` form one list, even with mixed bullets. `3. a` starts counting at 3. */
export function list(engine: MarkdownIt): void {
  engine.block.ruler.before('paragraph', 'our_list', readList, INTERRUPTS_TEXT)
  for (const type of [BULLETS.open, NUMBERS.open]) {
    // A nested list follows the text of its item directly. Other blocks start a new line.
    engine.renderer.rules[type] = (tokens, index, _options, _env, renderer) =>
      `<${tokens[index]!.tag}${renderer.renderAttrs(tokens[index]!)}>\n`
  }
}

const MARKERS = '*+-0123456789'
const LONGEST_NUMBER = 9

interface Marker {
  /** Undefined for a bullet. */
  readonly number: number | undefined
  readonly length: number
}

function markerAt(state: StateBlock, line: number): Marker | undefined {
  if (!MARKERS.includes(firstCharacter(state, line)) || isCodeIndented(state, line)) return undefined
  const { src } = state
  const start = state.bMarks[line]! + state.tShift[line]!
  let digits = start
  while (isDigit(src[digits])) digits++
  const isNumber = digits > start
  if (isNumber && (digits - start > LONGEST_NUMBER || src[digits] !== '.')) return undefined
  const blanks = digits + 1
  const end = state.skipSpaces(blanks)
  if (end === blanks || end >= state.eMarks[line]!) return undefined
  return { number: isNumber ? Number(src.slice(start, digits)) : undefined, length: end - start }
}

const isDigit = (character: string | undefined): boolean =>
  character !== undefined && character >= '0' && character <= '9'

const areAlike = (a: Marker, b: Marker): boolean => (a.number === undefined) === (b.number === undefined)

function readList(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  // While an item's text is read, the surrounding items are outside of its indentation and still end it.
  const first = markerAt(state, startLine)
  if (first === undefined || (!silent && isOutside(state, startLine))) return false
  const notes = notesOf(state)
  if (notes.isFullyNested) return false
  if (silent) return true
  const { open: type, close, tag } = first.number === undefined ? BULLETS : NUMBERS
  notes.depth++
  const open = state.push(type, tag, 1)
  if (first.number !== undefined && first.number !== 1) open.attrs = [['start', `${first.number}`]]
  readItems(state, startLine, endLine, first)
  state.push(close, tag, -1)
  notes.depth--
  return true
}

function readItems(state: StateBlock, startLine: number, endLine: number, first: Marker): void {
  let isApart = false
  let marker: Marker | undefined = first
  for (let line = startLine; marker !== undefined; line = state.line) {
    const firstToken = state.tokens.length
    const hasBlank = !readItem(state, line, endLine, marker)
    const endsBlank = state.line - line > 1 && state.isEmpty(state.line - 1)
    marker = nextMarker(state, endLine, first)
    if (!isApart && !hasBlank && !(endsBlank && marker !== undefined)) hideParagraphs(state, firstToken)
    isApart = endsBlank || hasBlank
  }
}

/** The marker of the next item, or undefined after the last one. */
function nextMarker(state: StateBlock, endLine: number, first: Marker): Marker | undefined {
  const { line } = state
  if (line >= endLine || isOutside(state, line)) return undefined
  if (beginsAny(state.md.block.ruler.getRules('list'), state, line, endLine)) return undefined
  const marker = markerAt(state, line)
  return marker !== undefined && areAlike(marker, first) ? marker : undefined
}

/** Returns true if the item contains no blank line. */
function readItem(state: StateBlock, line: number, endLine: number, marker: Marker): boolean {
  const { blkIndent, tight } = state
  const bMark = state.bMarks[line]!
  const tShift = state.tShift[line]!
  const sCount = state.sCount[line]!
  notesOf(state).pay(1)
  state.push('list_item_open', 'li', 1)
  state.blkIndent = sCount + ITEM_INDENTATION
  state.tight = true
  state.bMarks[line] = bMark + tShift + marker.length
  state.tShift[line] = 0
  // The lines below are measured against the first line, which is not treated as code even if indented that far.
  state.sCount[line] = sCount + (marker.length < ITEM_INDENTATION + 4 ? marker.length : ITEM_INDENTATION)
  state.md.block.tokenize(state, line, endLine)
  const isTight = state.tight
  state.push('list_item_close', 'li', -1)
  state.bMarks[line] = bMark
  state.tShift[line] = tShift
  state.sCount[line] = sCount
  state.blkIndent = blkIndent
  state.tight = tight
  return isTight
}

/** The text of an item is a paragraph only if a blank line sets the item apart. */
function hideParagraphs(state: StateBlock, firstToken: number): void {
  const level = state.level + 1
  for (let index = firstToken; index < state.tokens.length; index++) {
    const token = state.tokens[index]!
    if (token.level === level && token.tag === 'p') token.hidden = true
  }
}
