import { describe, expect, it } from 'vitest'
import { firstMatch } from './compile-linkifier.ts'
import { expandReverseTemplate } from './reverse-template.ts'

const values = new Map([
  ['id', '12'],
  ['repo', 'web'],
])

describe('a reverse template', () => {
  it.each([
    ['{repo}#{id}', 'web#12'],
    ['{{{id}}}', '{12}'],
    ['#{id}}', '#12}'],
    ['', ''],
  ])('%s produces %s', (template, text) => {
    expect(expandReverseTemplate(template, values)).toBe(text)
  })

  it.each([
    ['#{id', "Invalid auto-conversion field: missing '}' character."],
    ['#{}', 'Invalid auto-conversion field: empty field name.'],
    ['#{nr}', "Group 'nr' in auto-conversion field is not present in linkifier pattern."],
    ['{__proto__}', "Group '__proto__' in auto-conversion field is not present in linkifier pattern."],
  ])('%s is refused', (template, problem) => {
    expect(() => expandReverseTemplate(template, values)).toThrow(problem)
  })

  it('takes the values of the first match, wherever it stands', () => {
    expect(firstMatch('(?P<repo>\\w+)#(?P<id>\\d+)(?P<part>x)?', 'see web#12 and app#3')).toEqual(
      new Map([
        ['repo', 'web'],
        ['id', '12'],
        ['part', ''],
      ]),
    )
    expect(firstMatch('#(?P<id>\\d+)', 'nothing')).toBeUndefined()
  })
})
