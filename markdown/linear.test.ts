import { describe, expect, test } from 'vitest'
import { cpuTime } from '../test/clock.ts'
import { contextOf } from '../test/markdown/cases/all.ts'
import { typesetters } from '../test/markdown/cases/typesetters.ts'
import { render } from './render.ts'
import { TooCostly } from './rendering.ts'

const context = contextOf({}, typesetters)

/** Pieces that are repeated up to the wanted length. A careless parser would take more than linear time for each. */
const pieces: Readonly<Record<string, string>> = {
  prose: 'The quick brown fox jumps over the lazy dog. ',
  'opened emphasis': '*a ',
  'opened strong': '**a ',
  'alternating stars': '*a **b ',
  'nested emphasis': '**a *b* ~~c~~ ',
  stars: '*',
  'three stars': '***a',
  'three stars before a blank': '***a ',
  'bold and stressed text': '*a ***b*** ',
  tildes: '~~a ',
  brackets: '[',
  'closed brackets': '[a]',
  'opened links': '[a](',
  'links with opened titles': '[a](b "',
  'opened links in one another': '[a](x',
  parentheses: '[a]((',
  images: '![a](',
  backticks: '`',
  'growing backticks': '` `` ``` ',
  'opened code': '`a ``b ',
  dollars: '$$',
  'opened formulas': '$$a ',
  formulas: '$$x$$ ',
  'bad formulas': '$$\\bad{$$ ',
  times: '<time:',
  'long times': '<time:2017-06-05T22:30:00',
  'times that are none': '<time:*a*> ',
  'times in emphasis': '**<time:*',
  quotes: '>',
  'quotes in one another': '> > > > a\n',
  'empty quotes': '>\n',
  'empty quotes in lines': '> a\n>\n',
  'lines of a deep quote': `${'> '.repeat(30)}a\n`,
  'lazy lines': 'a\n',
  lists: '* ',
  'lists line by line': '* a\n',
  'items deeper and deeper': '  * a\n    * b\n',
  numbers: '1. ',
  'opened fences': '```\n',
  'opened quotes by fences': '```quote\n',
  'opened spoilers': '~~~spoiler a\n',
  'fences of many languages': '```js\na\n```\n```py\nb\n```\n```c\nc\n```\n',
  'rows of pipes': '|a|b\n',
  'heads of tables': 'a|b\n-|-\n',
  pipes: '|',
  hashes: '#',
  headings: '# a #\n',
  blanks: ' ',
  'blanks and letters': '     a',
  'blank lines': '\n \n a',
  rules: '- - ',
  mentions: '@**',
  'names of nobody': '@**a** ',
  groups: '@*a',
  channels: '#**a>',
  addresses: 'http://a.b/',
  'opened addresses': 'http://(',
  domains: 'a.b.',
  'domains beyond ASCII': 'é.ü.',
  'mail addresses': 'a@b.',
  emoji: ':a',
  colons: ':',
  'angle brackets': '<',
  ampersands: '&',
  'names of characters': '&amp;&none;&#42;',
  'links with names of characters': '[a](http://&amp;(',
  'astral characters': '👩‍👩‍👧',
  underscores: '_a_',
  backslashes: '\\',
}

/** The same after a beginning that makes every piece cost more. */
const afterwards: Readonly<Record<string, readonly [beginning: string, piece: string]>> = {
  'lazy lines of a deep quote': [`${'> '.repeat(20)}a\n`, 'b\n'],
  'lazy lines of a deep list': [`${'* '.repeat(20)}a\n`, 'b\n'],
  'short rows under a wide head': [`${'|a'.repeat(200)}\n${'|-'.repeat(200)}\n`, '|b\n'],
  'stars after an opened one': ['**a ', '*b '],
  'one long word of code': ['```java\n', '$'],
  'code without punctuation': ['```cs\n', 'a b\n'],
  'one formula': ['```math\n', 'x+'],
}

/** Many opening signs nested in one another, then as many closing ones. */
const closed: Readonly<Record<string, readonly [opening: string, closing: string]>> = {
  'brackets in one another': ['[', ']'],
  'links in one another': ['[a](b ', ')'],
  'links with blanks in one another': ['[a]( ', ')'],
  'links in angle brackets in one another': ['[a](<', '>)'],
  'scripts in one another': ['[a](javascript:', ')'],
}

const fill = (piece: string, length: number): string => piece.repeat(Math.ceil(length / piece.length)).slice(0, length)

function renderOrFail(source: string): void {
  try {
    render(source, context)
  } catch (error) {
    if (!(error instanceof TooCostly)) throw error
  }
}

/** The fastest of many runs, because compiling and collecting garbage can only add time. */
const quickest = (source: string, runs: number): number =>
  Math.min(...Array.from({ length: runs }, () => cpuTime(() => renderOrFail(source))))

/** Below this, the fixed cost of a rendering hides the effect of four times the length. */
const MEASURABLE_MS = 0.3

const nest = (opening: string, closing: string, length: number): string => {
  const depth = Math.floor(length / (opening.length + closing.length))
  return opening.repeat(depth) + closing.repeat(depth)
}

type Input = readonly [name: string, ofLength: (length: number) => string]

const inputs: readonly Input[] = [
  ...Object.entries(pieces).map(([name, piece]): Input => [name, (length) => fill(piece, length)]),
  ...Object.entries(afterwards).map(
    ([name, [beginning, piece]]): Input => [name, (length) => beginning + fill(piece, length - beginning.length)],
  ),
  ...Object.entries(closed).map(([name, parts]): Input => [name, (length) => nest(...parts, length)]),
]

describe('the cost is linear in the length', () => {
  test.each(inputs)(
    '%s',
    (_, ofLength) => {
      const long = ofLength(10_000)
      const short = ofLength(2_500)
      const cost = { short: Number.POSITIVE_INFINITY, long: Number.POSITIVE_INFINITY }
      const ratio = (): number => cost.long / Math.max(cost.short, MEASURABLE_MS)
      // On a busy machine it takes a while until one run of each is undisturbed.
      for (let round = 0; round < 100 && !(ratio() <= 6 && cost.long < 100); round++) {
        cost.long = Math.min(cost.long, quickest(long, 8))
        cost.short = Math.min(cost.short, quickest(short, 8))
      }
      expect(cost.long).toBeLessThan(100)
      expect(ratio()).toBeLessThanOrEqual(6)
    },
    120_000,
  )
})
