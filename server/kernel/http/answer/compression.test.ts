import { type IncomingHttpHeaders, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync, inflateRawSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createKernel, manyBytes, mia, waiting } from '../../../../test/http/kernel-fixture.ts'

let app: ReturnType<typeof createKernel>['app']
let url: string
beforeEach(async () => {
  app = createKernel().app
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => app.close())

interface ReceivedAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
}

/** The bytes as they were sent: `fetch` would unpack them. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET', form = ''): Promise<ReceivedAnswer> {
  const type = form === '' ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/api/v1${path}`, { method, headers: { ...mia, ...type, ...headers } })
    asked.on('response', (response) => {
      const { statusCode: status = 0, headers: received } = response
      buffer(response).then((bytes) => resolve({ status, headers: received, bytes }), reject)
    })
    asked.on('error', reject).end(form)
  })
}

const unpacked = ({ headers, bytes }: ReceivedAnswer): Buffer =>
  headers['content-encoding'] === 'br'
    ? brotliDecompressSync(bytes)
    : headers['content-encoding'] === 'gzip'
      ? gunzipSync(bytes)
      : bytes
const encodingOf = ({ headers }: ReceivedAnswer): string | undefined => headers['content-encoding']
const textOf = (received: ReceivedAnswer): string => unpacked(received).toString()

/** An answer of a few kilobytes, with letters of several bytes. */
const items = JSON.stringify(Array.from({ length: 100 }, (_, id) => ({ id, note: 'grüße' })))
const long = (headers: Record<string, string>, method = 'POST') =>
  ask('/echo', headers, method, new URLSearchParams({ items }).toString())

describe('an answer over a kilobyte', () => {
  it.each([
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['deflate', undefined],
    ['', undefined],
  ])('to a client that accepts "%s" is sent as %s', async (accepted, encoding) => {
    const [plain, sent] = [await long({}), await long({ 'accept-encoding': accepted })]
    expect(encodingOf(plain)).toBeUndefined()
    expect(encodingOf(sent)).toBe(encoding)
    expect(textOf(sent)).toBe(textOf(plain))
    expect(sent.headers['content-length']).toBe(`${sent.bytes.length}`)
    if (encoding) expect(sent.bytes.length * 2).toBeLessThan(plain.bytes.length)
    for (const { headers } of [plain, sent]) expect(headers['vary']).toBe('Accept-Language, Accept-Encoding')
  })

  it.each([
    ['same-origin', 'br'],
    ['same-site', undefined],
    ['cross-site', undefined],
    ['none', undefined],
  ])('that a browser asks for from a page of the kind "%s" is sent as %s', async (site, encoding) => {
    expect(encodingOf(await long({ 'accept-encoding': 'br', 'sec-fetch-site': site }))).toBe(encoding)
  })

  it('has no body after HEAD, but the head of GET', async () => {
    for (const path of ['/raw?how=many%20bytes', '/things/5']) {
      const [get, head] = [
        await ask(path, { 'accept-encoding': 'br' }),
        await ask(path, { 'accept-encoding': 'br' }, 'HEAD'),
      ]
      expect(head.bytes).toHaveLength(0)
      const { date: _, ...expected } = get.headers
      expect(head.headers).toMatchObject(expected)
    }
  })
})

it('a short answer is not compressed', async () => {
  expect(encodingOf(await ask('/things/5', { 'accept-encoding': 'br, gzip' }))).toBeUndefined()
})

describe('an answer in pieces', () => {
  const size = manyBytes.reduce((sum, { length }) => sum + length, '{"result":"success","msg":"",}'.length)

  it.each(['br', 'gzip'])('is one stream of %s, also when its pieces were sent before', async (encoding) => {
    for (let time = 0; time < 3; time += 1) {
      const sent = await ask('/raw?how=many%20bytes&extra=1', { 'accept-encoding': encoding })
      expect(encodingOf(sent)).toBe(encoding)
      const text = textOf(sent)
      const extra = ',"ignored_parameters_unsupported":["extra"]'
      expect(text.length).toBe(size + extra.length)
      expect(JSON.parse(text)).toMatchObject({ blanks: [], id: 5 })
      expect(sent.headers['content-length']).toBe(`${sent.bytes.length}`)
      // Unlike gunzip, this ends with the first stream, as browsers do.
      if (encoding === 'gzip') expect(inflateRawSync(sent.bytes.subarray(10)).toString()).toBe(text)
    }
  })
})

describe('a waiting poll', () => {
  const poll = async (accepted: string) => {
    const answer = ask('/waits', { 'accept-encoding': accepted })
    await expect.poll(() => waiting.length).toBe(1)
    return { answer, reply: waiting.pop()! }
  }

  it('is compressed over a kilobyte only', async () => {
    for (const [length, accepted, encoding] of [
      [900, 'gzip', undefined],
      [2_000, 'gzip', 'gzip'],
      [2_000, 'gzip, br', 'br'],
      [2_000, 'identity', undefined],
    ] as const) {
      const { answer, reply } = await poll(accepted)
      reply.send(`"id":5,"text":"${'x'.repeat(length)}"`)
      expect(reply.sent).toBe(true)
      expect(encodingOf(await answer)).toBe(encoding)
      expect(JSON.parse(textOf(await answer))).toMatchObject({ id: 5, text: 'x'.repeat(length) })
    }
  })

  it('gets a long event that goes to many as it is, because threads are few', async () => {
    const answers = Array.from({ length: 60 }, () => ask('/waits', { 'accept-encoding': 'gzip' }))
    await expect.poll(() => waiting.length).toBe(60)
    for (const reply of waiting.splice(0)) reply.send(`"id":5,"text":"${'x'.repeat(5_000)}"`)
    const received = await Promise.all(answers)
    const encodings = Map.groupBy(received, encodingOf)
    expect([encodings.get('gzip')?.length, encodings.get(undefined)?.length]).toEqual([16, 44])
    for (const one of received) expect(JSON.parse(textOf(one)).text).toHaveLength(5_000)
  })

  it('that ends while its answer is compressed does no harm', async () => {
    const gone = request(`${url}/api/v1/waits`, { headers: { ...mia, 'accept-encoding': 'br' } })
    gone.on('error', () => {}).end()
    await expect.poll(() => waiting.length).toBe(1)
    waiting.pop()?.send(`"id":5,"text":"${'xyz'.repeat(2_000_000)}"`)
    gone.destroy()
    expect((await ask('/things/5')).status).toBe(200)
  })
})
