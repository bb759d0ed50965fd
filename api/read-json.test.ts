import { describe, expect, it } from 'vitest'
import { readJson } from './read-json.ts'

const BROKEN = { problem: 'is not valid JSON' }

describe('a duplicate key in an object', () => {
  it.each([
    '{"a":1,"a":1}',
    '{"a":1,"b":2,"a":3}',
    '[{"operator":"topic","operator":"channel"}]',
    '{"a":{"b":1,"b":2}}',
    '{"a":1,"\\u0061":2}',
    '{"__proto__":1,"__proto__":2}',
    '{"":1,"":2}',
    '{"a\\"b":1,"a\\"b":2}',
  ])('makes %s invalid', (text) => {
    expect(readJson(text)).toEqual(BROKEN)
  })

  it.each([
    '{"a":1,"b":1}',
    '[{"a":1},{"a":2}]',
    '{"a":{"a":1}}',
    '{"a":":","b":"{\\"a\\":1,\\"a\\":2}"}',
    '{"__proto__":{"__proto__":1}}',
    '{"0":1,"00":2}',
    '"a:a:"',
    '[]',
  ])('is not found in %s', (text) => {
    expect(readJson(text)).toEqual({ value: JSON.parse(text) })
  })
})
