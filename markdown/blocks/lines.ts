import type { StateBlock, Token } from 'markdown-it'

/** A line without its indentation. */
export const lineText = (state: StateBlock, line: number): string =>
  state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]!)

/** The first character of that text, or a newline if it is empty. */
export const firstCharacter = (state: StateBlock, line: number): string =>
  state.src[state.bMarks[line]! + state.tShift[line]!] ?? '\n'

/** The same as a code unit. NaN at the end of the text. */
export const firstCode = (state: StateBlock, line: number): number =>
  state.src.charCodeAt(state.bMarks[line]! + state.tShift[line]!)

/** The indentation of a line within its block. */
const indentation = (state: StateBlock, line: number): number => state.sCount[line]! - state.blkIndent

/** True if the line is indented enough to be code. */
export const isCodeIndented = (state: StateBlock, line: number): boolean => indentation(state, line) >= 4

/** True if the line is outside of the current item or quote. */
export const isOutside = (state: StateBlock, line: number): boolean =>
  indentation(state, line) < 0 && !state.isEmpty(line)

/** The kinds of blocks that end where this rule finds a start. */
export const INTERRUPTS_TEXT = { alt: ['paragraph', 'blockquote'] }
export const INTERRUPTS_ANYTHING = { alt: ['paragraph', 'blockquote', 'list'] }

type BlockRule = (state: StateBlock, line: number, endLine: number, silent: boolean) => boolean

/** True if one of the rules finds a start in this line. */
export function beginsAny(rules: readonly BlockRule[], state: StateBlock, line: number, endLine: number): boolean {
  for (const rule of rules) if (rule(state, line, endLine, true)) return true
  return false
}

/** The text of an item has no tags that would end its line, so a block after it starts a new line. */
export function lineStart(tokens: readonly Token[], index: number): string {
  const before = tokens[index - 1]
  return before?.hidden && before.nesting === -1 ? '\n' : ''
}
