import { afterAll, describe, expect, it } from 'vitest'
import { createKernel, mia } from '../../../../test/http/kernel-fixture.ts'
import { Wire } from '../../../../test/http/wire-fixture.ts'

/** Tests the bytes after the head of a request. */
const lines: string[] = []
const { app } = createKernel({ log: (line) => lines.push(line) })
const url = await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => app.close())

const MAX_BODY_BYTES = 1_048_576
const TYPE = 'Content-Type: application/x-www-form-urlencoded'

const head = (first: string, more: readonly string[]) =>
  [`${first} HTTP/1.1`, 'Host: x', `Authorization: ${mia.authorization}`, ...more, '', ''].join('\r\n')

async function send(first: string, more: readonly string[], body: string) {
  const wire = new Wire(url)
  wire.write(head(first, more) + body)
  const answer = await wire.answer()
  wire.close()
  const json = answer.body === '' ? null : (JSON.parse(answer.body) as Record<string, unknown>)
  return { status: answer.status, body: json, isClosing: answer.head.includes('Connection: close') }
}

const post = (more: readonly string[], body: string) => send('POST /api/v1/echo', more, body)
const sized = (body: string): [string[], string] => [[TYPE, `Content-Length: ${body.length}`], body]
const chunked = (...pieces: string[]): [string[], string] => [
  [TYPE, 'Transfer-Encoding: chunked'],
  `${pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('')}0\r\n\r\n`,
]

describe('a body', () => {
  it.each<[string, [string[], string], Record<string, unknown>]>([
    ['with a length', sized('text=a'), { seen: { text: 'a', flag: false } }],
    ['in chunks', chunked('te', 'xt', '=a'), { seen: { text: 'a', flag: false } }],
    ['in one chunk', chunked('text=a'), { seen: { text: 'a', flag: false } }],
    ['of no chunk', chunked(), { seen: { flag: false } }],
    ['of length 0', sized(''), { seen: { flag: false } }],
    ['that is missing', [[], ''], { seen: { flag: false } }],
    ['with a type alone', [[TYPE], ''], { seen: { flag: false } }],
    ['without a type', [['Content-Length: 6'], 'text=a'], { seen: { flag: false } }],
    ['as large as it may be', sized('a='.padEnd(MAX_BODY_BYTES, 'x')), { ignored_parameters_unsupported: ['a'] }],
    [
      'as large as it may be, in chunks',
      chunked('a='.padEnd(MAX_BODY_BYTES, 'x')),
      { ignored_parameters_unsupported: ['a'] },
    ],
  ])('%s', async (_, [more, body], expected) => {
    expect(await post(more, body)).toMatchObject({ status: 200, isClosing: false, body: expected })
  })

  it('may arrive in pieces, even within a character', async () => {
    const wire = new Wire(url)
    const text = `text=${encodeURIComponent('grüße')}`
    wire.write(head('POST /api/v1/echo', [TYPE, `Content-Length: ${text.length}`]))
    for (const piece of text.match(/.{1,4}/g) ?? []) {
      wire.write(piece)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(JSON.parse((await wire.answer()).body)).toMatchObject({ seen: { text: 'grüße' } })
    wire.close()
  })

  it('may arrive with others in one piece, and each is answered in order', async () => {
    const wire = new Wire(url)
    const one = (text: string) =>
      `${head('POST /api/v1/echo', [TYPE, `Content-Length: ${text.length + 5}`])}text=${text}`
    wire.write(one('first') + one('second') + one('%ff') + one('last'))
    const answers = [await wire.answer(), await wire.answer(), await wire.answer(), await wire.answer()]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 200])
    const texts = answers.map(({ body }) => (JSON.parse(body) as { seen?: { text: string } }).seen?.text)
    expect(texts).toEqual(['first', 'second', undefined, 'last'])
    wire.close()
  })

  it.each([
    ['with a length', sized('a='.padEnd(MAX_BODY_BYTES + 1, 'x'))],
    ['in chunks', chunked('a='.padEnd(MAX_BODY_BYTES + 1, 'x'))],
    ['by its length alone', [[TYPE, 'Content-Length: 99999999'], ''] as [string[], string]],
  ])('that is too large %s is refused with 413, and the connection ends', async (_, [more, body]) => {
    const refused = { status: 413, isClosing: true, body: { msg: 'The request is too large', code: 'BAD_REQUEST' } }
    expect(await post(more, body)).toMatchObject(refused)
    expect(await send('POST /api/v1/nowhere', more, body)).toMatchObject(refused)
    expect(await send('PUT /api/v1/echo', more, body)).toMatchObject(refused)
  })

  it.each(['foo', '', 'a b/c', '/', 'a/', '/a', 'a/b/c', 'a/b,c/d', 'a/b c', 'a;/b'])(
    'of the invalid type %j is refused with 415, and the connection ends',
    async (type) => {
      const refused = { status: 415, isClosing: true, body: { msg: 'Unsupported Media Type', code: 'BAD_REQUEST' } }
      const more = [`Content-Type: ${type}`, 'Content-Length: 6']
      expect(await post(more, 'text=a')).toMatchObject(refused)
      expect(await post([`Content-Type: ${type}`], '')).toMatchObject(refused)
      expect(await send('OPTIONS /api/v1/echo', more, 'text=a')).toMatchObject(refused)
      expect(await send('POST /api/v1/nowhere', more, 'text=a')).toMatchObject(refused)
    },
  )

  it.each(['a/b', 'text/plain;charset=x', 'a/b; c', 'a/b;', 'A/B'])(
    'of the type %j has no parameters',
    async (type) => {
      const answer = await post([`Content-Type: ${type}`, 'Content-Length: 6'], 'text=a')
      expect(answer).toMatchObject({ status: 200, body: { seen: { flag: false } } })
    },
  )

  it('of GET is ignored, whatever its type, and may be incomplete', async () => {
    for (const more of [sized('id=7'), [['Content-Type: foo', 'Content-Length: 4'], 'id=7'] as const]) {
      expect(await send('GET /api/v1/things/5', more[0], more[1])).toMatchObject({
        status: 200,
        body: { result: 'success' },
      })
    }
    const half = await send('GET /api/v1/things/5', [TYPE, 'Content-Length: 99999999'], 'id=7')
    expect(half).toMatchObject({ status: 200, isClosing: false, body: { result: 'success' } })
  })

  it('of DELETE is read', async () => {
    const { body } = await send('DELETE /api/v1/things/5', ...sized('foo=7'))
    expect(body).toMatchObject({ ignored_parameters_unsupported: ['foo'] })
  })

  it('that is longer than its length continues as another, broken request', async () => {
    const wire = new Wire(url)
    wire.write(`${head('POST /api/v1/echo', [TYPE, 'Content-Length: 6'])}text=a???\r\n\r\n`)
    await wire.closed
    expect(wire.rest).toContain('HTTP/1.1 400 Bad Request')
  })

  it.each([
    ['is wanted', 'Content-Length: 6', 200],
    ['is too large', 'Content-Length: 99999999', 413],
  ])('that waits for its 100 and %s', async (_, length, status) => {
    const wire = new Wire(url)
    wire.write(head('POST /api/v1/echo', [TYPE, length, 'Expect: 100-continue']))
    expect(await wire.answer()).toMatchObject({ status: 100 })
    wire.write('text=a')
    expect(await wire.answer()).toMatchObject({ status })
    wire.close()
  })

  it('cut off by a client that disconnects is not answered, and the server continues', async () => {
    const wire = new Wire(url)
    wire.write(`${head('POST /api/v1/echo', [TYPE, 'Content-Length: 60'])}text=a`)
    await expect.poll(() => connections()).toBe(1)
    lines.length = 0
    wire.close()
    await expect.poll(() => connections()).toBe(0)
    expect(lines).toEqual([])
    expect(await post(...sized('text=b'))).toMatchObject({ status: 200 })
  })
})

const connections = () => new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)))
