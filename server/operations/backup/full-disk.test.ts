import fs, { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { refuse } from '../../kernel/base/startup-refusal.ts'
import { writeFileWhole } from './backup-file.ts'

/** Streams into files fail from now on, as on a full disk. */
function fillDisk(): void {
  const { write, writev } = fs
  const fail = (...args: unknown[]) => {
    const done = args.at(-1) as (error: Error) => void
    setImmediate(done, Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }))
  }
  Object.assign(fs, { write: fail, writev: fail })
  syncBuiltinESMExports()
  onTestFinished(() => {
    Object.assign(fs, { write, writev })
    syncBuiltinESMExports()
  })
}

test('a full disk leaves the old backup and nothing else, and closes its source', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-full-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'backup')
  writeFileSync(file, 'the old one')
  let isClosed = false
  async function* endless() {
    try {
      for (;;) yield Buffer.alloc(65_536, Math.random().toString())
    } finally {
      isClosed = true
    }
  }
  fillDisk()
  for (const passphrase of [null, 'seven brass kettles']) {
    isClosed = false
    await expect(writeFileWhole({ file, passphrase }, endless())).rejects.toThrow(
      refuse.backupUnwritable(file, 'the disk is full'),
    )
    await expect.poll(() => isClosed).toBe(true)
    expect(readdirSync(folder)).toEqual(['backup'])
    expect(readFileSync(file, 'utf8')).toBe('the old one')
  }
})
