import { describe, expect, test } from 'vitest'
import type { SourceText } from '../source.ts'
import { mattermostParts } from './text.ts'

const people: Readonly<Record<string, string>> = { ann: 'Ann', 'bob.lee': 'Bob Lee', 'x-': 'Odd' }
const names = {
  person: (username: string) => people[username],
  channel: (name: string) => (name === 'town-square' ? { id: 't:town-square', name: 'Town Square' } : undefined),
}
const ann = { person: 'ann', else: '@Ann' }
const square = { channel: 't:town-square', else: '#Town Square' }

describe('a text of Mattermost', () => {
  test.each<[string, SourceText]>([
    ['', []],
    ['plain **bold** ~~gone~~', ['plain **bold** ~~gone~~']],
    ['@ann, @Ann. @nobody', [ann, ', ', ann, '. @nobody']],
    ['@bob.lee. (@ann)', [{ person: 'bob.lee', else: '@Bob Lee' }, '. (', ann, ')']],
    ['@x- and @ann-', [{ person: 'x-', else: '@Odd' }, ' and ', ann, '-']],
    ['me@ann.example @@ann', ['me@ann.example @@ann']],
    ['@all @channel @here', ['@**all** @**all** @**all**']],
    ['see ~town-square and ~nowhere ~~gone~~', ['see ', square, ' and ~nowhere ~~gone~~']],
    ['_italic_ __strong__ snake_case_name \\_kept\\_', ['*italic* **strong** snake_case_name _kept_']],
    ['`@ann _x_ :thumbsup:`', ['`@ann _x_ :thumbsup:`']],
    ['a\n```\n@ann\n```\n@ann', ['a\n```\n@ann\n```\n', ann]],
    ['```latex\nx\n```', ['```math\nx\n```']],
    ['```\nnever closed @ann', ['```\nnever closed @ann']],
    [':thumbsup: :troll:', [':+1: :troll:']],
    ['https://example.com/_a_/@ann/~town-square', ['https://example.com/_a_/@ann/~town-square']],
    ['[@ann](https://example.com/x)', ['[', ann, '](https://example.com/x)']],
    ['![cat](https://example.com/c.png =100x50)', ['![cat](https://example.com/c.png)']],
    ['@**all** $$x$$', ['@\u200b**all** $\u200b$x$\u200b$']],
    ['a\u0000b', ['ab']],
  ])('%j', (text, parts) => {
    expect(mattermostParts(text, names)).toEqual(parts)
  })

  test('stays linear for hostile texts', () => {
    for (const sign of ['_a ', '__', '`', '@ann.', '~a', '```\n', ':a:', '![a](b ', '@._-'])
      expect(mattermostParts(sign.repeat(20_000), names).length).toBeGreaterThan(0)
  })
})
