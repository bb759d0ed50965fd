import { expect, test } from 'vitest'
import { unsafeIn } from '../../test/markdown/safety/check-html.ts'
import { GRAMMARS } from './grammars.ts'
import { highlight } from './highlighter.ts'
import { grammarFor } from './language-grammars.ts'
import { languageNamed } from './languages.ts'

test('the language of code in a string is not guessed', () => {
  const html = highlight('select $$print("x")$$, 1', 'PostgreSQL SQL dialect')
  expect(html).toContain('$$print("x")$$')
  expect(html).toContain('>1</span>')
})

test('languages have an existing grammar and their name in the contract', () => {
  for (const word of [
    'py',
    'console',
    'gas',
    'plpgsql',
    'bat',
    'jsx',
    'ahk',
    'coq',
    'less',
    'octave',
    'elisp',
    'kt',
    'MJS',
  ])
    expect(Object.keys(GRAMMARS), word).toContain(grammarFor(languageNamed(word)))
  expect(grammarFor('Text only')).toBeUndefined()
  expect(grammarFor('constructor')).toBeUndefined()
})

test.each(Object.keys(GRAMMARS))('%s produces only escaped text in spans', (grammar) => {
  const name = languageNamed(grammar)
  const code = '<b class="x">&amp;\'</b> /* c */ # d // e "f" 0x1f + 1.5 {{ g }} $h @i \\n\n- j\n+ k\n'
  const html = highlight(code, name)
  if (html === undefined) return
  expect(unsafeIn(html)).toBeUndefined()
  const text = html.replace(/<\/?span[^>]*>/g, '')
  expect(text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')).toBe(code)
})
