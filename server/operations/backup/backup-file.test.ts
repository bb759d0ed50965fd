import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { devNull, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { refuse } from '../../kernel/base/startup-refusal.ts'
import { writeFileWhole } from './backup-file.ts'

test('a folder or a device is refused before anything is written, and stays', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-place-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [inner, device] = [join(folder, 'inner'), join(folder, 'device')]
  mkdirSync(inner)
  symlinkSync(devNull, device)
  let isAsked = false
  async function* bytes() {
    isAsked = true
    yield Buffer.from('backup')
  }
  const write = (file: string) => writeFileWhole({ file, passphrase: null }, bytes())
  await expect(write(inner)).rejects.toThrow(refuse.backupUnwritable(inner, 'it is a folder'))
  await expect(write(device)).rejects.toThrow(refuse.backupUnwritable(device, 'it is a device or a pipe'))
  expect(isAsked).toBe(false)
  expect(lstatSync(device).isSymbolicLink()).toBe(true)
  expect(readdirSync(folder).sort()).toEqual(['device', 'inner'])
})
