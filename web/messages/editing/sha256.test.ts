import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { sha256 } from './sha256.ts'

test.each(['', 'abc', 'é😀', 'x'.repeat(55), 'x'.repeat(56), 'x'.repeat(64), 'ü'.repeat(10_000)])(
  'hashes %j as Node does',
  (text) => {
    expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'))
  },
)
