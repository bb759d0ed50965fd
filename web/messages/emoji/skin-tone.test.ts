import { expect, test } from 'vitest'
import { toned } from './skin-tone.ts'

test.each([
  ['👍', '👍🏽'],
  ['✌️', '✌🏽'],
  ['🤷‍♀️', '🤷🏽‍♀️'],
  ['🎉', '🎉'],
  ['👩‍👧', '👩‍👧'],
])('%s in a tone', (plain, inTone) => {
  expect(toned(plain, '1f3fd')).toBe(inTone)
  expect(toned(plain, '')).toBe(plain)
})
