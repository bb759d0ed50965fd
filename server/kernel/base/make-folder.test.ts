import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../test/parley-process.ts'
import { makeFolder } from './make-folder.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

test('a folder is made with its parents, and an existing one is left unchanged', () => {
  const path = join(folder.path, 'a', 'b')
  makeFolder(path, 0o700)
  makeFolder(path, 0o711)
  for (const made of [path, join(folder.path, 'a')]) expect(statSync(made).mode & 0o777).toBe(0o700)
})

test('a folder gets its permissions, whatever the umask', () => {
  const umask = process.umask(0o077)
  onTestFinished(() => void process.umask(umask))
  makeFolder(join(folder.path, 'a', 'b'), 0o711)
  for (const name of ['a', 'a/b']) expect(statSync(join(folder.path, name)).mode & 0o777).toBe(0o711)
})

test.each(['file', 'file/a/b'])('%s is not a folder', (name) => {
  writeFileSync(join(folder.path, 'file'), '')
  expect(() => makeFolder(join(folder.path, name), 0o700)).toThrow('EEXIST')
})
