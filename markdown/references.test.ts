import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { world } from '../test/markdown/cases/world.ts'
import type { RenderContext } from './context.ts'
import { references } from './references.ts'
import { render } from './render.ts'

describe('references', () => {
  it('returns the references of a text, each once', () => {
    const source =
      '@**Iago** @_**Iago** @**Twin|13** @*board* #**design** #**design>kick off** #**design>x@9** :tada: ' +
      '[cat](/user_uploads/2/ab/cat.png) https://chat.example.com/user_uploads/2/ab/dog.png.'
    const found = references(source)
    expect(found).toMatchObject({
      people: ['Iago'],
      personIds: [13],
      groups: ['board'],
      topics: [{ channel: 'design', topic: 'kick off' }],
      emoji: ['tada'],
    })
    expect(found.channels).toContain('design')
    expect(found.uploads).toEqual(expect.arrayContaining(['/user_uploads/2/ab/cat.png', '/user_uploads/2/ab/dog.png']))
  })

  it('finds nothing in a text without references', () => {
    expect(Object.values(references('A plain *text* at 12:30:00.')).flat()).toEqual(['30'])
  })

  it('finds an upload with the name of a character in its address', () => {
    expect(references('[a](/user_uploads/2/ab/q&amp;a.png)').uploads).toContain('/user_uploads/2/ab/q&a.png')
  })

  it('finds an upload in a bare address, where only an ampersand can be named', () => {
    const found = references('https://chat.example.com/user_uploads/2/ab/q&amp;a&lt;b').uploads
    expect(found).toContain('/user_uploads/2/ab/q&a&lt;b')
  })

  it('is limited', () => {
    const many = Array.from({ length: 5000 }, (_, index) => `@**p${index}**`).join(' ')
    expect(references(many).people).toHaveLength(2000)
  })

  it('finds everything that rendering asks for', () => {
    const piece = fc.constantFrom(
      ...['@**', '@_**', '@*', '#**', '**', '*', 'Iago', '|10', '>', '@9', ' ', '\n', 'x', ':', 'tada', '`', '[', ']('],
      ...['/user_uploads/2/ab/cat.png', 'https://chat.example.com', ')', '!', '.', '> ', '- ', '|', '~~', '"', '<'],
      ...['&amp;', '&#45;', '&lt;'],
    )
    const text = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(text, (source) => {
        const { context, asked } = recording()
        render(source, context)
        const found = references(source)
        expect(missing(asked.people, found.people)).toEqual([])
        expect(missing(asked.ids, found.personIds)).toEqual([])
        expect(missing(asked.groups, found.groups)).toEqual([])
        expect(missing(asked.channels, found.channels)).toEqual([])
        expect(missing(asked.uploads, found.uploads)).toEqual([])
        expect(missing(asked.emoji, found.emoji)).toEqual([])
        expect(
          missing(
            asked.topics,
            found.topics.map(({ topic }) => topic),
          ),
        ).toEqual([])
      }),
      { numRuns: 1000 },
    )
  })
})

const missing = <T>(asked: Iterable<T>, found: readonly T[]): T[] => [...asked].filter((one) => !found.includes(one))

/** An empty context that records its calls. */
function recording() {
  const asked = {
    people: new Set<string>(),
    ids: new Set<number>(),
    groups: new Set<string>(),
    channels: new Set<string>(),
    topics: new Set<string>(),
    uploads: new Set<string>(),
    emoji: new Set<string>(),
  }
  const context: RenderContext = {
    ...world,
    linkifiers: [],
    typesetters: { math: () => undefined, highlight: () => undefined },
    peopleNamed: (name) => {
      asked.people.add(name)
      return []
    },
    person: (id) => {
      asked.ids.add(id)
      return undefined
    },
    groupNamed: (name) => {
      asked.groups.add(name)
      return undefined
    },
    channelNamed: (name) => {
      asked.channels.add(name)
      return { id: 1, name }
    },
    newestInTopic: (_id, topic) => {
      asked.topics.add(topic)
      return undefined
    },
    upload: (path) => {
      asked.uploads.add(path)
      return undefined
    },
    customEmoji: (name) => {
      asked.emoji.add(name)
      return undefined
    },
  }
  return { context, asked }
}
