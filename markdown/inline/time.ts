import type { MarkdownIt } from 'markdown-it'
import { escapeText } from '../html/escape.ts'
import type { InlineState } from './inline-state.ts'
import { atSign } from './signs.ts'
import { utcTime } from './time-value.ts'

const LONGEST = '<time:2017-06-05T22:30:00.000000000+00:00>'.length
const TIME = /^<time:([^<>\n]+)>/

/** `<time:2017-06-05T22:30>`: a moment that every reader sees in his own zone. */
export function time(engine: MarkdownIt): void {
  atSign(engine, '<', 'time', readTime)
  engine.renderer.rules['time'] = (tokens, index, _options, _env, renderer) => {
    const token = tokens[index]!
    return `<time${renderer.renderAttrs(token)}>${escapeText(token.content)}</time>`
  }
}

function readTime(state: InlineState): boolean {
  if (!state.src.startsWith('<time:', state.pos)) return false
  const end = Math.min(state.pos + LONGEST, state.posMax)
  const found = TIME.exec(state.src.slice(state.pos, end))
  const datetime = found === null ? undefined : utcTime(found[1]!)
  if (found === null || datetime === undefined) return false
  const token = state.push('time', 'time', 0)
  token.attrs = [['datetime', datetime]]
  token.content = found[1]!
  state.pos += found[0].length
  return true
}
