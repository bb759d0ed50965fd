import type { MarkdownIt, StateInline } from 'markdown-it'
import type { Person, RenderContext } from '../context.ts'
import { notesOf } from '../notes.ts'
import { enclosed, mayReferAt, REFERENCE_COST } from './may-refer.ts'
import { pushMention } from './mention-token.ts'
import type { Mentioned } from './mentioned.ts'
import { parsePersonReference } from './person-reference.ts'
import { pushVerbatim } from './verbatim.ts'

const AT = 0x40
const MARKER = '**'
const CHANNEL_WILDCARDS: ReadonlySet<string> = new Set(['all', 'everyone', 'channel', 'stream'])

/** `@**Name**`, `@**Name|id**`, `@**all**`, `@**topic**`; with `_` after the sign nobody is called. */
export function mention(engine: MarkdownIt): void {
  engine.inline.ruler.before('backticks', 'mention', parseMention)
}

function parseMention(state: StateInline, isTrial: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== AT) return false
  const silent = state.src[state.pos + 1] === '_'
  const start = state.pos + (silent ? 2 : 1)
  if (!state.src.startsWith(MARKER, start) || !mayReferAt(state, state.pos)) return false
  const name = enclosed(state, start + MARKER.length, MARKER)
  if (name === undefined) return false
  const end = start + name.length + 2 * MARKER.length
  if (!isTrial) {
    const notes = notesOf(state)
    notes.pay(REFERENCE_COST)
    const mentioned = whoIs(name, notes.context)
    if (mentioned) pushMention(state, mentioned, silent)
    else pushVerbatim(state, state.src.slice(state.pos, end))
  }
  state.pos = end
  return true
}

function whoIs(name: string, context: RenderContext): Mentioned | undefined {
  if (CHANNEL_WILDCARDS.has(name)) return { kind: 'channel', word: name }
  if (name === 'topic') return { kind: 'topic' }
  const person = personCalled(name, context)
  return person && { kind: 'person', person }
}

function personCalled(inner: string, context: RenderContext): Person | undefined {
  const reference = parsePersonReference(inner)
  if (reference) {
    const person = context.person(reference.id)
    const agrees = reference.name === '' || person?.fullName.toLowerCase() === reference.name.toLowerCase()
    return agrees ? person : undefined
  }
  const namesakes = context.peopleNamed(inner)
  return namesakes.find((person) => person.isActive) ?? namesakes[0]
}
