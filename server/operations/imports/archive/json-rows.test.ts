import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { jsonRows } from './json-rows.ts'

const folder = mkdtempSync(join(tmpdir(), 'parley-json-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function rowsOf(text: string, wanted: (list: string) => boolean = () => true) {
  const path = join(folder, 'file.json')
  writeFileSync(path, text)
  const found: [string, unknown][] = []
  for await (const { list, row } of jsonRows(path, wanted)) found.push([list, row])
  return found
}

test('reads the wanted lists of an object, whatever is around them', async () => {
  const content = {
    'a "quoted": [name': [{ text: 'x, ] } "' }, [1, [2]], 'plain', 3, null],
    other: { not: ['a list'], deep: { list: [1] } },
    empty: [],
    text: ', [ { "',
    last: [{ a: { b: ['\\'] } }, { '}': ']' }],
  }
  for (const space of [0, 2]) {
    const text = JSON.stringify(content, null, space)
    const expected = Object.entries(content).flatMap(([list, rows]) =>
      Array.isArray(rows) ? rows.map((row): [string, unknown] => [list, row]) : [],
    )
    expect(await rowsOf(text)).toEqual(expected)
    expect(await rowsOf(text, (list) => list === 'last')).toEqual(expected.slice(-2))
  }
})

test('reads a list, and rows that are longer than what is read at once', async () => {
  const rows = [{ a: 'é'.repeat(400_000) }, { b: '😀'.repeat(200_000) }, 'end']
  expect(await rowsOf(JSON.stringify(rows))).toEqual(rows.map((row) => ['', row]))
})

test('a broken row is undefined, and a file that is cut is an error', async () => {
  expect(await rowsOf('{"a": [{"x": 1}, {"x": nonsense}, {"x": 3}]}')).toEqual([
    ['a', { x: 1 }],
    ['a', undefined],
    ['a', { x: 3 }],
  ])
  await expect(rowsOf('{"a": [{"x": 1}, {"x"')).rejects.toThrow('the file ends too early')
  await expect(rowsOf('')).rejects.toThrow('the file ends too early')
})

test('leaves out every NUL, which the database cannot store', async () => {
  expect(await rowsOf(JSON.stringify([{ 'a\0': ['b\0\0', '\\u0000', '\\\0'] }]))).toEqual([
    ['', { a: ['b', '\\u0000', '\\'] }],
  ])
})
