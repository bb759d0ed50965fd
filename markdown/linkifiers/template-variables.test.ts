import { describe, expect, it } from 'vitest'
import { templateVariables } from './template-variables.ts'

describe('the variables of a URL template', () => {
  it.each([
    ['https://x.com/', []],
    ['https://x.com/{id}', ['id']],
    ['https://x.com/{id}/{id}{?q,page*}', ['id', 'q', 'page']],
    ['https://x.com/{+path}{#part:3}{/a}{;b}{.c}{&d}', ['path', 'part', 'a', 'b', 'c', 'd']],
    ['https://x.com/{a.b}{%41}', ['a.b', '%41']],
  ])('of %s', (template, names) => {
    expect([...templateVariables(template)!]).toEqual(names)
  })

  it.each([
    'https://x.com/{id',
    'https://x.com/id}',
    'https://x.com/{}',
    'https://x.com/{{id}}',
    'https://x.com/{id,}',
    'https://x.com/{!id}',
    'https://x.com/{a b}',
    'https://x.com/{id:0}',
    'https://x.com/{id:10000}',
    'https://x.com/{a..b}',
    'https://x.com/{?}',
  ])('does not exist in %s', (template) => {
    expect(templateVariables(template)).toBeUndefined()
  })
})
