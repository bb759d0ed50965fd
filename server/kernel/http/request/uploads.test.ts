import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { endpoint, file, json } from '../../../../api/contract.ts'
import { badRequest } from '../../../../api/errors.ts'
import { fillDisk } from '../../../../test/full-disk.ts'
import type { Person } from '../../../../test/harness.ts'
import { collectGarbage } from '../../../../test/http/heap-fixture.ts'
import { Wire } from '../../../../test/http/wire-fixture.ts'
import { CLOSING, MULTIPART, multipart, opening, type Part } from '../../../../test/multipart.ts'
import { useServer } from '../../../../test/use-server.ts'
import { claimFiles } from '../../files/claim-files.ts'
import { route } from '../route.ts'
import { createServer, type HttpServer } from '../server.ts'
import { uploadRoute } from '../upload-route.ts'

const MAX_UPLOAD_BYTES = 64 * 1_048_576
const common = { id: 'probe', group: 'Uploads', summary: '', description: '', auth: 'user', errors: [] } as const
const probe = endpoint({
  ...common,
  method: 'POST',
  path: '/probe',
  params: { file: file(), note: z.string().optional(), count: json(z.int()).optional(), keep: z.string().optional() },
  result: { file: z.record(z.string(), z.unknown()), note: z.string(), count: z.int() },
})
const dropProbe = endpoint({ ...common, method: 'DELETE', path: '/probe', params: { note: z.string() }, result: {} })

const RULES = {
  mostBytes: MAX_UPLOAD_BYTES,
  tooLarge: () => badRequest('too large'),
  missing: () => badRequest('no file'),
  several: () => badRequest('several files'),
  admit: ({ user }: { user: { fullName: string } }) => {
    if (user.fullName === 'Bob') throw badRequest('not Bob')
  },
}

const { server, ann, bob } = useServer({ members: ['ann', 'bob'] })
let app: HttpServer
let url: string
const handled: string[] = []

beforeAll(async () => {
  app = createServer(server.ctx, {
    probe: uploadRoute(probe, RULES, async ({ ctx, actor, params, file: received }) => {
      handled.push('probe')
      if (params.keep !== undefined) await ctx.transact(actor.realm.id, (tx) => claimFiles(tx, [received]))
      return { file: { ...received }, note: params.note ?? '', count: params.count ?? 0 }
    }),
    dropProbe: route(dropProbe, () => ({})),
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})
afterAll(() => app.close())
afterEach(() => {
  handled.length = 0
})

const basic = ({ email, apiKey }: Person) => `Basic ${btoa(`${email}:${apiKey}`)}`

async function post(body: BodyInit, type = MULTIPART, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/api/v1/probe`, {
    method: 'POST',
    headers: { authorization: basic(ann), 'content-type': type, ...headers },
    body,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  } as RequestInit)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const send = (...parts: readonly Part[]) => post(new Uint8Array(multipart(...parts)))

/** The rows and bytes of all stored files. */
async function left() {
  const rows = await server.database.db.selectFrom('stored_file').select('name').execute()
  const folder = join(server.ctx.config.dataDir, 'uploads')
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return { rows: rows.map(({ name }) => name), files: files.map(({ name }) => name) }
}
const NOTHING = { rows: [], files: [] }

const head = (person: Person, more: readonly string[], first = 'POST /api/v1/probe') =>
  [
    `${first} HTTP/1.1`,
    'Host: x',
    `Authorization: ${basic(person)}`,
    `Content-Type: ${MULTIPART}`,
    ...more,
    '',
    '',
  ].join('\r\n')
const HELLO = { filename: 'hello.txt', type: 'text/plain', content: 'hello' }

describe('an upload', () => {
  test('is stored, with the name and type of the client, next to the other fields', async () => {
    const { status, body } = await send({ name: 'note', content: 'grüße' }, HELLO, { name: 'count', content: '7' })
    expect(status).toBe(200)
    const sha256 = createHash('sha256').update('hello').digest('hex')
    expect(body).toMatchObject({
      note: 'grüße',
      count: 7,
      file: { filename: 'hello.txt', type: 'text/plain', size: 5, sha256 },
    })
    expect(body).not.toHaveProperty('ignored_parameters_unsupported')
  })

  test('as JSON is answered that a form is expected', async () => {
    const { status, body } = await post('{"file":"x"}', 'application/json')
    expect([status, body['code']]).toEqual([400, 'BAD_REQUEST'])
    expect(body['msg']).toContain('must be sent as a form')
  })

  test('that the handler does not claim is gone when it is answered', async () => {
    await send(HELLO)
    expect(await left()).toEqual(NOTHING)
  })

  test('that the handler claims stays', async () => {
    const { body } = await send(HELLO, { name: 'keep', content: 'yes' })
    const { name } = body['file'] as { name: string }
    expect((await left()).rows).toEqual([name])
    const kept = await server.ctx.files.open(name)
    expect(Buffer.concat(await kept!.stream.toArray()).toString()).toBe('hello')
    await server.database.db.updateTable('stored_file').set({ state: 'released' }).execute()
    await server.ctx.files.sweep()
  })

  test('may have any field name, and a file name in any alphabet', async () => {
    const { status, body } = await send({ ...HELLO, name: 'hello.txt', filename: 'Übung 漢字.txt' })
    expect([status, (body['file'] as { filename: string }).filename]).toEqual([200, 'Übung 漢字.txt'])
  })

  test('may also come from the runtime’s own form', async () => {
    const form = new FormData()
    form.set('note', 'n')
    form.set('file', new Blob(['hello'], { type: 'text/plain' }), 'hello.txt')
    const sent = new Response(form)
    const { status, body } = await post(await sent.arrayBuffer(), sent.headers.get('content-type')!)
    expect([status, body['note'], (body['file'] as { size: number }).size]).toEqual([200, 'n', 5])
  })

  test('lists unknown fields', async () => {
    const { body } = await send(HELLO, { name: 'nonsense', content: 'x' })
    expect(body['ignored_parameters_unsupported']).toEqual(['nonsense'])
  })

  test('may have no bytes', async () => {
    const { body } = await send({ ...HELLO, content: '' })
    expect((body['file'] as { size: number }).size).toBe(0)
  })

  test.each([
    ['../../etc/passwd', 'passwd'],
    ['..\\\\..\\\\secret', 'secret'],
    ['/etc/passwd', 'passwd'],
    ['..', ''],
    ['.', ''],
  ])('with the name %j is stored under a generated name', async (filename, shown) => {
    const { status, body } = await send({ ...HELLO, filename })
    expect(status).toBe(200)
    expect(body['file']).toMatchObject({ filename: shown })
    expect((body['file'] as { name: string }).name).toMatch(/^\d+\/original\/[0-9a-f]{40}$/)
  })

  test('may have the maximum size, but not more', async () => {
    const part = (size: number) => ({ ...HELLO, content: Buffer.alloc(size) })
    expect(await send(part(MAX_UPLOAD_BYTES))).toMatchObject({
      status: 200,
      body: { file: { size: MAX_UPLOAD_BYTES } },
    })
    expect(await send(part(MAX_UPLOAD_BYTES + 1))).toMatchObject({ status: 400, body: { msg: 'too large' } })
    expect(await left()).toEqual(NOTHING)
  })
})

describe('a form is refused, and nothing of it is left,', () => {
  const field = { name: 'note', content: 'x' }
  const whole = multipart(HELLO)
  const cut = (bytes: number) => new Uint8Array(whole.subarray(0, whole.length - bytes))
  const BROKEN = 'The body is not valid multipart/form-data'

  test.each<[string, () => ReturnType<typeof post>, string]>([
    ['without a file', () => send(field), 'no file'],
    ['without anything', () => send(), 'no file'],
    ['with two files', () => send(HELLO, HELLO), 'several files'],
    ['with a field that is wrong', () => send(HELLO, { name: 'count', content: 'x' }), 'count is not valid JSON'],
    ['with a field twice', () => send(HELLO, field, field), "Parameter 'note' was given more than once"],
    ['with NUL in a field', () => send(HELLO, { name: 'note', content: 'a\0b' }), 'note has invalid format'],
    ['with NUL in a name', () => send(HELLO, { name: 'no\0te' }), BROKEN],
    ['with NUL in the name of the file', () => send({ ...HELLO, filename: 'a\0b' }), BROKEN],
    ['with a part that has no name', () => send(HELLO, { head: 'Content-Disposition: form-data\r\n\r\n' }), BROKEN],
    [
      'in an unknown character set',
      () => send(HELLO, { name: 'note', type: 'text/plain; charset=x', content: 'x' }),
      BROKEN,
    ],
    ['with a part whose header is no header', () => send({ head: 'nonsense\r\n\r\n' }), BROKEN],
    ['with an endless header', () => send({ head: `X: ${'x'.repeat(20_000)}\r\n\r\n` }), BROKEN],
    [
      'with text that is no text',
      () => send(HELLO, { name: 'note', content: Buffer.from([0xff, 0xfe]) }),
      'The body is not valid UTF-8',
    ],
    [
      'with a field that is too long',
      () => send(HELLO, { name: 'note', content: 'x'.repeat(65_537) }),
      'note is too long (limit: 65536 bytes)',
    ],
    [
      'with too many fields',
      () => send(HELLO, ...Array.from({ length: 101 }, (_, n) => ({ name: `f${n}`, content: '' }))),
      'Too many parts in the form (limit: 100)',
    ],
    [
      'with too many parts that say nothing',
      () => send(HELLO, ...Array.from({ length: 200 }, () => ({ head: 'X: y\r\n\r\n' }))),
      'Too many parts in the form (limit: 100)',
    ],
    ['without its closing line', () => post(cut(10)), BROKEN],
    ['that ends in the middle of the file', () => post(cut(24)), BROKEN],
    ['that ends in the middle of a header', () => post(new Uint8Array(whole.subarray(0, 40))), BROKEN],
    ['without a boundary', () => post(cut(0), 'multipart/form-data'), BROKEN],
    ['with another boundary', () => post(cut(0), 'multipart/form-data; boundary=other'), BROKEN],
    ['with an empty boundary', () => post(cut(0), 'multipart/form-data; boundary='), BROKEN],
    ['of another type', () => post('hello', 'image/png'), 'no file'],
    ['of a type that holds texts alone', () => post('file=hello', 'application/x-www-form-urlencoded'), 'no file'],
  ])('%s', async (_, sending, msg) => {
    expect(await sending()).toMatchObject({ status: 400, body: { result: 'error', msg, code: 'BAD_REQUEST' } })
    expect(handled).toEqual([])
    expect(await left()).toEqual(NOTHING)
  })

  test('when it is endless and has no Content-Length', async () => {
    const chunk = new Uint8Array(65_536)
    let sent = 0
    const endless = new ReadableStream({
      pull(controller) {
        if (sent === 0) controller.enqueue(Buffer.from(opening(HELLO)))
        sent += chunk.length
        // The answer comes long before this end. Without an answer the client would continue forever.
        if (sent > 2 * MAX_UPLOAD_BYTES) controller.close()
        else controller.enqueue(chunk)
      },
    })
    expect(await post(endless)).toMatchObject({ status: 400, body: { msg: 'too large' } })
    expect(await left()).toEqual(NOTHING)
  })

  test('when too many bytes come before its first boundary', async () => {
    const long = Buffer.concat([Buffer.alloc(MAX_UPLOAD_BYTES + 2 * 1_048_576), multipart(HELLO)])
    expect(await post(new Uint8Array(long))).toMatchObject({ status: 400, body: { msg: 'too large' } })
  })
})

describe('before a byte of the body is read', () => {
  /** Sends only the head. A server that waits for the body never answers. */
  async function answerTo(request: string) {
    const wire = new Wire(url)
    wire.write(request)
    const { status, body } = await wire.answer()
    wire.close()
    return { status, ...(JSON.parse(body) as Record<string, unknown>) }
  }
  const LENGTH = 'Content-Length: 1000'

  test.each<[string, () => string, object]>([
    [
      'a caller without credentials',
      () => head(ann, [LENGTH]).replace(/Authorization.*\r\n/, ''),
      { status: 401, code: 'UNAUTHORIZED' },
    ],
    ['a wrong key', () => head({ ...ann, apiKey: 'x'.repeat(32) }, [LENGTH]), { status: 401, msg: 'Invalid API key' }],
    ['a caller who may not upload', () => head(bob, [LENGTH]), { status: 400, msg: 'not Bob' }],
    [
      'a file that is too large by its length',
      () => head(ann, [`Content-Length: ${MAX_UPLOAD_BYTES * 2}`]),
      { msg: 'too large' },
    ],
  ])('%s is refused', async (_, request, expected) => {
    expect(await answerTo(request())).toMatchObject(expected)
  })

  test('requests are counted', async () => {
    const far = [LENGTH, 'X-Forwarded-For: 192.0.2.7']
    for (let count = 0; count < 200; count += 1)
      expect(await answerTo(head(bob, far))).toMatchObject({ msg: 'not Bob' })
    expect(await answerTo(head(bob, far))).toMatchObject({ status: 429, code: 'RATE_LIMIT_HIT' })
  })

  test('guessed keys are counted by address', async () => {
    const guess = head({ ...ann, apiKey: 'y'.repeat(32) }, [LENGTH, 'X-Forwarded-For: 192.0.2.8'])
    for (let count = 0; count < 100; count += 1) expect(await answerTo(guess)).toMatchObject({ status: 401 })
    expect(await answerTo(guess)).toMatchObject({ status: 429 })
  })
})

test('a refused upload does not cost the client its connection', async () => {
  const wire = new Wire(url)
  const body = multipart(HELLO, HELLO).toString()
  wire.write(head(ann, [`Content-Length: ${body.length}`]) + body)
  expect(await wire.answer()).toMatchObject({ status: 400 })
  const right = multipart(HELLO).toString()
  wire.write(head(ann, [`Content-Length: ${right.length}`]) + right)
  expect(await wire.answer()).toMatchObject({ status: 200 })
  wire.close()
})

test.each([
  // Shorter beginnings are not written yet.
  ['in the middle of the file', opening(HELLO) + 'x'.repeat(1_100_000)],
  ['after the file', multipart(HELLO, { name: 'note', content: 'x' }).toString().slice(0, -20)],
])('a client that disconnects %s leaves nothing behind', async (_, beginning) => {
  const wire = new Wire(url)
  wire.write(head(ann, ['Content-Length: 1500000']) + beginning)
  await expect.poll(async () => (await left()).files.length).toBe(1)
  wire.close()
  await expect.poll(left).toEqual(NOTHING)
  expect(handled).toEqual([])
})

test('a form field can name the method', async () => {
  const note = { name: 'note', content: 'x' }
  expect(await send({ name: 'method', content: 'delete' }, note)).toMatchObject({ status: 200 })
  expect(await send({ name: 'method', content: 'delete' }, note, HELLO)).toMatchObject({ status: 200 })
  expect(await post('method=delete&note=x', 'application/x-www-form-urlencoded')).toMatchObject({ status: 200 })
  expect(await send({ name: 'method', content: 'PATCH' }, HELLO)).toMatchObject({ status: 405 })
  expect(handled).toEqual([])
  expect(await left()).toEqual(NOTHING)
})

test('a full disk returns 507, nothing is half stored, and uploads work again when there is space', async () => {
  const { body: kept } = await send(HELLO, { name: 'keep', content: 'yes' })
  const { name } = kept['file'] as { name: string }
  const freeDisk = fillDisk(server.ctx.config.dataDir, 100_000)
  try {
    const large = { ...HELLO, content: Buffer.alloc(1_000_000) }
    const full = { status: 507, body: { result: 'error', msg: 'The server has no disk space left' } }
    expect(await send(large)).toMatchObject(full)
    expect((await left()).rows).toEqual([name])
    expect((await left()).files).toHaveLength(1)
    const file = await server.ctx.files.open(name)
    expect(Buffer.concat(await file!.stream.toArray()).toString()).toBe('hello')
  } finally {
    freeDisk()
  }
  expect(await send({ ...HELLO, content: Buffer.alloc(1_000_000) })).toMatchObject({ status: 200 })
})

test('memory use does not depend on the size of the file', async () => {
  const held = () => {
    collectGarbage()
    return process.memoryUsage().arrayBuffers / 1_048_576
  }
  const chunk = Buffer.alloc(65_536, 'x')
  const before = held()
  let most = 0
  function* pieces() {
    yield Buffer.from(opening(HELLO))
    for (let sent = 0; sent < MAX_UPLOAD_BYTES; sent += chunk.length) {
      if (sent % 8_388_608 === 0) most = Math.max(most, held() - before)
      yield chunk
    }
    yield Buffer.from(CLOSING)
  }
  const headers = { authorization: basic(ann), 'content-type': MULTIPART }
  const sending = request(`${url}/api/v1/probe`, { method: 'POST', headers })
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>
  await pipeline(Readable.from(pieces(), { objectMode: false }), sending)
  const [answer] = await answered
  const { file: stored } = JSON.parse(Buffer.concat(await answer.toArray()).toString()) as { file: { size: number } }
  expect(stored.size).toBe(MAX_UPLOAD_BYTES)
  // The data in the buffers of both ends. Without back-pressure it is nearly the whole file.
  expect(most).toBeLessThan(MAX_UPLOAD_BYTES / 1_048_576 / 2.5)
})
