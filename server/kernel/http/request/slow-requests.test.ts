import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { createKernel, mia } from '../../../../test/http/kernel-fixture.ts'

const { app } = createKernel()
const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
afterAll(() => app.close())

/** Sends these bytes and returns everything until the connection ends. */
async function talk(text: string): Promise<string> {
  const socket = connect(Number(port), '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    answer += chunk
  })
  socket.write(text)
  await once(socket, 'close')
  return answer
}

describe('a connection that does not become a request', () => {
  it.each([
    ['not HTTP', 'hello\r\n\r\n', '400 Bad Request'],
    [
      'headers without end',
      `GET / HTTP/1.1\r\nX: ${'x'.repeat(120_000)}\r\n\r\n`,
      '431 Request Header Fields Too Large',
    ],
  ])('%s: a JSON answer and the end of the connection', async (_, text, status) => {
    const answer = await talk(text)
    expect(answer).toContain(`HTTP/1.1 ${status}`)
    for (const line of ['Cache-Control: private', 'Vary: Accept-Language, Accept-Encoding', 'Content-Language: en']) {
      expect(answer).toContain(line)
    }
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ result: 'error', code: 'BAD_REQUEST' })
  })

  it('the time to send a request is limited, but not the time to wait for an answer', () => {
    expect(app.server.headersTimeout).toBe(20_000)
    expect(app.server.requestTimeout).toBe(60_000)
    expect(app.server.timeout).toBe(0)
  })
})

describe('a request', () => {
  const common = `GET /api/v1/open HTTP/1.1\r\nConnection: close\r\n`

  it('needs no Host header if there is one organization', async () => {
    expect(await talk(`${common}\r\n`)).toContain('{"result":"success"')
  })

  it('with an unsupported Expect header is refused in JSON', async () => {
    const answer = await talk(`${common}Host: x\r\nExpect: miracles\r\n\r\n`)
    expect(answer).toContain('HTTP/1.1 417')
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({
      result: 'error',
      msg: 'Expectation Failed',
      code: 'BAD_REQUEST',
    })
  })
})

describe('a body over the limit', () => {
  it('is answered before it is read to the end', async () => {
    const head = `POST /api/v1/echo HTTP/1.1\r\nHost: x\r\nAuthorization: ${mia.authorization}\r\nContent-Type: application/x-www-form-urlencoded\r\n`
    expect(await talk(`${head}Content-Length: 99999999\r\n\r\ntext=`)).toContain('413')
  })
})
