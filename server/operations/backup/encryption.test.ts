import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backUp } from '../../../test/backup/restored.ts'
import { useServer } from '../../../test/use-server.ts'
import { refuse } from '../../kernel/base/startup-refusal.ts'
import { FORMAT } from './format.ts'
import { readPassphrase } from './passphrase.ts'
import { Progress } from './progress.ts'
import { checkBackup } from './restore.ts'

const PASSPHRASE = 'seven brass kettles'

describe('an encrypted backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-encrypted-'))
  const file = join(folder, 'backup')
  const { server } = useServer()
  let whole: Buffer

  beforeAll(async () => {
    await backUp(server, file, PASSPHRASE)
    whole = readFileSync(file)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const check = (bytes: Uint8Array, passphrase: string | null) => {
    writeFileSync(file, bytes)
    return checkBackup({ file, passphrase }, new Progress('Checking'))
  }

  test('is a file of the age format that its passphrase opens', async () => {
    expect(whole.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt /)
    expect(await check(whole, PASSPHRASE)).toMatchObject({ head: { format: FORMAT } })
  })

  test('is refused with another passphrase, and without one', async () => {
    await expect(check(whole, 'eight brass kettles')).rejects.toThrow(refuse.passphraseWrong(file))
    await expect(check(whole, null)).rejects.toThrow(refuse.backupEncrypted(file))
  })

  test('is refused if it was cut or altered', async () => {
    const altered = Buffer.from(whole)
    altered[Math.floor(whole.length / 2)]! ^= 1
    await expect(check(altered, PASSPHRASE)).rejects.toThrow(refuse.backupAltered(file))
    await expect(check(whole.subarray(0, -20), PASSPHRASE)).rejects.toThrow(refuse.backupAltered(file))
    await expect(check(whole.subarray(0, 60), PASSPHRASE)).rejects.toThrow(refuse.backupAltered(file))
  })

  test('a passphrase for one that is not encrypted is refused', async () => {
    await backUp(server, file)
    await expect(check(readFileSync(file), PASSPHRASE)).rejects.toThrow(refuse.backupNotEncrypted(file))
  })

  test('the passphrase is the text of its file, without the line break at the end', () => {
    const path = join(folder, 'passphrase')
    for (const text of [' a b ', ' a b \n', ' a b \r\n']) {
      writeFileSync(path, text)
      expect(readPassphrase(path)).toBe(' a b ')
    }
    writeFileSync(path, '\n')
    expect(() => readPassphrase(path)).toThrow(refuse.passphraseEmpty(path))
    const missing = join(folder, 'missing')
    expect(() => readPassphrase(missing)).toThrow(refuse.passphraseUnreadable(missing, 'ENOENT'))
    const endless = refuse.passphraseUnreadable('/dev/zero', 'it is larger than 1 MiB')
    expect(() => readPassphrase('/dev/zero')).toThrow(endless)
    expect(readPassphrase(null)).toBeNull()
  })
})
