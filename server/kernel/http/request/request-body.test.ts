import { createServer } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import { expect, test } from 'vitest'
import { heldAfter } from '../../../../test/http/heap-fixture.ts'
import { BODY_LIMIT, ignoreBody, PromptRequest, readBody } from './request-body.ts'

/** A request whose body has not arrived yet. */
function chunked() {
  const request = new PromptRequest(new Socket())
  request.headers['transfer-encoding'] = 'chunked'
  const seen: { body?: Buffer; refused: number } = { refused: 0 }
  readBody(
    request,
    BODY_LIMIT,
    (body) => {
      seen.body = body
    },
    () => {
      seen.refused += 1
    },
  )
  return { request, seen }
}

test('a body that arrives byte by byte takes little more memory than its bytes', async () => {
  const { request, seen } = chunked()
  const piece = Buffer.from('x')
  const held = await heldAfter(() => {
    for (let n = 0; n < BODY_LIMIT / 2; n += 1) request.push(piece.subarray())
  })
  expect(held).toBeLessThan(10)
  request.push(null)
  expect(seen.body?.equals(Buffer.alloc(BODY_LIMIT / 2, 'x'))).toBe(true)
})

test.each([
  [[1, 1, 1]],
  [[5]],
  [[0, 3, 0, 4]],
  [[100_000, 1, 300_000, 7]],
  [[1, BODY_LIMIT - 1]],
  [[BODY_LIMIT - 1, 1]],
])('pieces of %j bytes are joined in order', (lengths) => {
  const pieces = lengths.map((length, n) => Buffer.alloc(length, `${n}`))
  const { request, seen } = chunked()
  for (const piece of pieces) request.push(piece)
  request.push(null)
  expect(seen.body?.equals(Buffer.concat(pieces))).toBe(true)
  expect(seen.refused).toBe(0)
})

test('a body in one piece is passed on without a copy', () => {
  const piece = Buffer.from('text=a')
  const { request, seen } = chunked()
  request.push(piece)
  request.push(null)
  expect(seen.body).toBe(piece)
})

test('a body that grows too large is refused once, and never passed on', () => {
  const { request, seen } = chunked()
  for (let n = 0; n < 30; n += 1) request.push(Buffer.alloc(100_000, 'x'))
  request.push(null)
  expect(seen).toEqual({ refused: 1 })
})

test.each([
  ['a form', { method: 'POST', body: 'text=a' }],
  ['no body', { method: 'GET' }],
])('node does not read a request with %s again after the answer', async (_name, options) => {
  const requests: PromptRequest[] = []
  const server = createServer({ IncomingMessage: PromptRequest }, (request, response) => {
    requests.push(request)
    if (request.method === 'POST')
      readBody(
        request,
        BODY_LIMIT,
        () => response.end(),
        () => expect.unreachable(),
      )
    else response.end(ignoreBody(request))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  for (let n = 0; n < 2; n += 1) expect((await fetch(url, options)).status).toBe(200)
  expect(requests.map(({ readableFlowing, readableEnded }) => [readableFlowing, readableEnded])).toEqual([
    [null, true],
    [null, true],
  ])
  await new Promise((resolve) => server.close(resolve))
})
