import { expect, test } from 'vitest'
import { unsafeIn } from '../safety/check-html.ts'
import { GRAMMARS } from './grammars.ts'
import { highlight } from './highlighter.ts'
import { grammarFor, languageNamed } from './languages.ts'

test.each([
  ['js', 'JavaScript'],
  ['PY', 'Python'],
  ['python3', 'Python'],
  ['py2', 'Python 2.x'],
  ['ts', 'TypeScript'],
  ['c++', 'C++'],
  ['c#', 'C#'],
  ['sh', 'Bash'],
  ['console', 'Bash Session'],
  ['yml', 'YAML'],
  ['golang', 'Go'],
  ['latex', 'TeX'],
  ['text', 'Text only'],
  ['Bash Session', 'Bash Session'],
  ['Klingon', 'Klingon'],
])('%s is %s', (typed, name) => expect(languageNamed(typed)).toBe(name))

test('the language of a string of code is not guessed', () => {
  const html = highlight('select $$print("x")$$, 1', 'PostgreSQL SQL dialect')
  expect(html).toContain('$$print("x")$$')
  expect(html).toContain('>1</span>')
})

test('every grammar is there and is used', () => {
  const used = new Set(Object.keys(GRAMMARS).filter((grammar) => grammar !== ''))
  for (const name of ['Python', 'Bash Session', 'GAS', 'PL/pgSQL', 'Batchfile'])
    expect(used).toContain(grammarFor(name))
  expect(grammarFor('Text only')).toBeUndefined()
  expect(grammarFor('constructor')).toBeUndefined()
})

test.each(Object.keys(GRAMMARS))('%s writes nothing but escaped text in spans', (grammar) => {
  const name = languageNamed(grammar)
  const code = '<b class="x">&amp;\'</b> /* c */ # d // e "f" 0x1f + 1.5 {{ g }} $h @i \\n\n- j\n+ k\n'
  const html = highlight(code, name)
  if (html === undefined) return
  expect(unsafeIn(html)).toBeUndefined()
  const text = html.replace(/<\/?span[^>]*>/g, '')
  expect(text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')).toBe(code)
})
