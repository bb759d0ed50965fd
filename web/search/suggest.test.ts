import { describe, expect, it } from 'vitest'
import type { NarrowTerm } from '../../api/objects/narrow.ts'
import { foldName } from '../kernel/fold-name.ts'
import type { SearchKnowledge } from './known.ts'
import { SUGGESTED } from './operators.ts'
import { readText } from './read-text.ts'
import { suggest } from './suggest.ts'

const PEOPLE = ['Mara Lindqvist', 'Tomasz Wróbel', 'Toomas Kask', 'Inês Calvão']
const CHANNELS = ['infra', 'tools', 'team talk']
const TOPICS = ['Token rotation', 'Offsite backups, restore drill', '']

const known: SearchKnowledge = {
  ownId: 1,
  people: PEOPLE.map((name, index) => ({
    id: index + 1,
    name,
    emails: [`user${index + 1}@example.org`],
    isActive: name !== 'Toomas Kask',
    folded: foldName(name),
  })),
  channels: CHANNELS.map((name, index) => ({ id: index + 1, name, isSubscribed: true, folded: foldName(name) })),
  topics: TOPICS.map((name, index) => ({ channelId: 1, name, newest: 9 - index, folded: foldName(name) })),
  channel: (id) => CHANNELS[id - 1],
  person: (id) => PEOPLE[id - 1],
}
const terms = (...all: readonly (readonly [string, NarrowTerm['operand'], boolean?])[]): NarrowTerm[] =>
  all.map(([operator, operand, negated = false]) => ({ operator, operand, negated }))
const named = (text: string, chosen: readonly NarrowTerm[] = []): string[] =>
  suggest(text, chosen, known).map(({ label, explanation }) => `${label}, ${explanation}`)

describe('suggestions', () => {
  it('reads words as people, topics and channels, after the search itself', () => {
    expect(named('backup restore to').slice(0, 5)).toEqual([
      'search:backup restore to, messages with “backup restore to”',
      'sender:Tomasz Wróbel, messages written by Tomasz Wróbel',
      'sender:Toomas Kask, messages written by Toomas Kask (deactivated)',
      'topic:Token rotation, one topic in #infra',
      'channel:tools, messages in #tools',
    ])
    expect(suggest('backup restore to', [], known)[1]).toMatchObject({ rest: 'backup restore', term: { operand: 2 } })
  })

  it.each([
    ['sender:ines', 'sender:Inês Calvão, messages written by Inês Calvão'],
    ['-sender:tomasz w', '-sender:Tomasz Wróbel, not messages written by Tomasz Wróbel'],
    ['from:me', 'sender:Mara Lindqvist, messages written by Mara Lindqvist'],
    ['channel:team t', 'channel:team talk, messages in #team talk'],
    ['topic:restore', 'topic:Offsite backups, restore drill, one topic in #infra'],
    ['dm:in', 'dm:Inês Calvão, direct messages with Inês Calvão'],
    ['dm:tomasz wróbel,in', 'dm:Tomasz Wróbel, Inês Calvão, direct messages with Tomasz Wróbel and Inês Calvão'],
    ['dm-including:too', 'dm-including:Toomas Kask, direct messages that Toomas Kask can read'],
    ['mentions:tomasz', 'mentions:Tomasz Wróbel, messages that mention Tomasz Wróbel'],
    ['is:un', 'is:unread, messages that you have not read'],
    ['unread', 'is:unread, messages that you have not read'],
    ['has:im', 'has:image, messages with an image'],
    ['channels:pub', 'channels:public, messages in all public channels'],
    ['in:h', 'in:home, messages that are not muted'],
    ['id:12', 'id:12, only message 12'],
    ['near:12', 'near:12, what was written around message 12'],
    ['with:12', 'with:12, the conversation of message 12'],
    ['sen', 'sender:…, messages written by somebody'],
  ])('%s suggests %s', (text, name) => {
    expect(named(text)).toContain(name)
  })

  it('offers every operator in an empty field', () => {
    const offered = new Set(suggest('', [], known).map(({ label }) => label.replace(/:.*/, '')))
    expect([...offered].sort()).toEqual([...SUGGESTED].sort())
  })

  it('offers the place where the search was opened first', () => {
    const from = terms(['channel', 1], ['topic', 'Token rotation'])
    const labels = suggest('', [], known, from).map(({ label }) => label)
    expect(labels.slice(0, 2)).toEqual(['channel:infra', 'topic:Token rotation'])
  })

  it('offers no filter twice, and none that the server would refuse', () => {
    expect(named('is:unr', terms(['is', 'unread']))).not.toContainEqual(expect.stringMatching(/^is:unread/))
    expect(named('tools', terms(['is', 'dm']))).not.toContainEqual(expect.stringMatching(/^channel:/))
    expect(named('tools', terms(['is', 'dm', true]))).toContainEqual(expect.stringMatching(/^channel:/))
  })

  it('offers only topics of the chosen channel', () => {
    expect(named('topic:token', terms(['channel', 2]))).not.toContainEqual(expect.stringMatching(/^topic:Token/))
  })
})

describe('typed text', () => {
  it.each<[string, NarrowTerm[], string]>([
    ['soup', [], 'soup'],
    ['"hot soup" https://example.org', [], '"hot soup" https://example.org'],
    ['is:unread soup', terms(['is', 'unread']), 'soup'],
    ['soup sender:Tomasz Wróbel bread', terms(['sender', 2]), 'soup bread'],
    ['-from:me channel:"team talk" x', terms(['sender', 1, true], ['channel', 3]), 'x'],
    ['stream:#infra topic:"Token rotation"', terms(['channel', 1], ['topic', 'Token rotation']), ''],
    ['pm-with:user2@example.org', terms(['dm', [2]]), ''],
    ['channel:nowhere soup', terms(['channel', 'nowhere']), 'soup'],
    ['is:tasty', terms(['is', 'tasty']), ''],
    ['id:x', terms(['id', 'x']), ''],
    ['search:soup', [], 'soup'],
    ['sender:', [], ''],
  ])('%s is read', (text, read, words) => {
    expect(readText(text, known)).toEqual({ terms: read, words })
  })
})
