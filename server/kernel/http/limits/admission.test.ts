import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { basic, createKernel, mia, type TestClock } from '../../../../test/http/kernel-fixture.ts'
import { Wire } from '../../../../test/http/wire-fixture.ts'

/** A forwarded request, which is counted. Direct requests from this machine are not. */
const COUNTED = ['X-Forwarded-For: 203.0.113.7']
const FORM = 'Content-Type: application/x-www-form-urlencoded'
const MIA = [`Authorization: ${mia.authorization}`]
const WRONG = [`Authorization: ${basic('mia@example.com', 'x'.repeat(32))}`]

/** What happens to a request before its body arrives, with and without a head read first. */
describe.each([
  ['at once', false],
  ['after a moment', true],
])('a request that is admitted %s', (_, isShared) => {
  let app: ReturnType<typeof createKernel>['app']
  let clock: TestClock
  let url: string
  const open: Wire[] = []

  beforeAll(async () => {
    const kernel = createKernel({ isShared })
    app = kernel.app
    clock = kernel.clock
    url = await app.listen({ port: 0, host: '127.0.0.1' })
  })
  beforeEach(() => clock.advance(60))
  afterAll(async () => {
    for (const wire of open) wire.close()
    await app.close()
  })

  const head = (first: string, more: readonly string[]) =>
    [`${first} HTTP/1.1`, 'Host: x', ...COUNTED, FORM, ...more, '', ''].join('\r\n')
  function send(text: string): Wire {
    const wire = new Wire(url)
    open.push(wire)
    wire.write(text)
    return wire
  }
  const unfinished = (path: string, credentials: readonly string[]) =>
    send(`${head(`POST /api/v1${path}`, [...credentials, 'Content-Length: 1000'])}text=`)
  const get = async (path: string, credentials: readonly string[] = []) => {
    const { status, head: lines } = await send(head(`GET /api/v1${path}`, credentials)).answer()
    return { status, remaining: Number(/X-RateLimit-Remaining: (\d+)/.exec(lines.join('\n'))?.[1]) }
  }

  it('with wrong credentials is counted by its address before its body arrives', async () => {
    for (let n = 0; n < 10; n++) unfinished('/echo', WRONG)
    // Each of these requests counts as well.
    let looks = 0
    const leftBeside = async () => {
      looks += 1
      return (await get('/open')).remaining + looks
    }
    await expect.poll(leftBeside).toBe(90)
    expect((await get('/things/1', MIA)).remaining).toBe(199)
  })

  it('without credentials is refused beyond the limit without its body, and the connection ends', async () => {
    for (let n = 0; n < 100; n++) await get('/open')
    for (const credentials of [[], WRONG]) {
      const wire = unfinished('/echo', credentials)
      const { status, head: lines, body } = await wire.answer()
      expect([status, JSON.parse(body).code]).toEqual([429, 'RATE_LIMIT_HIT'])
      expect(lines).toEqual(expect.arrayContaining(['Connection: close', 'Retry-After: 60']))
      await wire.closed
    }
    // Other requests from the same address do not use up the limit of an account.
    expect((await get('/things/1', MIA)).status).toBe(200)
  })

  it('of an account is refused beyond its limit without its body', async () => {
    for (let n = 0; n < 200; n++) await get('/things/1', MIA)
    expect(await unfinished('/echo', MIA).answer()).toMatchObject({ status: 429 })
    expect((await get('/open')).status).toBe(200)
  })

  it('is counted once, even after its body arrives', async () => {
    const wire = unfinished('/echo', MIA)
    wire.write('a&'.padEnd(995, 'x'))
    expect((await wire.answer()).status).toBe(200)
    expect((await get('/things/1', MIA)).remaining).toBe(198)
    expect((await get('/open')).remaining).toBe(99)
  })

  it('is counted by its address if the endpoint needs no credentials', async () => {
    const text = 'name=mia&right=true'
    const wire = send(head('POST /api/v1/sign-in', [...MIA, `Content-Length: ${text.length}`]) + text)
    expect((await wire.answer()).status).toBe(200)
    expect((await get('/open')).remaining).toBe(98)
    expect((await get('/things/1', MIA)).remaining).toBe(199)
  })

  it.each([
    ['in one piece', [`Content-Length: ${'text=grüße'.length + 2}`], ['text=grüße']],
    ['in pieces', [`Content-Length: ${'text=grüße'.length + 2}`], ['te', 'xt=grü', 'ße']],
    ['in chunks', ['Transfer-Encoding: chunked'], ['2\r\nte\r\n', '0A\r\nxt=grüße\r\n', '0\r\n\r\n']],
  ])('has its body read completely, %s', async (_name, more, pieces) => {
    const wire = send(head('POST /api/v1/echo', [...MIA, ...more]))
    for (const piece of pieces) {
      wire.write(piece)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(JSON.parse((await wire.answer()).body)).toMatchObject({ seen: { text: 'grüße' } })
  })

  it('has its body read completely when everything arrives together with the next request', async () => {
    const one = (text: string) =>
      `${head('POST /api/v1/echo', [...MIA, `Content-Length: ${text.length + 5}`])}text=${text}`
    const wire = send(one('first') + one('second'))
    const texts = [await wire.answer(), await wire.answer()].map(({ body }) => JSON.parse(body).seen.text)
    expect(texts).toEqual(['first', 'second'])
  })

  it('may have a large body, up to the limit', async () => {
    const body = 'a='.padEnd(1_048_576, 'x')
    const fits = send(head('POST /api/v1/echo', [...MIA, `Content-Length: ${body.length}`]) + body)
    expect((await fits.answer()).status).toBe(200)
    const chunk = `${(body.length + 1).toString(16)}\r\n${body}x\r\n0\r\n\r\n`
    const tooLarge = send(head('POST /api/v1/echo', [...MIA, 'Transfer-Encoding: chunked']) + chunk)
    expect((await tooLarge.answer()).status).toBe(413)
  })
})
