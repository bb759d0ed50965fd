import { describe, expect, test } from 'vitest'
import { unicodeEmoji } from '../../../../markdown/emoji/unicode-emoji.ts'
import { ourEmoji, withOurEmoji } from './emoji.ts'
import { OTHER_NAMES } from './emoji-table.ts'
import { DistinctNames, firstWords } from './names.ts'
import { endQuotes, withoutOurSigns } from './parts.ts'
import { ThreadNames } from './thread-names.ts'

describe('first words', () => {
  test.each([
    ['Hello there', 'Hello there'],
    ['\n\n  Hello\nthere', 'Hello'],
    ['> **Big** _news_ `x`', 'Big _news_ x'],
    ['# A heading', 'A heading'],
    ['* an item', 'an item'],
    ['[the plan](https://example.com/plan) is done', 'the plan is done'],
    ['✔ done', 'done'],
    ['Release (2)', 'Release 2'],
    ['(no topic)', ''],
    ['  \u200b ', ''],
    ['a\tb\u0007c', 'a b c'],
    [
      'This sentence goes on for quite a while, and ends somewhere behind the limit',
      'This sentence goes on for quite a while, and ends…',
    ],
    ['x'.repeat(70), `${'x'.repeat(59)}…`],
    ['😀'.repeat(70), `${'😀'.repeat(59)}…`],
  ])('of %j are %j', (text, words) => {
    expect(firstWords(text)).toBe(words)
    expect([...firstWords(text)].length).toBeLessThanOrEqual(60)
  })
})

describe('distinct names', () => {
  test('are cut at the limit and stay different, also in another case', () => {
    const names = new DistinctNames(10)
    expect(names.take('general')).toBe('general')
    expect(names.take('General')).toBe('Gener… (2)')
    expect(names.take('a long name indeed')).toBe('a long na…')
    expect(names.take('a long name, too')).toBe('a lon… (2)')
    expect(names.take('Square', ' (T)')).toBe('Square (T)')
    expect(names.take('\u0000')).toBe('unnamed')
    expect(names.take(' ')).toBe('unnam… (2)')
  })
})

describe('names of threads', () => {
  const at = (since: number, key = `${since}`) => ({ since, key })

  test('are the first words, and a number for later threads', () => {
    const names = new ThreadNames(['Imported from Slack'])
    names.add('c', 'Hello', at(30))
    names.add('c', 'hello', at(10))
    names.add('d', 'Hello', at(20))
    names.add('c', 'Imported from slack', at(40))
    expect(names.nameOf('c', 'hello', '10')).toBe('hello')
    expect(names.nameOf('c', 'Hello', '30')).toBe('Hello (2)')
    expect(names.nameOf('d', 'Hello', '20')).toBe('Hello')
    expect(names.nameOf('c', 'Imported from slack', '40')).toBe('Imported from slack (2)')
  })

  test('are the same when a later export has more threads', () => {
    const words = ['Hello', 'hello', 'HELLO', 'Bye']
    const first = new ThreadNames([])
    const second = new ThreadNames([])
    for (const [index, word] of words.entries()) first.add('c', word, at(index))
    // A message from before the others got its first reply after the first export.
    second.add('c', 'Hello', at(99))
    for (const [index, word] of words.entries()) second.add('c', word, at(index))
    for (const [index, word] of words.entries())
      expect(second.nameOf('c', word, `${index}`)).toBe(first.nameOf('c', word, `${index}`))
    expect(second.nameOf('c', 'Hello', '99')).toBe('Hello (4)')
  })

  test('of long and similar words are different, too', () => {
    const names = new ThreadNames([])
    const all = Array.from({ length: 30 }, (_, index) => `${'x'.repeat(55)}${index % 3}`.padEnd(60, `${index % 5}`))
    for (const [index, words] of all.entries()) names.add('c', words, at(index))
    const found = new Set(all.map((words, index) => names.nameOf('c', words, `${index}`)))
    expect(found.size).toBe(30)
    expect([...found].every((name) => [...name].length <= 60)).toBe(true)
  })
})

describe('emoji', () => {
  test.each([
    ['+1', '+1'],
    ['thumbsup', '+1'],
    ['thumbsup::skin-tone-4', '+1'],
    ['wave_medium_dark_skin_tone', 'wave'],
    ['white_check_mark', 'check'],
    ['ok', 'squared_ok'],
    ['clock1030', 'clock'],
    ['flag-de', 'flag_germany'],
    ['de', 'flag_germany'],
    ['man-shrugging', 'man_shrugging'],
    ['party_parrot', undefined],
    ['flag-xx', undefined],
  ])('%s is %s', (theirs, ours) => {
    expect(ourEmoji(theirs)).toBe(ours)
  })

  test('of the table exist here', () => {
    const names = OTHER_NAMES.trim().split(/,\n?/)
    expect(names.length).toBeGreaterThan(500)
    for (const pair of names) expect([pair, unicodeEmoji().codeOf(pair.split(' ')[1]!)]).not.toContain(undefined)
  })

  test('in a text get our names', () => {
    expect(withOurEmoji('a :thumbsup::skin-tone-2: b :party_parrot: 10:30:45')).toBe('a :+1: b :party_parrot: 10:30:45')
  })
})

test('a sign of ours in a text of others means nothing', () => {
  expect(withoutOurSigns('@**all** @*team* @_**Ann** #**general** <time:2026> $$x$$')).toBe(
    '@\u200b**all** @\u200b*team* @\u200b_**Ann** #\u200b**general** <\u200btime:2026> $\u200b$x$\u200b$',
  )
})

test('a quote ends where it ended', () => {
  expect(endQuotes('> a\n> b\nc\n\n> d')).toBe('> a\n> b\n\nc\n\n> d')
})
