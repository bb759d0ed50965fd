import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseFormBody, parseQuery } from './form.ts'

const pairs = fc.dictionary(
  fc.string({ unit: 'grapheme', minLength: 1 }),
  fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', '95% full', '%zz', 'a=b&c', '1+1', '%', '%4')),
)

test('every form comes back as it was written', () => {
  fc.assert(
    fc.property(pairs, (fields) => {
      const written = new URLSearchParams(fields).toString()
      const expected = new Map(new URLSearchParams(written))
      expect(parseFormBody(Buffer.from(written))).toEqual(expected)
      expect(parseQuery(written)).toEqual(expected)
    }),
  )
})

test.each([
  ['a=95%+full&b=%zz', { a: '95% full', b: '%zz' }],
  ['a=%4&b=%', { a: '%4', b: '%' }],
  ['a=é', { a: 'é' }],
  ['a&&b=1&', { a: '', b: '1' }],
  ['a=b=c', { a: 'b=c' }],
  ['=1', { '': '1' }],
  ['', {}],
])('%j', (written, fields) => {
  const bytes = Buffer.from(written)
  expect(Object.fromEntries(parseFormBody(bytes))).toEqual(fields)
  expect(Object.fromEntries(parseQuery(bytes.toString('latin1')))).toEqual(fields)
})

test.each([
  ['a=%ff', 'The query is not valid percent-encoded UTF-8'],
  ['a=1&a=2', "Parameter 'a' was given more than once"],
  ['&'.repeat(1001), 'Too many parameters (limit: 1000)'],
])('%j is refused', (written, message) => {
  expect(() => parseQuery(written)).toThrow(message)
})
