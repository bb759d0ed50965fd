import type { MarkdownIt, StateCore } from 'markdown-it'
import { type InlineRule, InlineState } from './inline-state.ts'

/** The first characters of all inline constructs. At a sign, only the rules of that sign run. */
type Sign = '\n' | '#' | '$' | '*' | '<' | '@' | '[' | '`' | '~' | '!'
const SIGN = /[\n#$*<@[`~]|!(?=\[)/g

/** Text between signs is taken as a whole, and a text without signs is not read at all. */
export function signs(engine: MarkdownIt): void {
  engine.core.ruler.at('inline', readTexts)
}

/** Registers a rule. If a sign has several rules, they run in the order of registration. */
export function atSign(engine: MarkdownIt, sign: Sign, name: string, rule: InlineRule): void {
  // The library only stores the rules. Its own parser, with its own state, never runs them.
  engine.inline.ruler.push(name, rule as never, { alt: [sign] })
}

function readTexts(state: StateCore): void {
  const { md, env, tokens } = state
  for (const token of tokens) {
    if (token.type !== 'inline') continue
    const { content } = token
    if (nextSign(content, 0) !== -1) readAll(new InlineState(content, md, env, token.children!))
    else if (content !== '') {
      const text = new state.Token('text', '', 0)
      text.content = content
      token.children!.push(text)
    }
  }
}

/** Reads from the state's position to its end. */
export function readAll(state: InlineState): void {
  const { src, posMax } = state
  while (state.pos < posMax) {
    const { pos } = state
    const sign = nextSign(src, pos)
    if (sign === pos && ruleApplies(state)) continue
    // A sign that starts no construct is text too.
    state.pos = sign === pos ? pos + 1 : sign === -1 || sign > posMax ? posMax : sign
    state.pending += src.slice(pos, state.pos)
  }
  state.pushPending()
}

function ruleApplies(state: InlineState): boolean {
  const rules = state.md.inline.ruler.getRules(state.src[state.pos]!) as unknown as readonly InlineRule[]
  for (const rule of rules) if (rule(state)) return true
  return false
}

function nextSign(text: string, from: number): number {
  SIGN.lastIndex = from
  return SIGN.test(text) ? SIGN.lastIndex - 1 : -1
}
