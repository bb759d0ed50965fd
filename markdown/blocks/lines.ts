import type { StateBlock, Token } from 'markdown-it'

/** A line without its indentation. */
export const lineText = (state: StateBlock, line: number): string =>
  state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]!)

/** The first character of that text; the line's end when it is empty. */
export const firstCharacter = (state: StateBlock, line: number): string =>
  state.src[state.bMarks[line]! + state.tShift[line]!] ?? '\n'

/** The same as a number; NaN at the end of the text. */
export const firstCode = (state: StateBlock, line: number): number =>
  state.src.charCodeAt(state.bMarks[line]! + state.tShift[line]!)

/** How far a line is indented within the block that holds it. */
const indentation = (state: StateBlock, line: number): number => state.sCount[line]! - state.blkIndent

/** So far to the right that it is code. */
export const isCodeIndented = (state: StateBlock, line: number): boolean => indentation(state, line) >= 4

/** Whether a line leaves the item or quote that is being read. */
export const isOutside = (state: StateBlock, line: number): boolean =>
  indentation(state, line) < 0 && !state.isEmpty(line)

/** The kinds of block that end where such a rule finds its own beginning. */
export const INTERRUPTS_TEXT = { alt: ['paragraph', 'blockquote'] }
export const INTERRUPTS_ANYTHING = { alt: ['paragraph', 'blockquote', 'list'] }

type BlockRule = (state: StateBlock, line: number, endLine: number, silent: boolean) => boolean

/** Whether one of the rules finds its beginning in a line. */
export function beginsAny(rules: readonly BlockRule[], state: StateBlock, line: number, endLine: number): boolean {
  for (const rule of rules) if (rule(state, line, endLine, true)) return true
  return false
}

/** The text of an item has no tags that would end its line; a block after it begins a new one. */
export function lineStart(tokens: readonly Token[], index: number): string {
  const before = tokens[index - 1]
  return before?.hidden && before.nesting === -1 ? '\n' : ''
}
