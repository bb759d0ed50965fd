import { expect, test } from 'vitest'
import { contextOf } from '../../test/markdown/cases/all.ts'
import { typesetters } from '../../test/markdown/cases/typesetters.ts'
import { makeEngine } from '../engine.ts'
import { asWrittenByBrowsers } from '../math/katex-markup.ts'
import { Notes } from '../notes.ts'
import { element, requireAllowed, tag } from './tag.ts'

test('a tag is written with its attributes, escaped', () => {
  expect(tag('img', { alt: '"a" & <b>', src: '/x', title: undefined })).toBe(
    '<img alt="&quot;a&quot; &amp; &lt;b&gt;" src="/x">',
  )
  expect(element('a', { href: '#b' }, 'c')).toBe('<a href="#b">c</a>')
})

test.each([
  ['script', []],
  ['constructor', []],
  ['a', ['href', 'onclick']],
])('a token may not write %s with %j either', (name, attributes) => {
  expect(() => requireAllowed(name, attributes)).toThrow('is not allowed')
  const engine = makeEngine()
  engine.core.ruler.push('intruder', (state) => {
    const token = new state.Token('intruder', name, 0)
    token.attrs = attributes.map((attribute) => [attribute, 'x'])
    state.tokens.push(token)
  })
  expect(() => engine.render('', { notes: new Notes(contextOf({}, typesetters)) })).toThrow('is not allowed')
})

test.each(['<script>x</script>', '<span onclick="x">', '<img src=x>'])('nor may mathematics: %s', (markup) => {
  expect(() => asWrittenByBrowsers(markup)).toThrow(/is not allowed|is no tag/)
})
