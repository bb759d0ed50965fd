import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { TAR_END, tarHeader, tarPadding } from './tar.ts'

const run = promisify(execFile)

test('an archive is unpacked by tar', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-tar-'))
  try {
    const files = { 'a.json': 'x'.repeat(512), 'uploads/12': 'héllo', 'empty.json': '' }
    const blocks = Object.entries(files).flatMap(([name, text]) => {
      const bytes = Buffer.from(text)
      return [tarHeader(name, bytes.length, 1_700_000_000), bytes, tarPadding(bytes.length)]
    })
    await writeFile(join(folder, 'all.tar'), Buffer.concat([...blocks, TAR_END]))
    const { stdout } = await run('tar', ['tvf', 'all.tar'], { cwd: folder, env: { ...process.env, TZ: 'UTC' } })
    expect(stdout).toContain('2023-11-14 22:13 a.json')
    await run('tar', ['xf', 'all.tar'], { cwd: folder })
    for (const [name, text] of Object.entries(files)) expect(await readFile(join(folder, name), 'utf8')).toBe(text)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a size that does not fit into octal digits is written as bytes', () => {
  const size = 20 * 1024 ** 3
  const field = tarHeader('large', size, 0).subarray(124, 136)
  expect(field[0]).toBe(0x80)
  expect(Number(field.readBigUInt64BE(4))).toBe(size)
  expect(tarHeader('small', 8 ** 11 - 1, 0).toString('latin1', 124, 136)).toBe('77777777777\0')
})

test.each(['/etc/passwd', '../up', 'a/../../b', '', 'with space', 'x'.repeat(100)])('"%s" is no name', (name) => {
  expect(() => tarHeader(name, 0, 0)).toThrow('cannot be the name of a file')
})
