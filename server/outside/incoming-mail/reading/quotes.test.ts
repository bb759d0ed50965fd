import { describe, expect, test } from 'vitest'
import { withoutFooter, withoutQuotes } from './quotes.ts'

describe('the mail that is answered', () => {
  test.each([
    ['below a line', 'Yes.\n\nOn Mon, 5 Jan 2026 at 09:00, Ann <ann@example.org> wrote:\n> Lunch?\n>\n> Ann', 'Yes.'],
    ['below two lines', 'Yes.\n\nOn Mon, 5 Jan 2026, Ann\n<ann@example.org> wrote:\n\n> Lunch?', 'Yes.'],
    ['in German', 'Ja.\n\nAm 05.01.26 um 09:00 schrieb Ann:\n> Essen?', 'Ja.'],
    ['without a line', 'Yes.\n\n> Lunch?', 'Yes.'],
    [
      'of Outlook',
      'Yes.\n\n________________________________\nFrom: Ann\nSent: Monday\nTo: Bob\nSubject: Lunch\n\nLunch?',
      'Yes.',
    ],
    ['of older Outlook', 'Yes.\n\n-----Original Message-----\nFrom: Ann\n\nLunch?', 'Yes.'],
    ['without an answer', '> Lunch?\n> When?', ''],
  ])('is removed %s', (_, text, left) => {
    expect(withoutQuotes(text)).toBe(left)
  })

  test.each([
    ['between answers', 'On Monday Ann wrote:\n> Lunch?\nYes.\n> When?\nAt noon.'],
    ['that is none', 'I like what she wrote:\n\na > b\nFrom: here to there'],
    ['that is none, at the end', 'Two lines:\nFrom: Ann'],
  ])('stays %s', (_, text) => {
    expect(withoutQuotes(text)).toBe(text)
  })

  test('is looked for in bounded time', () => {
    expect(withoutQuotes(`${'wrote '.repeat(15_000)}:\n> x`)).toContain('wrote')
    expect(withoutQuotes('From: x\n'.repeat(12_000))).toContain('From')
  })
})

test('a footer is removed, unless several lines could begin one', () => {
  expect(withoutFooter('Yes.\n\n-- \nAnn')).toBe('Yes.')
  expect(withoutFooter('Yes.\n--\nAnn')).toBe('Yes.')
  expect(withoutFooter(`Yes.\n${'_'.repeat(47)}\nlist mailing list`)).toBe('Yes.')
  expect(withoutFooter('a\n--\nb\n--\nc')).toBe('a\n--\nb\n--\nc')
  expect(withoutFooter('-- \nAnn')).toBe('-- \nAnn')
  expect(withoutFooter('a -- b\n---\nc')).toBe('a -- b\n---\nc')
})
