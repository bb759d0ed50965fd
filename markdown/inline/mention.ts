import type { MarkdownIt } from 'markdown-it'
import type { Person, RenderContext } from '../context.ts'
import { notesOf } from '../notes.ts'
import { pushMention } from './mention-token.ts'
import type { MentionTarget } from './mentioned.ts'
import { parsePersonReference } from './person-reference.ts'
import { referenceRule, type WriteReference } from './reference.ts'
import { atSign } from './signs.ts'

const CHANNEL_WILDCARDS: ReadonlySet<string> = new Set(['all', 'everyone', 'channel', 'stream'])

/** `@**Name**`, `@**Name|id**`, `@**all**`, `@**topic**`. */
export function mention(engine: MarkdownIt): void {
  atSign(engine, '@', 'mention', referenceRule('@', '**', writeMention))
}

const writeMention: WriteReference = (state, name, silent) => {
  const mentioned = whoIs(name, notesOf(state).context)
  if (mentioned) pushMention(state, mentioned, silent)
  return mentioned !== undefined
}

function whoIs(name: string, context: RenderContext): MentionTarget | undefined {
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
