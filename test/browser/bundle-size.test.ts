import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type BundleSizes, bundleSizes } from './bundle-size.ts'

const FILE = new URL('../../docs/markdown-bundle.json', import.meta.url)
const GROWTH = 1.1

test('the engine has not grown by more than a tenth since its size was recorded', async () => {
  const recorded = JSON.parse(readFileSync(FILE, 'utf8')) as BundleSizes
  const sizes = await bundleSizes()
  // A part that was merged into another, or a new one, has to be recorded: npm run record-bundle.
  expect(Object.keys(sizes).toSorted()).toEqual(Object.keys(recorded).toSorted())
  expect(sizes['core']?.minified).toBeGreaterThan(10_000)
  const grown = Object.entries(sizes).filter(([part, size]) => size.gzip > (recorded[part]?.gzip ?? 0) * GROWTH)
  expect(grown).toEqual([])
})
