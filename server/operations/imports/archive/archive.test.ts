import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ZipEntry, zipOf } from '../../../../test/imports/zip.ts'
import type { Archive } from './archive.ts'
import { linesOf } from './lines.ts'
import { openArchive } from './open-archive.ts'
import { readJson } from './read-json.ts'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-archive-'))
})

afterAll(() => rmSync(folder, { recursive: true }))

let count = 0
function fileOf(bytes: Uint8Array | string): string {
  count += 1
  const path = join(folder, `${count}.zip`)
  writeFileSync(path, bytes)
  return path
}

const opened = (bytes: Uint8Array | string): Promise<Archive> => openArchive(fileOf(bytes), 'an export of Example')

async function textOf(archive: Archive, path: string): Promise<string | null> {
  const content = await archive.open(path)
  if (!content) return null
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const refusal = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => new Error('it was taken'),
    (reason: Error) => reason,
  )
  expect(error.name).toBe('StartupRefusal')
  // One sentence, so that an operator sees at once what to do.
  expect(error.message).toMatch(/^[^\n]+\.$/)
  return error.message.replaceAll(folder, '')
}

describe('a zip file', () => {
  test('has its files with their sizes, as often as they are read', async () => {
    const archive = await opened(
      zipOf([
        { name: 'users.json', content: '[]' },
        { name: 'general/', mode: 0o040_755 },
        { name: 'general/2026-01-02.json', content: 'x'.repeat(100_000) },
        { name: '__MACOSX/._users.json', content: 'of a desktop' },
        { name: 'süß.txt', content: 'ü' },
      ]),
    )
    expect([...archive.paths]).toEqual(['users.json', 'general/2026-01-02.json', 'süß.txt'])
    expect(archive.sizeOf('general/2026-01-02.json')).toBe(100_000)
    expect(archive.sizeOf('nothing')).toBeUndefined()
    await archive.check()
    expect(await textOf(archive, 'general/2026-01-02.json')).toBe('x'.repeat(100_000))
    expect(await textOf(archive, 'süß.txt')).toBe('ü')
    expect(await textOf(archive, 'nothing')).toBeNull()
    expect(await readJson(archive, 'users.json')).toEqual({ value: [] })
    expect(await readJson(archive, 'süß.txt')).toEqual({ problem: 'it is not JSON' })
    archive.close()
  })

  const hostile: [string, ZipEntry, string][] = [
    ['leads out', { name: '../up' }, '"../up" leads out of the archive'],
    ['leads out in the middle', { name: 'a/../../up' }, '"a/../../up" leads out of the archive'],
    ['leads out with backslashes', { name: 'a\\..\\..\\up' }, '"a/../../up" leads out of the archive'],
    ['is absolute', { name: '/etc/passwd' }, '"/etc/passwd" has an absolute path'],
    ['is on a drive', { name: 'C:/x' }, '"C:/x" has an absolute path'],
    ['has a line break in its name', { name: 'a\nb' }, '"a\\nb" has a control character in its name'],
    ['is a link', { name: 'a', content: '/etc/passwd', mode: 0o120_777 }, '"a" is a link or a device'],
    ['is a device', { name: 'a', mode: 0o060_644 }, '"a" is a link or a device'],
    ['is a pipe', { name: 'a', mode: 0o010_644 }, '"a" is a link or a device'],
    ['is a folder as a file', { name: 'a', mode: 0o040_755 }, '"a" is a folder with the name of a file'],
    ['is encrypted', { name: 'a', flags: 1 }, '"a" is encrypted'],
    ['is packed in another way', { name: 'a', method: 14 }, '"a" is packed in an unusual way'],
  ]

  test.each(hostile)('is refused when an entry %s', async (_, entry, problem) => {
    const message = await refusal(opened(zipOf([{ name: 'users.json', content: '[]' }, entry])))
    expect(message).toBe(
      `/${count}.zip is refused because its entry ${problem}: export again, and import the file as it was written.`,
    )
  })

  test('is refused when two entries have one path', async () => {
    const entries = [
      { name: 'a', content: '1' },
      { name: 'a', content: '2' },
    ]
    expect(await refusal(opened(zipOf(entries)))).toContain('"a" is there twice')
  })

  test('is refused as a bomb by the sizes that it claims, without unpacking', async () => {
    const large = Array.from({ length: 3 }, (_, n) => ({ name: `${n}`, content: 'x', claims: 2_000_000_000 }))
    expect(await refusal(opened(zipOf(large)))).toContain('it would unpack to far more than an export contains')
  })

  test('is refused as a bomb when entries share their bytes', async () => {
    const content = Buffer.from(Array.from({ length: 5_000 }, (_, n) => (n * 7919) % 251))
    const shared = Array.from({ length: 20 }, (_, n) => ({ name: `${n}`, content, sharesBytes: n > 0 }))
    expect(await refusal(opened(zipOf(shared)))).toContain('it would unpack to far more than an export contains')
  })

  test('is refused when an entry unpacks to more than it claims', async () => {
    const archive = await opened(zipOf([{ name: 'a', content: 'x'.repeat(1_000_000), claims: 10 }]))
    expect(await refusal(archive.check())).toMatch(/is damaged \(a: /)
    archive.close()
  })

  test('is refused when a byte of its content changed', async () => {
    const archive = await opened(zipOf([{ name: 'a', content: 'abc', crc: 1 }]))
    expect(await refusal(archive.check())).toContain('is damaged (a: its checksum differs)')
    archive.close()
  })

  test('is refused when its end is missing', async () => {
    const whole = zipOf([{ name: 'a', content: 'abc' }])
    expect(await refusal(opened(whole.subarray(0, whole.length - 30)))).toMatch(/is damaged \(End of central/)
  })

  test.each([
    ['another type', '{"type":"version"}'],
    ['nothing', ''],
  ])('is refused when it is of %s', async (_, content) => {
    expect(await refusal(opened(content))).toBe(
      `/${count}.zip is not an export of Example (it is neither a folder nor a zip file): choose the file or folder that the export wrote.`,
    )
  })

  test('is refused when it does not exist', async () => {
    expect(await refusal(openArchive(join(folder, 'none'), 'an export'))).toBe(
      '/none cannot be read (ENOENT): check its path and its permissions.',
    )
  })

  test('is refused when it is a device, which may never end', async () => {
    expect(await refusal(openArchive('/dev/zero', 'an export'))).toContain('is not an export')
  })
})

describe('a folder', () => {
  test('has its files, without those of desktop systems', async () => {
    const root = join(folder, 'export')
    mkdirSync(join(root, 'general'), { recursive: true })
    writeFileSync(join(root, 'users.json'), '[]')
    writeFileSync(join(root, 'general', '2026-01-02.json'), '[1]')
    writeFileSync(join(root, 'general', '.DS_Store'), 'x')
    const archive = await openArchive(root, 'an export')
    expect([...archive.paths].sort()).toEqual(['general/2026-01-02.json', 'users.json'])
    expect([...archive.paths]).toHaveLength(2)
    expect(archive.sizeOf('general/2026-01-02.json')).toBe(3)
    expect(await textOf(archive, 'general/2026-01-02.json')).toBe('[1]')
    expect(await textOf(archive, '../1.zip')).toBeNull()
  })

  test.each(['file', 'folder'])('is refused with a link to a %s', async (what) => {
    const root = join(folder, `with-a-link-to-a-${what}`)
    mkdirSync(root)
    symlinkSync(what === 'file' ? '/etc/passwd' : '/etc', join(root, 'link'))
    expect(await refusal(openArchive(root, 'an export'))).toContain('its entry "link" is a link or a device')
  })
})

describe('lines', () => {
  async function* chunks(...texts: string[]): AsyncGenerator<Buffer> {
    for (const text of texts) yield Buffer.from(text)
  }

  async function all(texts: string[], most = 10): Promise<(string | null)[]> {
    const found: (string | null)[] = []
    for await (const { number, text } of linesOf(chunks(...texts), most)) found[number - 1] = text
    return found
  }

  test.each([
    [['a\nb\n'], ['a', 'b']],
    [['a\nb'], ['a', 'b']],
    [
      ['a', 'b\n', '\nc'],
      ['ab', '', 'c'],
    ],
    [
      ['12345678901\n1234567890\n', '123456', '789012\nx'],
      [null, '1234567890', null, 'x'],
    ],
    [[], []],
  ])('of %j are %j', async (texts, expected) => {
    expect(await all(texts)).toEqual(expected)
  })
})
