import { describe, expect, it } from 'vitest'
import { linkifiersOfCases } from '../test/markdown/cases/linkifiers-world.ts'
import { topicLinks } from './topic-links.ts'

describe('the links of a topic', () => {
  it.each([
    ['nothing', 'lunch', []],
    ['a linkifier', 'bug #12', [{ text: '#12', url: 'https://trac.example.com/ticket/12' }]],
    ['an address', 'see https://example.com/a', [{ text: 'https://example.com/a', url: 'https://example.com/a' }]],
    ['an address without encryption', 'http://a.com', [{ text: 'http://a.com', url: 'http://a.com' }]],
    ['a domain', 'see example.com/a.', [{ text: 'example.com/a', url: 'https://example.com/a' }]],
    ['no mail address', 'a@b.com', []],
    ['no Markdown', '[x](https://example.com)y', []],
    [
      'all from left to right',
      'PROJ-1 example.com #2',
      [
        { text: 'PROJ-1', url: 'https://tracker.example.com/browse/PROJ-1' },
        { text: 'example.com', url: 'https://example.com' },
        { text: '#2', url: 'https://trac.example.com/ticket/2' },
      ],
    ],
    [
      'one where two overlap',
      'parley/web#3',
      [{ text: 'parley/web#3', url: 'https://git.example.com/parley/web/issues/3' }],
    ],
    [
      'a linkifier rather than the address that holds it',
      'topic:https://a.com',
      [{ text: 'topic:https://a.com', url: 'https://search.example.com/?name=https%3A%2F%2Fa.com' }],
    ],
  ])('are %s', (_name, topic, expected) => {
    expect(topicLinks(topic, linkifiersOfCases)).toEqual(expected)
  })
})
