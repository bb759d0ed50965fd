import { describe, expect, it } from 'vitest'
import { compileLinkifier, namedGroupsOf, patternProblem } from './compile-linkifier.ts'

const matches = (pattern: string, urlTemplate: string, text: string) => [
  ...compileLinkifier({ id: 1, pattern, urlTemplate }).matches(text),
]

describe('a linkifier', () => {
  it('finds its matches with their positions', () => {
    expect(matches('#(?P<id>[0-9]+)', 'https://x.com/{id}', 'a #1 #22')).toEqual([
      { start: 2, end: 4, url: 'https://x.com/1' },
      { start: 5, end: 8, url: 'https://x.com/22' },
    ])
  })

  it.each([
    ['encoded', 'a/b c', 'https://x.com/{name}', 'https://x.com/a%2Fb%20c'],
    ['as they are', 'a/b c', 'https://x.com/{+name}', 'https://x.com/a/b%20c'],
    ['in a question', 'a&b', 'https://x.com/{?name}', 'https://x.com/?name=a%26b'],
    ['in a fragment', 'a/b', 'https://x.com/{#name}', 'https://x.com/#a/b'],
    ['cut short', 'abcdef', 'https://x.com/{name:3}', 'https://x.com/abc'],
  ])('fills its template with values %s', (_name, value, urlTemplate, url) => {
    expect(matches('=(?P<name>.+)', urlTemplate, `=${value}`)).toMatchObject([{ url }])
  })

  it('leaves out groups that did not match', () => {
    expect(matches('#(?P<id>[0-9]+)(?P<part>[a-z])?', 'https://x.com/{id}{/part}', '#1 #2b')).toMatchObject([
      { url: 'https://x.com/1' },
      { url: 'https://x.com/2/b' },
    ])
  })

  it('shortens a match that ends inside a word', () => {
    expect(matches('#(?P<id>[0-9a-f]+)', 'https://x.com/{id}', '#12g #12-g')).toMatchObject([{ start: 5, end: 8 }])
  })

  it('never matches an empty text', () => {
    expect(matches('(?P<id>[0-9]*)', 'https://x.com/{id}', 'a b 7')).toMatchObject([{ start: 4, end: 5 }])
  })

  it('produces only allowed addresses', () => {
    expect(matches('#(?P<id>[0-9]+)', 'javascript:alert({id})', '#1')).toEqual([])
    expect(matches('=(?P<url>.+)', '{+url}', '=data:text/html,x')).toEqual([])
  })

  it('accepts a lone surrogate', () => {
    expect(matches('=(?P<name>.+)', 'https://x.com/{name}', '=\uD83D')).toHaveLength(1)
  })

  it('leaves text alone where a variable is cut in the middle of a character', () => {
    expect(matches('=(?P<name>.+)', 'https://x.com/{name:1}', '=\u{1F600}')).toEqual([])
    expect(matches('=(?P<name>.+)', 'https://x.com/{name:2}', '=\u{1F600}')).toHaveLength(1)
  })

  it('says what is wrong with its pattern', () => {
    expect(patternProblem('#(?P<id>[0-9]+)')).toBeUndefined()
    expect(patternProblem('(a')).toContain('missing closing )')
    expect(patternProblem('(?=a)')).toContain('(?=')
    expect(patternProblem('a)(b')).toBeDefined()
    expect(() => compileLinkifier({ id: 1, pattern: '(a', urlTemplate: 'https://x.com' })).toThrow()
  })

  it('lists its groups', () => {
    expect(namedGroupsOf('(?P<a>x)(y)(?P<b>z)')).toEqual(['a', 'b'])
  })

  /** A matcher that tries one way after another would not come back from these within the life of this machine. */
  it.each([
    ['(?:a*)*b', 'a'],
    ['(?:a|aa)+b', 'a'],
    ['(?:a?){120}a{120}c', 'a'],
    ['(?:(?:\\w+\\s?)+)+!', 'ab '],
    ['(?P<id>(?:[a-z]+)+)$', 'a1'],
  ])('answers for %s in a long text', (pattern, piece) => {
    expect(matches(pattern, 'https://x.com/', piece.repeat(10_000 / piece.length))).toEqual([])
  })

  it.each([
    ['x{501}'],
    ['(?:x{30}){30}'],
    ['\\pL{999}'.repeat(60)],
    [`(?:${'(a|b)?'.repeat(70)}){1000}`],
    [`(((${'(a|b)?'.repeat(70)}){10}){10}){10}`],
  ])('has no pattern as large as %s', (pattern) => {
    expect(patternProblem(pattern)).toBe('pattern too large - compile failed')
  })

  it('may count as people do', () => {
    for (const pattern of ['[0-9a-f]{40}', '(?:[0-9a-f]{2}:){5}[0-9a-f]{2}', '\\d{3,5}-[A-Z]{2}'])
      expect(patternProblem(pattern)).toBeUndefined()
  })
})
