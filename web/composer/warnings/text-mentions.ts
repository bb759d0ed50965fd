import { computed } from '@preact/signals'
import { foldCase } from '../../../api/fold-case.ts'
import { type Channel, channels } from '../../channels/store.ts'
import { type Person, people } from '../../people/store.ts'
import type { Wildcard } from './wildcards.ts'

const CODE = /```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]*`/g
const MENTION = /@\*\*([^*|\n]+)(?:\|(\d+))?\*\*/g
const CHANNEL = /#\*\*([^*>\n]+)(?:>[^*\n]*)?\*\*/g

const WILDCARDS: Readonly<Record<string, Wildcard>> = {
  all: 'all',
  everyone: 'all',
  channel: 'all',
  stream: 'all',
  topic: 'topic',
}

const byName = computed(() => new Map([...people.value.values()].map((one) => [foldCase(one.full_name), one])))
const channelByName = computed(() => new Map([...channels.value.values()].map((one) => [foldCase(one.name), one])))

export interface TextMentions {
  readonly people: readonly Person[]
  readonly wildcards: readonly Wildcard[]
  readonly channels: readonly Channel[]
}

const NONE: TextMentions = { people: [], wildcards: [], channels: [] }

/** Whom and what a text mentions loudly. */
export function mentionsIn(text: string): TextMentions {
  if (!text.includes('**')) return NONE
  const plain = text.replace(CODE, '')
  const wildcards = new Set<Wildcard>()
  const mentioned = new Set<Person>()
  for (const [, name = '', id] of plain.matchAll(MENTION)) {
    const one = id === undefined ? byName.value.get(foldCase(name)) : people.value.get(Number(id))
    const wildcard = WILDCARDS[name]
    if (wildcard && id === undefined) wildcards.add(wildcard)
    else if (one) mentioned.add(one)
  }
  const linked = [...plain.matchAll(CHANNEL)].flatMap(([, name = '']) => channelByName.value.get(foldCase(name)) ?? [])
  return { people: [...mentioned], wildcards: [...wildcards], channels: [...new Set(linked)] }
}
