import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('routes ask the database through their call, so that it is the caller who waits and ends it', () => {
  const files = globSync('server/*/*routes.ts')
  expect(files.length).toBeGreaterThan(5)
  expect(files.filter((file) => /ctx\.database|\bdatabase\b.*= ctx/.test(readFileSync(file, 'utf8')))).toEqual([])
})
