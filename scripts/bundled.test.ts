import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { bundledEntry } from './bundled.mjs'

const root = dirname(import.meta.dirname)
const outputOf = (args: readonly string[]) => spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout

test('Parley runs from a bundle that is kept while its sources stay the same', () => {
  const entry = bundledEntry(process.execPath)
  expect(dirname(dirname(entry))).toBe(join(root, '.cache'))
  expect(existsSync(entry)).toBe(true)
  expect(bundledEntry(process.execPath)).toBe(entry)
  expect(outputOf([entry, '--version'])).toBe(`${manifest.version}\n`)
})

test('the bundle does not load the client behind fetch, which an import of node:http does', () => {
  const files = globSync(join(dirname(bundledEntry(process.execPath)), '*.js'))
  const importing = files.filter((file) => /(from|import) *['"`]node:http['"`]/.test(readFileSync(file, 'utf8')))
  expect(files).not.toEqual([])
  expect(importing).toEqual([])
})

test('a folder that cannot be written is no reason to fail', () => {
  const folder = join(root, 'package.json', 'parley-000000000000')
  expect(outputOf([join(root, 'scripts', 'bundle.ts'), folder])).toBe('')
})
