import { expect, test } from 'vitest'
import { readCsv } from './csv.ts'

test.each([
  [
    'a,b\nc,d\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a,b\r\nc,d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['\ufeffa\n', [['a']]],
  ['"a, b","say ""hi""","two\nlines"\n', [['a, b', 'say "hi"', 'two\nlines']]],
  [
    'a,,\n,\n',
    [
      ['a', '', ''],
      ['', ''],
    ],
  ],
  ['"",x', [['', 'x']]],
  ['', []],
])('%j is read', (text, rows) => {
  expect([...readCsv(text)].map(({ fields }) => fields)).toEqual(rows)
})

test('records know their lines, empty lines are left out, and a broken line does not take others with it', () => {
  const text = 'one\n\n"two\nand more"\n"never closed\nfive\nbad"quote,x\n"early" end\nlast'
  expect([...readCsv(text)]).toEqual([
    { line: 1, fields: ['one'] },
    { line: 3, fields: ['two\nand more'] },
    { line: 5, fields: null },
    { line: 6, fields: ['five'] },
    { line: 7, fields: null },
    { line: 8, fields: null },
    { line: 9, fields: ['last'] },
  ])
})

test('a long file with a quote that is never closed is read in linear time', () => {
  const lines = Array.from({ length: 20_000 }, (_, index) => `name ${index},mail${index}@example.org`)
  expect([...readCsv(`"open\n${lines.join('\n')}`)]).toHaveLength(20_001)
})
