import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findChromium } from './chromium.ts'

const folder = mkdtempSync(join(tmpdir(), 'parley-chromium-'))
afterAll(() => rmSync(folder, { recursive: true }))

const [empty, full] = [join(folder, 'empty'), join(folder, 'full')]
const program = join(full, 'google-chrome')
for (const one of [empty, full]) mkdirSync(one)
writeFileSync(program, '')

test('the folders of the path are searched in order', () => {
  expect(findChromium({ PATH: [empty, full].join(delimiter) })).toBe(program)
})

test('a browser without windows takes precedence over others in the same folder', () => {
  const both = join(folder, 'both')
  mkdirSync(both)
  for (const name of ['chromium', 'chromium-headless-shell']) writeFileSync(join(both, name), '')
  expect(findChromium({ PATH: both })).toBe(join(both, 'chromium-headless-shell'))
})

test('a configured program takes precedence', () => {
  const named = join(folder, 'my-browser')
  writeFileSync(named, '')
  expect(findChromium({ PATH: full, PARLEY_TEST_CHROMIUM: named })).toBe(named)
})

test('a configured program that is missing is not replaced by another', () => {
  expect(findChromium({ PATH: full, PARLEY_TEST_CHROMIUM: join(folder, 'nothing') })).toBeUndefined()
})
