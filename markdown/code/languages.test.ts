import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { languageNamed } from './languages.ts'

const rows = readFileSync(new URL('languages.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
const known = rows.map((row) => row.split('\t') as [typed: string, name: string])

test('every word of the contract maps to its language, in any case', () => {
  expect(known).toHaveLength(927)
  const wrong = known.filter(([typed, name]) =>
    [typed, typed.toUpperCase()].some((word) => languageNamed(word) !== name),
  )
  expect(wrong).toEqual([])
})

test.each([
  ['js', 'JavaScript'],
  ['PY', 'Python'],
  ['py2', 'Python 2.x'],
  ['jsx', 'JSX'],
  ['ahk', 'autohotkey'],
  ['c++', 'C++'],
  ['ambienttalk/2', 'AmbientTalk'],
  ['text', 'Text only'],
])('%s is %s', (typed, name) => expect(languageNamed(typed)).toBe(name))

test.each(['Klingon', 'mjs', 'kt', 'Bash Session', 'bash session', 'constructor'])('%s stays unchanged', (typed) => {
  expect(languageNamed(typed)).toBe(typed)
})
