import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { devNull, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { refuse } from '../../kernel/base/startup-refusal.ts'
import { writeFileWhole } from './backup-file.ts'

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-place-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('a folder or a device is refused before anything is written, and stays', async () => {
  const folder = emptyFolder()
  const [inner, device, loop] = [join(folder, 'inner'), join(folder, 'device'), join(folder, 'loop')]
  mkdirSync(inner)
  symlinkSync(devNull, device)
  symlinkSync(loop, loop)
  let isAsked = false
  async function* bytes() {
    isAsked = true
    yield Buffer.from('backup')
  }
  const write = (file: string) => writeFileWhole({ file, passphrase: null }, bytes())
  await expect(write(inner)).rejects.toThrow(refuse.backupUnwritable(inner, 'it is a folder'))
  await expect(write(device)).rejects.toThrow(refuse.backupUnwritable(device, 'it is a device or a pipe'))
  await expect(write(loop)).rejects.toThrow(refuse.backupUnwritable(loop, 'it is a link that leads to itself'))
  expect(isAsked).toBe(false)
  expect(lstatSync(device).isSymbolicLink()).toBe(true)
  expect(readdirSync(folder).sort()).toEqual(['device', 'inner', 'loop'])
})

test('a link stays, and the file that it leads to is written, also one that is not there yet', async () => {
  const folder = emptyFolder()
  const [disk, link, next] = [join(folder, 'disk'), join(folder, 'newest'), join(folder, 'next')]
  mkdirSync(disk)
  symlinkSync(join('disk', 'backup'), link)
  symlinkSync('newest', next)
  const written = join(disk, 'backup')
  const leftover = `${written}.partial-${process.pid}`
  async function* bytes() {
    expect(readdirSync(folder).sort()).toEqual(['disk', 'newest', 'next'])
    yield Buffer.from('backup')
  }
  for (const file of [next, link]) {
    writeFileSync(leftover, 'of a killed process')
    await writeFileWhole({ file, passphrase: null }, bytes())
    expect(readdirSync(disk)).toEqual(['backup'])
    expect(lstatSync(written).mode & 0o777).toBe(0o600)
  }
  expect([link, next].map((path) => readlinkSync(path))).toEqual([join('disk', 'backup'), 'newest'])
  rmSync(disk, { recursive: true })
  await expect(writeFileWhole({ file: link, passphrase: null }, bytes())).rejects.toThrow(
    refuse.backupUnwritable(link, 'its folder does not exist'),
  )
})
