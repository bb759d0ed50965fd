import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createKernel, mia, waiting } from '../../../../test/http/kernel-fixture.ts'
import { Wire } from '../../../../test/http/wire-fixture.ts'

/** Answers bypass node's response objects if possible. Clients must not notice the difference. */
describe('on a raw connection', () => {
  let app: ReturnType<typeof createKernel>['app']
  let url: string
  beforeEach(async () => {
    app = createKernel().app
    url = await app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterEach(() => app.close())

  const request = (first: string, more: readonly string[] = [], body = '', version = '1.1') =>
    [`${first} HTTP/${version}`, 'Host: x', `Authorization: ${mia.authorization}`, ...more, '', body].join('\r\n')
  const post = (body: string, more: readonly string[] = [], version = '1.1') => {
    const form = ['Content-Type: application/x-www-form-urlencoded', `Content-Length: ${Buffer.byteLength(body)}`]
    return request('POST /api/v1/echo', [...form, ...more], body, version)
  }
  const withoutDate = (head: readonly string[]) => head.filter((line) => !line.startsWith('Date: '))

  test('a POST is answered, and so are the next ones on the same connection', async () => {
    const wire = new Wire(url)
    for (const text of ['one', 'grüße', '💬']) {
      wire.write(post(`text=${encodeURIComponent(text)}`))
      const { status, head, body } = await wire.answer()
      expect([status, JSON.parse(body)]).toMatchObject([200, { seen: { text } }])
      expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}`)
    }
    wire.close()
  })

  test('the head is the same as node writes, line by line', async () => {
    const wire = new Wire(url)
    wire.write(request('GET /api/v1/things/5'))
    const direct = await wire.answer()
    wire.write(request('HEAD /api/v1/things/5'))
    const byNode = await wire.answer({ isEmpty: true })
    expect(withoutDate(direct.head)).toEqual(withoutDate(byNode.head))
    expect(direct.head.map((line) => line.split(':')[0])).toEqual(byNode.head.map((line) => line.split(':')[0]))
    const date = direct.head.find((line) => line.startsWith('Date: '))?.slice(6) ?? ''
    expect(new Date(Date.parse(date)).toUTCString()).toBe(date)
    wire.close()
  })

  test('HEAD has no body, and the connection stays usable', async () => {
    const wire = new Wire(url)
    wire.write(request('HEAD /api/v1/things/5') + request('GET /api/v1/things/5'))
    expect(await wire.answer({ isEmpty: true })).toMatchObject({ status: 200, body: '' })
    expect(JSON.parse((await wire.answer()).body)).toMatchObject({ result: 'success' })
    wire.close()
  })

  test('requests that arrive together are answered one by one, in order', async () => {
    const wire = new Wire(url)
    const texts = Array.from({ length: 50 }, (_, number) => `t${number}`)
    wire.write(texts.map((text) => post(`text=${text}`)).join(''))
    for (const text of texts) expect(JSON.parse((await wire.answer()).body)).toMatchObject({ seen: { text } })
    expect(wire.rest).toBe('')
    wire.close()
  })

  test('requests behind a slow answer wait for it', async () => {
    const wire = new Wire(url)
    wire.write(request('GET /api/v1/waits') + post('text=a') + post('text=b'))
    await expect.poll(() => waiting.length).toBe(1)
    expect(wire.rest).toBe('')
    waiting.pop()?.send('"id":5')
    const bodies = [await wire.answer(), await wire.answer(), await wire.answer()].map(({ body }) => JSON.parse(body))
    expect(bodies).toMatchObject([{ id: 5 }, { seen: { text: 'a' } }, { seen: { text: 'b' } }])
    wire.close()
  })

  test.each([
    ['asks for the end of the connection', ['Connection: close'], '1.1'],
    ['speaks HTTP/1.0', [], '1.0'],
  ])('a client that %s gets it after its answer', async (_, more, version) => {
    const wire = new Wire(url)
    wire.write(post('text=a', more, version))
    const { head, body } = await wire.answer()
    expect(head).toContain('Connection: close')
    expect(JSON.parse(body)).toMatchObject({ seen: { text: 'a' } })
    await wire.closed
  })

  test('an HTTP/1.0 client can keep its connection', async () => {
    const wire = new Wire(url)
    for (const text of ['a', 'b']) {
      wire.write(post(`text=${text}`, ['Connection: keep-alive'], '1.0'))
      const { head, body } = await wire.answer()
      expect(head).toContain('Connection: keep-alive')
      expect(JSON.parse(body)).toMatchObject({ seen: { text } })
    }
    wire.close()
  })

  test('a request that is answered before its body is complete leaves the connection usable', async () => {
    const wire = new Wire(url)
    wire.write(request('GET /api/v1/things/5', ['Content-Length: 6'], 'abc'))
    expect(await wire.answer()).toMatchObject({ status: 200 })
    wire.write(`def${post('text=a')}`)
    expect(JSON.parse((await wire.answer()).body)).toMatchObject({ seen: { text: 'a' } })
    wire.close()
  })

  test('a POST that is refused before its body is complete ends the connection', async () => {
    const wire = new Wire(url)
    wire.write(request('POST /api/v1/echo', ['Content-Length: 99999999'], 'text='))
    expect((await wire.answer()).status).toBe(413)
    await wire.closed
  })

  test('an unused connection is closed', async () => {
    app.server.keepAliveTimeout = 50
    const wire = new Wire(url)
    wire.write(post('text=a'))
    await wire.answer()
    await wire.closed
  })

  test('a client that reads late gets everything, although the server closes meanwhile', async () => {
    const wire = new Wire(url)
    wire.pause()
    wire.write(request('GET /api/v1/waits'))
    await expect.poll(() => waiting.length).toBe(1)
    const large = 'x'.repeat(10_000_000)
    waiting.pop()?.send(`"id":5,"text":"${large}"`)
    const closing = app.close()
    await expect.poll(() => app.server.listening).toBe(false)
    wire.resume()
    expect((await wire.answer()).body.length).toBeGreaterThan(large.length)
    await closing
  })

  test('unread data of one connection does not mix with the answers of others', async () => {
    const slow = new Wire(url)
    const other = new Wire(url)
    const texts = Array.from({ length: 20_000 }, (_, number) => `t${number}`)
    slow.pause()
    slow.write(texts.map((text) => post(`text=${text}`)).join(''))
    // Meanwhile the socket buffers fill up, and the answers stay in memory.
    for (let turn = 0; turn < 300; turn += 1) {
      other.write(post(`text=${'o'.repeat(turn % 10)}`))
      expect((await other.answer()).status).toBe(200)
    }
    slow.resume()
    for (const text of texts) expect(JSON.parse((await slow.answer()).body)).toMatchObject({ seen: { text } })
    slow.close()
    other.close()
  })

  test('unread data of a waiting poll does not mix either', async () => {
    const connected = once(app.server, 'connection')
    const slow = new Wire(url)
    const [socket] = (await connected) as [Socket]
    const other = new Wire(url)
    const from = async (by: string) => {
      const index = () => waiting.findIndex((one) => one.by === by)
      await expect.poll(index, { interval: 1 }).toBeGreaterThanOrEqual(0)
      return waiting.splice(index(), 1)[0]!
    }
    const large = (text: string) => `"text":"${text.repeat(100_000)}"`
    const texts = Array.from({ length: 150 }, (_, number) => String.fromCharCode(97 + (number % 26)))
    slow.pause()
    slow.write(texts.map(() => request('GET /api/v1/waits?by=slow')).join(''))
    const answering = (async () => {
      for (const text of texts) (await from('slow')).send(large(text))
    })()
    // Once the socket buffers are full, the next request has to wait for the answer before it.
    await expect.poll(() => socket.writableLength, { interval: 1 }).toBeGreaterThan(0)
    for (const text of 'ABC') {
      other.write(request('GET /api/v1/waits?by=other'))
      ;(await from('other')).send(large(text))
      expect((await other.answer()).body).toContain(large(text))
    }
    slow.resume()
    for (const text of texts) expect((await slow.answer()).body).toContain(large(text))
    await answering
    slow.close()
    other.close()
  })

  test('while the server closes, a running request is answered and a new one is refused', async () => {
    const wire = new Wire(url)
    wire.write(request('GET /api/v1/waits'))
    await expect.poll(() => waiting.length).toBe(1)
    const closing = app.close()
    await expect.poll(() => app.server.listening).toBe(false)
    const arrival = once(app.server, 'request')
    wire.write(post('text=a'))
    await arrival
    waiting.pop()?.send('"id":5')
    expect(await wire.answer()).toMatchObject({ status: 200 })
    const { status, head, body } = await wire.answer()
    expect([status, JSON.parse(body)]).toEqual([503, expect.objectContaining({ code: 'SERVER_NOT_READY' })])
    expect(head).toEqual(expect.arrayContaining(['Connection: close', 'Retry-After: 2']))
    await wire.closed
    await closing
  })
})
