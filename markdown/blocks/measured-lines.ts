import type { MarkdownIt, StateBlock, Token } from 'markdown-it'

/**
 * Builds the library's block state with the same line measures. The library reads every character. Searching only for
 * line ends is much faster.
 */
export function stateOf(src: string, md: MarkdownIt, env: unknown, tokens: Token[]): StateBlock {
  const state = new md.block.State('', md, env, tokens)
  state.src = src
  state.lineMax = 0
  for (let start = 0; start < src.length; ) {
    const newline = src.indexOf('\n', start)
    const end = newline === -1 ? src.length : newline
    setLine(state, start, end)
    start = end + 1
  }
  // The library expects an uncounted empty line after the last one.
  const { lineMax } = state
  setLine(state, src.length, src.length)
  state.lineMax = lineMax
  return state
}

function setLine(state: StateBlock, start: number, end: number): void {
  const line = state.lineMax++
  let first = start
  let column = 0
  for (; first < end; first++) {
    if (state.src[first] === '\t') column += 4 - (column % 4)
    else if (state.src[first] === ' ') column++
    else break
  }
  state.bMarks[line] = start
  state.eMarks[line] = end
  state.tShift[line] = first - start
  state.sCount[line] = column
  state.bsCount[line] = 0
}
