import { expect, test } from 'vitest'
import { shrunk } from './shrink.ts'

test('only what is needed stays', () => {
  const fails = (text: string) => text.includes('a') && text.includes('b')
  expect(shrunk('xxxxxaxxxxxxxxxxxxbxxxxx', fails)).toBe('ab')
})

test('a text of which everything is needed stays whole', () => {
  expect(shrunk('abc', (text) => text === 'abc')).toBe('abc')
})
