import type { MarkdownIt, StateInline } from 'markdown-it'
import { notesOf } from '../notes.ts'
import { enclosed, mayReferAt, REFERENCE_COST } from './may-refer.ts'
import { pushMention } from './mention-token.ts'
import { pushVerbatim } from './verbatim.ts'

const AT = 0x40
const MARKER = '*'

/** `@*group*`; with `_` after the sign nobody is called. */
export function groupMention(engine: MarkdownIt): void {
  engine.inline.ruler.after('mention', 'group_mention', parseGroupMention)
}

function parseGroupMention(state: StateInline, isTrial: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== AT) return false
  const silent = state.src[state.pos + 1] === '_'
  const start = state.pos + (silent ? 2 : 1)
  if (state.src[start] !== MARKER || !mayReferAt(state, state.pos)) return false
  const name = enclosed(state, start + 1, MARKER)
  if (name === undefined) return false
  const end = start + name.length + 2
  if (!isTrial) {
    const notes = notesOf(state)
    notes.pay(REFERENCE_COST)
    const group = notes.context.groupNamed(name)
    if (group) pushMention(state, { kind: 'group', group }, silent)
    else pushVerbatim(state, state.src.slice(state.pos, end))
  }
  state.pos = end
  return true
}
