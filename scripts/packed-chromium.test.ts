import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { requireIntact } from './fetch-package.ts'
import { unpackChromium } from './packed-chromium.ts'

const folder = mkdtempSync(join(tmpdir(), 'parley-packed-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A package like the real one, whose browser only prints how it was started. */
function packageOf(browser: string): string {
  const bin = join(folder, 'package', 'bin')
  const lib = join(folder, 'lib')
  for (const one of [bin, lib]) mkdirSync(one, { recursive: true })
  writeFileSync(join(lib, 'libsome.so'), 'a library')
  const libraries = execFileSync('tar', ['-c', '-C', folder, 'lib'])
  writeFileSync(join(bin, 'al2023.tar.br'), brotliCompressSync(libraries))
  writeFileSync(join(bin, 'chromium.br'), brotliCompressSync(browser))
  const archive = join(folder, 'package.tgz')
  execFileSync('tar', ['-czf', archive, '-C', folder, 'package'])
  return archive
}

test('a packaged browser starts with the libraries of the package', async () => {
  const place = join(folder, 'unpacked')
  const program = await unpackChromium(packageOf('#!/bin/sh\necho "$LD_LIBRARY_PATH" "$@"'), place)
  expect(execFileSync(program, ['--version', 'a b'], { encoding: 'utf8' })).toBe(
    `${place}/lib --no-sandbox --version a b\n`,
  )
  expect(readFileSync(join(place, 'lib', 'libsome.so'), 'utf8')).toBe('a library')
})

test('a failed unpacking leaves no program behind', async () => {
  const place = join(folder, 'broken')
  const archive = join(folder, 'broken.tgz')
  writeFileSync(archive, 'no archive')
  await expect(unpackChromium(archive, place)).rejects.toThrow()
  expect(existsSync(place)).toBe(false)
  expect(readdirSync(folder).filter((name) => name.startsWith('broken-'))).toEqual([])
})

test('a package with unexpected bytes is refused', () => {
  const integrity = 'sha512-7iaw3Ur350mqGo7jwQrpkj9hiYB3Lkc/iBml1JQODbJ6wYX4oOHV+E+IvIh/1nsUNzLDBMxfqa2Ob1f1ACio/w=='
  expect(() => requireIntact(Buffer.from('test'), integrity, 'a-package')).not.toThrow()
  expect(() => requireIntact(Buffer.from('rest'), integrity, 'a-package')).toThrow(
    'returned unexpected bytes for a-package',
  )
})
