import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openFolder } from './open-folder.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** No process has this number. */
const DEAD = 2 ** 31 - 1

test('an archive is opened after the folders of killed imports are removed', async () => {
  const left = join(tmpdir(), `parley-import-${DEAD}-left`)
  mkdirSync(left)
  writeFileSync(join(left, 'realm.json'), '{}')
  const [inUse, folder] = [await temporaryFolder(), mkdtempSync(join(tmpdir(), 'parley-test-archive-'))]
  onTestFinished(() => {
    for (const one of [left, inUse, folder]) rmSync(one, { recursive: true, force: true })
  })
  writeFileSync(join(folder, 'not-an-archive.tar.gz'), 'x')
  await expect(openFolder(join(folder, 'not-an-archive.tar.gz'), 'realm.json')).rejects.toThrow()
  expect(existsSync(left)).toBe(false)
  expect(existsSync(inUse)).toBe(true)
})
