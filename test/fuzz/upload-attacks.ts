import { type Endpoint, isFile } from '../../api/contract.ts'
import { API_PREFIX } from '../../api/prefix.ts'
import { BOUNDARY, MULTIPART, multipart, opening, type Part } from '../multipart.ts'
import type { Attack } from './attacks.ts'

const FILE: Part = { filename: 'x.png', type: 'image/png', content: 'x' }
const disposition = (parameters: string): Part => ({ head: `Content-Disposition: ${parameters}\r\n\r\n`, content: 'x' })

/** Forms with invalid parts. */
const PARTS: Readonly<Record<string, readonly Part[]>> = {
  'no part': [],
  'no file': [{ name: 'note', content: 'x' }],
  'two files': [FILE, FILE],
  'a thousand files': Array.from({ length: 1_000 }, () => FILE),
  'a thousand fields': Array.from({ length: 1_000 }, (_, n) => ({ name: `f${n}` })),
  'the same field twice': [FILE, { name: 'a' }, { name: 'a' }],
  'the file as a text': [{ name: 'file', content: 'x' }],
  'a long field': [FILE, { name: 'a', content: 'x'.repeat(500_000) }],
  'a field of the prototype': [FILE, { name: '__proto__', content: 'x' }, { name: 'constructor', content: 'x' }],
  'a field that is not UTF-8': [FILE, { name: 'a', content: Buffer.from([0xff, 0xfe]) }],
  'NUL in a field': [FILE, { name: 'a', content: 'a\0b' }],
  'NUL in a name': [{ ...FILE, name: 'a\0b' }],
  'NUL in a file name': [{ ...FILE, filename: 'a\0b.png' }],
  'encoded NUL in a file name': [disposition(`form-data; name="file"; filename*=utf-8''a%00b.png`)],
  'a path as a file name': [{ ...FILE, filename: '../../../../etc/passwd' }],
  'another path as a file name': [{ ...FILE, filename: '..\\\\..\\\\secret' }],
  'no file name': [{ ...FILE, filename: '' }],
  'a long file name': [{ ...FILE, filename: 'x'.repeat(10_000) }],
  'a double extension': [{ ...FILE, filename: 'x.png.html' }],
  'a broken name in another alphabet': [disposition(`form-data; name="file"; filename*=utf-8''%zz%ff`)],
  'an unknown alphabet': [disposition(`form-data; name="file"; filename*=x-none''%41`)],
  'quotes that do not end': [disposition('form-data; name="file')],
  'quotes in quotes': [disposition('form-data; name="a\\"b"; filename="c\\"d"')],
  'a part without a disposition': [{ head: 'X-Nothing: 1\r\n\r\n', content: 'x' }],
  'a disposition of another kind': [disposition('attachment; filename="x"')],
  'an empty disposition': [disposition('')],
  'a header without a colon': [{ head: 'nonsense\r\n\r\n' }],
  'a header that never ends': [{ head: 'X: ' }],
  'a huge header': [{ head: `X: ${'x'.repeat(100_000)}\r\n\r\n` }],
  'thousands of headers': [{ head: `${'A: b\r\n'.repeat(10_000)}\r\n` }],
  'a header folded many times': [{ head: `X: y\r\n${' z\r\n'.repeat(3_000)}\r\n` }],
  'a form in a form': [{ name: 'a', type: MULTIPART, content: multipart(FILE) }],
  'a type that is none': [{ ...FILE, type: '///;;=' }],
  'an unknown character set': [FILE, { name: 'a', type: 'text/plain; charset=x-none', content: 'x' }],
  'another method': [{ name: 'method', content: 'TRACE' }, FILE],
}

/** Invalid bodies with their content types. */
const BODIES: Readonly<Record<string, readonly [type: string, body: Buffer]>> = {
  'no boundary': ['multipart/form-data', multipart(FILE)],
  'an empty boundary': ['multipart/form-data; boundary=""', multipart(FILE)],
  'another boundary': ['multipart/form-data; boundary=other', multipart(FILE)],
  'a boundary of two lines': ['multipart/form-data; boundary="a\tb"', multipart(FILE)],
  'a long boundary': [`multipart/form-data; boundary=${'b'.repeat(5_000)}`, multipart(FILE)],
  'no body': [MULTIPART, Buffer.alloc(0)],
  'only dashes': [MULTIPART, Buffer.from('--'.repeat(50_000))],
  'only line breaks': [MULTIPART, Buffer.from('\r\n'.repeat(50_000))],
  'only boundaries': [MULTIPART, Buffer.from(`--${BOUNDARY}\r\n`.repeat(5_000))],
  'half a boundary': [MULTIPART, Buffer.from(`--${BOUNDARY.slice(0, 3)}`)],
  'no end': [MULTIPART, multipart(FILE).subarray(0, -10)],
  'the middle of a header as its end': [MULTIPART, Buffer.from(opening(FILE).slice(0, 40))],
  'an end before its beginning': [MULTIPART, Buffer.concat([Buffer.from(`--${BOUNDARY}--\r\n`), multipart(FILE)])],
  'something after the end': [MULTIPART, Buffer.concat([multipart(FILE), Buffer.alloc(100_000, 'x')])],
  'bare line feeds': [MULTIPART, Buffer.from(multipart(FILE).toString().replaceAll('\r\n', '\n'))],
  'random bytes': [MULTIPART, Buffer.from(Array.from({ length: 50_000 }, (_, n) => (n * n * 31 + 7 * n) % 251))],
  'a file of another kind': ['image/png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
  JSON: ['application/json', Buffer.from('{"file":"x"}')],
  'a huge file': [MULTIPART, multipart({ ...FILE, content: Buffer.alloc(7_000_000) })],
}

/** Attacks on operations that take a file. */
export function* uploadAttacks(endpoint: Endpoint): Generator<Attack> {
  if (!Object.values(endpoint.params).some(isFile)) return
  const to = { method: endpoint.method, path: API_PREFIX + endpoint.path.replaceAll(/\{\w+\}/g, 'fuzz') }
  for (const [kind, parts] of Object.entries(PARTS))
    yield { ...to, name: `${endpoint.id}: ${kind}`, body: multipart(...parts), type: MULTIPART }
  for (const [kind, [type, body]] of Object.entries(BODIES))
    yield { ...to, name: `${endpoint.id}: ${kind}`, body, type }
}
