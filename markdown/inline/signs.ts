import type { MarkdownIt, StateCore, StateInline } from 'markdown-it'

/** Every inline construct begins with one of these, and its rule names it: at a sign, only the rules of that sign run. */
const SIGN = /[\n#$*<@[`~]|!(?=\[)/g

/** What stands between signs is taken as a whole, and a text without any sign is not read at all. */
export function signs(engine: MarkdownIt): void {
  engine.inline.ruler.at('text', readNext)
  engine.core.ruler.at('inline', readTexts)
}

function readTexts(state: StateCore): void {
  const { md, env } = state
  for (const token of state.tokens) {
    if (token.type !== 'inline') continue
    if (nextSign(token.content, 0) !== -1) md.inline.parse(token.content, md, env, token.children!)
    else if (token.content !== '') {
      const text = new state.Token('text', '', 0)
      text.content = token.content
      token.children!.push(text)
    }
  }
}

/** Always takes something: a sign that begins nothing is text too. */
function readNext(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state
  const sign = nextSign(src, pos)
  if (sign === pos) {
    for (const rule of state.md.inline.ruler.getRules(src[pos]!)) if (rule(state, silent)) return true
  }
  const end = sign === pos ? pos + 1 : sign === -1 || sign > posMax ? posMax : sign
  if (!silent) state.pending += src.slice(pos, end)
  state.pos = end
  return true
}

function nextSign(text: string, from: number): number {
  SIGN.lastIndex = from
  return SIGN.test(text) ? SIGN.lastIndex - 1 : -1
}
