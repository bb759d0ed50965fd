import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('routes use the database through their call, so that reads count for the caller and end with the request', () => {
  const files = globSync(['server/*/*routes.ts', 'server/*/*/*routes.ts'])
  expect(files.length).toBeGreaterThan(5)
  expect(files.filter((file) => /ctx\.database|\bdatabase\b.*= ctx/.test(readFileSync(file, 'utf8')))).toEqual([])
})
