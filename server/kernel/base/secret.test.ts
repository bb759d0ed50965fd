import { createHmac, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createKeyedHash, openSecret, readSecret } from './secret.ts'
import { refuse } from './startup-refusal.ts'

const folders: string[] = []
const folder = () => {
  const path = mkdtempSync(join(tmpdir(), 'parley-secret-'))
  folders.push(path)
  return path
}
afterEach(() => {
  for (const path of folders.splice(0)) rmSync(path, { recursive: true })
})

test('a sealed key can be unsealed, but only with the same secret', () => {
  const path = join(folder(), 'secret')
  const sealed = openSecret(path).sealKey('abcdEFGH12345678')
  expect(sealed).not.toContain('abcd')
  expect(openSecret(path).unsealKey(sealed)).toBe('abcdEFGH12345678')
  expect(() => openSecret(join(folder(), 'secret')).unsealKey(sealed)).toThrow()
})

test('a changed seal is detected, and two seals of one key differ', () => {
  const secret = openSecret(join(folder(), 'secret'))
  const sealed = Buffer.from(secret.sealKey('key'), 'base64')
  sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1
  expect(() => secret.unsealKey(sealed.toString('base64'))).toThrow()
  expect(secret.sealKey('key')).not.toBe(secret.sealKey('key'))
})

test('the hash is stable, keyed, and 32 bytes in hex', () => {
  const path = join(folder(), 'secret')
  expect(openSecret(path).hashKey('key')).toBe(openSecret(path).hashKey('key'))
  expect(openSecret(path).hashKey('key')).toMatch(/^[0-9a-f]{64}$/)
  expect(openSecret(join(folder(), 'secret')).hashKey('key')).not.toBe(openSecret(path).hashKey('key'))
})

test('only the owner can read the file, and no temporary file is left', () => {
  const path = join(folder(), 'sub', 'secret')
  openSecret(path)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(Buffer.from(readFileSync(path, 'utf8'), 'base64')).toHaveLength(32)
})

test('a cut-off secret is refused', () => {
  const path = join(folder(), 'secret')
  writeFileSync(path, 'c2hvcnQ=\n')
  expect(() => openSecret(path)).toThrow(/shorter than 32 bytes/)
})

test('a broken link is refused', () => {
  const path = join(folder(), 'secret')
  symlinkSync('/nowhere/secret', path)
  expect(() => openSecret(path)).toThrow(refuse.secretForbidden(path))
})

test('the fingerprint depends on the secret, and differs from all other derived keys', () => {
  const path = join(folder(), 'secret')
  const { fingerprint } = openSecret(path)
  expect(fingerprint).toMatch(/^[0-9a-f]{64}$/)
  expect(readSecret(path)?.fingerprint).toBe(fingerprint)
  expect(openSecret(join(folder(), 'secret')).fingerprint).not.toBe(fingerprint)
  expect(readSecret(join(folder(), 'secret'))).toBe(null)
})

test('the keyed hash is HMAC-SHA-256', () => {
  const key = randomBytes(32)
  for (const text of ['', 'a', 'ä'.repeat(100)])
    expect(createKeyedHash(key)(text)).toBe(createHmac('sha256', key).update(text).digest('hex'))
})
