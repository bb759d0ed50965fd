import { describe, expect, it } from 'vitest'
import { foldName } from '../kernel/fold-name.ts'
import type { Entry, Kind } from './entries.ts'
import { Finder } from './find-entries.ts'

/** Counts how often the names of entries are read: that is what a key costs. */
let reads = 0

function entry(kind: Kind, name: string, more: Partial<Entry> = {}): Entry {
  const folded = foldName(name)
  const plain = { key: `${kind} ${name}`, kind, name, note: '', icon: '', near: 0, used: 0, ...more }
  return Object.defineProperty(plain, 'folded', {
    enumerable: true,
    get: () => {
      reads += 1
      return folded
    },
  }) as Entry
}

const names = (all: readonly Entry[]): string[] => all.map(({ name }) => name)

describe('the palette', () => {
  const places = [
    entry('topic', 'Rollback of the backup job'),
    entry('topic', 'Offsite backups, restore drill'),
    entry('topic', 'Backfill of October rainfall'),
    entry('channel', 'backend'),
    entry('person', 'Inês Calvão', { also: 'back on monday' }),
  ]
  const actions = [entry('action', 'Go back to the previous conversation'), entry('action', 'Sign out')]

  it('puts the beginning of a name before a word in it, and before other words', () => {
    const finder = new Finder(places, actions)
    expect(names(finder.find('back').places)).toEqual([
      'Backfill of October rainfall',
      'backend',
      'Rollback of the backup job',
      'Offsite backups, restore drill',
      'Inês Calvão',
    ])
    expect(names(finder.find('back').actions)).toEqual(['Go back to the previous conversation'])
  })

  it('finds names without their accents', () => {
    expect(names(new Finder(places, actions).find('ines cal').places)).toEqual(['Inês Calvão'])
  })

  it('puts what is used and what is near first', () => {
    const used = [entry('topic', 'soup'), entry('topic', 'soup of the day', { used: 9 })]
    expect(names(new Finder(used, []).find('so').places)[0]).toBe('soup of the day')
    const near = [entry('channel', 'tools'), entry('topic', 'The tools', { near: 1 })]
    expect(names(new Finder(near, []).find('').places)[0]).toBe('The tools')
  })

  it.each([
    ['#back', ['channel', 'topic']],
    ['@c', ['person']],
    ['>o', ['action']],
  ])('%s finds only %s', (text, kinds) => {
    const { places: found, actions: done } = new Finder(places, actions).find(text)
    const all = [...found, ...done]
    expect(all.length).toBeGreaterThan(0)
    expect(all.every(({ kind }) => kinds.includes(kind))).toBe(true)
  })

  it('reads each name once for the first letter, and only what was found for the next', () => {
    const words = ['amber', 'birch', 'cedar', 'delta', 'ember', 'frost', 'grove', 'haven', 'inlet', 'jetty']
    const many = Array.from({ length: 15_000 }, (_, number) =>
      entry(number % 3 === 0 ? 'topic' : 'person', `${words[number % 10]} ${words[(number >> 4) % 10]} ${number}`),
    )
    const finder = new Finder(many, [])
    reads = 0
    const first = finder.find('b')
    expect(first.places).toHaveLength(8)
    expect(reads).toBe(many.length)
    reads = 0
    const second = finder.find('bir')
    expect(second.places).toHaveLength(8)
    expect(reads).toBe(many.filter(({ name }) => name.includes('b')).length)
    // A shorter text begins again.
    reads = 0
    finder.find('')
    expect(reads).toBe(0)
    finder.find('j')
    expect(reads).toBe(many.length)
  })
})
