import type { MarkdownIt } from 'markdown-it'
import { escapeText } from '../html/escape.ts'
import type { InlineState } from './inline-state.ts'
import { atSign } from './signs.ts'
import { type TimeEnds, timeEndsOf } from './time-index.ts'
import { utcTime } from './time-value.ts'
import { pushVerbatim } from './verbatim.ts'

const LONGEST = '2017-06-05T22:30:00.000000000+00:00'.length
const OPENING = '<time:'

/** The ends of times in the current text, by their starts. */
export function timesIn(state: InlineState): TimeEnds {
  state.times ??= timeEndsOf(state.src)
  return state.times
}

/** `<time:2017-06-05T22:30>`: a time that readers see in their own zone. An invalid one stays as typed. */
export function time(engine: MarkdownIt): void {
  atSign(engine, '<', 'time', readTime)
  engine.renderer.rules['time'] = (tokens, index, _options, _env, renderer) => {
    const token = tokens[index]!
    return `<time${renderer.renderAttrs(token)}>${escapeText(token.content)}</time>`
  }
}

function readTime(state: InlineState): boolean {
  const { src, pos, posMax } = state
  if (!src.startsWith(OPENING, pos)) return false
  const end = timesIn(state).get(pos)
  if (end === undefined || end > posMax) return false
  const written = src.slice(pos + OPENING.length, end - 1)
  const datetime = written.length > LONGEST ? undefined : utcTime(written)
  if (datetime === undefined) pushVerbatim(state, src.slice(pos, end))
  else {
    const token = state.push('time', 'time', 0)
    token.attrs = [['datetime', datetime]]
    token.content = written
  }
  state.pos = end
  return true
}
