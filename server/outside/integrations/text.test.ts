import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { render } from '../../../markdown/render.ts'
import { contextOf } from '../../../test/markdown/cases/all.ts'
import { typesetters } from '../../../test/markdown/cases/typesetters.ts'
import { slackText } from './slack-text.ts'
import { bullets, code, codeLink, cut, harmless, link, plain, quote, topicName } from './text.ts'

const context = contextOf({}, typesetters)
const html = (content: string): string => render(harmless(content), context).html

const OK = 'https://example.org/ok'
/** Texts made of the signs that mean something, and of a few words. */
const hostile = fc
  .array(
    fc.constantFrom(
      ...'*_~`[]()<>@#|!$:/\\&"\'-+.= \n\t'.split(''),
      ...['**', '```', '~~~', '](', '![', '$$', '@**', '#**', 'Iago', 'all', '> ', '* ', '1. ', '<time:', '|---|'],
      ...[
        'https://evil.example/',
        'javascript:',
        '\n\n',
        '    ',
        '```quote\n',
        '```spoiler x\n',
        '```math\n',
        '\u202e',
      ],
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''))

const RUNS = { numRuns: 2_000, examples: [['$$$$$$']] as [string][] }

describe('a text from outside stays in its place', () => {
  it('as plain text, which has no formats', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = html(`begin ${plain(text)} end`)
        expect(shown).toMatch(/^<p>begin .*end<\/p>/s)
        expect(shown).not.toMatch(/<(strong|em|del|code|blockquote|li|h\d|time)|mention|katex/)
      }),
      RUNS,
    )
  })

  it('as a link, which leads where it should', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = html(`begin ${link(text, OK)} end`)
        expect(shown).toContain(`<a href="${OK}">`)
        expect(shown).toMatch(/<\/a> end<\/p>/)
        expect(shown.match(/<a /g)).toHaveLength(1)
      }),
      RUNS,
    )
  })

  it('as an address, which is a page or nothing', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = html(`begin ${link('label', `https://example.org/${text}`)} end`)
        expect(shown).toMatch(/^<p>begin (label|<a href="https:\/\/example\.org\/[^"]*">label<\/a>) end<\/p>/)
      }),
      RUNS,
    )
    expect(link('label', 'javascript:alert(1)')).toBe('label')
    expect(link('label', `https://example.org/${'x'.repeat(3_000)}`)).toBe('label')
    expect(link('label', 'nothing')).toBe('label')
    expect(link('label', undefined)).toBe('label')
  })

  it('as code', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(html(`begin ${code(text)} end`)).toMatch(/^<p>begin <code>[^<]*<\/code> end<\/p>$/)
        expect(html(`begin ${codeLink(text, OK)} end`)).toMatch(
          new RegExp(`^<p>begin <a href="${OK}"><code>[^<]*</code></a> end</p>$`),
        )
      }),
      RUNS,
    )
  })

  it('as a quote, which ends where it should', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = html(`begin${quote(text)}\n\nend`)
        expect(shown).toMatch(/^<p>begin<\/p>\n(<blockquote>.*<\/blockquote>\n)?<p>end<\/p>/s)
        expect(shown).not.toMatch(/class="[^"]*mention/)
      }),
      RUNS,
    )
  })

  it('as a text of Slack, which mentions nobody', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(html(slackText(text))).not.toMatch(/class="[^"]*mention/)
      }),
      RUNS,
    )
  })
})

test('quotes leave out hidden comments and the rest of long texts', () => {
  expect(quote('a <!-- hidden\n --> b')).toBe('\n> a  b')
  expect(quote('')).toBe('')
  expect(quote(undefined)).toBe('')
  expect(quote('x'.repeat(2_000))).toBe(`\n> ${'x'.repeat(999)}…`)
})

test('cutting keeps characters whole', () => {
  expect(cut('abc', 3)).toBe('abc')
  expect(cut('abcd', 3)).toBe('ab…')
  expect(cut('a😀bc', 3)).toBe('a…')
  expect(cut('😀😀', 3)).toBe('😀…')
})

test('a list says how many items it leaves out', () => {
  expect(bullets(['a', 'b', 'c'], 7, 2)).toBe('\n* a\n* b\n* and 5 more')
  expect(bullets(['a'], 1)).toBe('\n* a')
})

test('topics have no characters that cannot be seen', () => {
  expect(topicName(' a\0\nb\u{E0080} ')).toBe('a b')
})
