import { expect, test } from 'vitest'
import { shrunk } from './shrink.ts'

test('keeps only the necessary part', () => {
  const fails = (text: string) => text.includes('a') && text.includes('b')
  expect(shrunk('xxxxxaxxxxxxxxxxxxbxxxxx', fails)).toBe('ab')
})

test('keeps a text whose every part is necessary', () => {
  expect(shrunk('abc', (text) => text === 'abc')).toBe('abc')
})
