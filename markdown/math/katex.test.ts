import { parseFragment, serialize } from 'parse5'
import { expect, test } from 'vitest'
import { unsafeIn } from '../../test/markdown/safety/check-html.ts'
import { typesetMath } from './katex.ts'

const formulas = [
  'x^2',
  "f'(x)''",
  'a~b',
  '\\frac{a}{b} \\sqrt[3]{x} \\vec{x} \\widehat{xyz}',
  '\\overbrace{abc}^{n} \\underbrace{x}_{y} \\xrightarrow[a]{b}',
  '\\cancel{x} \\xcancel{y} \\sout{x} \\phase{x} \\boxed{x}',
  '\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix} \\begin{array}{|c|c|}\\hline a&b\\\\ \\hline\\end{array}',
  '\\textcolor{red}{x} \\colorbox{red}{x} \\fcolorbox{red}{blue}{x} \\color{#ff0000}x',
  '\\left(\\frac12\\right) \\big\\{ \\Bigg| \\oiint \\sum_{i=0}^n i',
  '\\text{a "b" \'c\' <d> é 漢字} \\verb|a b| \\rule{1em}{2em} \\pmb{x}',
  '\\href{http://example.org}{y} \\htmlClass{a}{b} \\includegraphics{x} \\url{javascript:a}',
  '\\hspace{1000em} \\Huge x \\raisebox{1em}{x} \\kern1em \\smash{x}\\llap{y}',
  '\\tag{1} x',
]

test.each(formulas)('%s is what a browser would serialize', (tex) => {
  for (const display of [false, true]) {
    const html = typesetMath(tex, display)
    if (html === undefined) continue
    expect(serialize(parseFragment(html))).toBe(html)
    expect(unsafeIn(html)).toBeUndefined()
  }
})

test('invalid TeX returns undefined', () => {
  expect(typesetMath('\\bad', false)).toBeUndefined()
  expect(typesetMath('{', true)).toBeUndefined()
  expect(typesetMath('{'.repeat(20_000), true)).toBeUndefined()
})

test.each(['\\def', '\\gdef', '\\edef', '\\xdef', '\\let', '\\newcommand', '\\renewcommand', '\\providecommand'])(
  '%s cannot define commands',
  (command) => expect(typesetMath(`${command}\\a{x} x`, false)).toBeUndefined(),
)

test('a TeX line break followed by the letters of a command is not a definition', () =>
  expect(typesetMath('x\\\\def', true)).toBeDefined())
