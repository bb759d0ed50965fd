import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backUp } from '../../../test/backup/restored.ts'
import { useServer } from '../../../test/use-server.ts'
import { refuse } from '../../kernel/base/startup-refusal.ts'
import { ArchiveWriter } from './archive-writer.ts'
import { FORMAT, HEAD_ENTRY, type Head } from './format.ts'
import { Progress } from './progress.ts'
import { checkBackup } from './restore.ts'

describe('the check of a backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-backup-'))
  const file = join(folder, 'backup')
  const { server } = useServer()
  let whole: Buffer

  beforeAll(async () => {
    await backUp(server, file)
    whole = readFileSync(file)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const check = (bytes: Uint8Array, passphrase: string | null = null) => {
    writeFileSync(file, bytes)
    return checkBackup({ file, passphrase }, new Progress('Checking'))
  }
  const withHead = (head: Partial<Head>) => {
    const archive = new ArchiveWriter(0)
    const known: Head = { format: FORMAT, parley: '9.0.0', postgres: '18', at: 0, migrations: [] }
    return gzipSync(Buffer.concat([...archive.json(HEAD_ENTRY, { ...known, ...head }), ...archive.end()]))
  }
  /** The same archive with one byte changed before it was compressed, so that only the digest tells. */
  const altered = (at: number) => {
    const bytes = gunzipSync(whole)
    bytes[at]! ^= 1
    return gzipSync(bytes)
  }

  test('accepts what was written', async () => {
    expect(await check(whole)).toMatchObject({ head: { format: FORMAT }, secret: expect.stringMatching(/^\S{44}\n$/) })
  })

  test('refuses a file that ends too early, wherever it was cut', async () => {
    for (const part of [0, 0.001, 0.3, 0.7, 0.999])
      await expect(check(whole.subarray(0, Math.floor(whole.length * part)))).rejects.toThrow(
        refuse.backupTruncated(file),
      )
    await expect(check(whole.subarray(0, whole.length - 1))).rejects.toThrow(refuse.backupTruncated(file))
    const unpacked = gunzipSync(whole)
    await expect(check(gzipSync(unpacked.subarray(0, unpacked.length - 4096)))).rejects.toThrow(
      refuse.backupTruncated(file),
    )
  })

  test('refuses a file with one altered byte, wherever it is', async () => {
    const { length } = gunzipSync(whole)
    for (const part of [0.2, 0.5, 0.8])
      await expect(check(altered(Math.floor(length * part)))).rejects.toThrow(refuse.backupAltered(file))
    for (const part of [0.2, 0.5, 0.8]) {
      const bytes = Buffer.from(whole)
      bytes[Math.floor(bytes.length * part)]! ^= 1
      await expect(check(bytes)).rejects.toMatchObject({ name: 'StartupRefusal' })
    }
  })

  test('refuses a file with something after its end', async () => {
    await expect(check(gzipSync(Buffer.concat([gunzipSync(whole), Buffer.from('x')])))).rejects.toThrow(
      refuse.backupAltered(file),
    )
  })

  test('refuses a foreign file', async () => {
    await expect(check(Buffer.from('a letter to the king'))).rejects.toThrow(refuse.backupForeign(file))
    await expect(check(gzipSync(Buffer.alloc(2048, 'letter')))).rejects.toThrow(refuse.backupForeign(file))
    const other = new ArchiveWriter(0)
    const archive = Buffer.concat([...other.json('organization.json', {}), ...other.end()])
    await expect(check(gzipSync(archive))).rejects.toThrow(refuse.backupForeign(file))
  })

  test('refuses a file of a newer release', async () => {
    await expect(check(withHead({ format: FORMAT + 1 }))).rejects.toThrow(refuse.backupNewer(file, '9.0.0'))
    await expect(check(withHead({ migrations: ['9999-future'] }))).rejects.toThrow(refuse.backupNewer(file, '9.0.0'))
    expect(await check(withHead({}))).toMatchObject({ head: { parley: '9.0.0' } })
  })

  test('refuses a path without a file', async () => {
    const missing = join(folder, 'missing')
    await expect(checkBackup({ file: missing, passphrase: null }, new Progress(''))).rejects.toThrow(
      refuse.backupUnreadable(missing, 'ENOENT'),
    )
  })
})
