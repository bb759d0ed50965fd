import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../test/parley-process.ts'
import { makeFolder } from './make-folder.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

test('a folder is made with all that it lies in, and one that exists is left as it is', () => {
  const path = join(folder.path, 'a', 'b')
  makeFolder(path, 0o700)
  makeFolder(path, 0o711)
  for (const made of [path, join(folder.path, 'a')]) expect(statSync(made).mode & 0o777).toBe(0o700)
})

test.each(['file', 'file/a/b'])('%s is no folder', (name) => {
  writeFileSync(join(folder.path, 'file'), '')
  expect(() => makeFolder(join(folder.path, name), 0o700)).toThrow('EEXIST')
})
