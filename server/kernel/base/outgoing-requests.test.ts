import { beforeEach, describe, expect, test } from 'vitest'
import { opened } from '../../../test/opened.ts'
import { json, startReceiver } from '../../../test/outside/receiver.ts'
import { OutgoingRequests } from './outgoing-requests.ts'

describe('outgoing requests', () => {
  const receiver = opened(startReceiver)

  beforeEach(() => {
    receiver.requests.length = 0
    receiver.answer = json({})
  })

  const post = (requests: OutgoingRequests, url: string, signal = new AbortController().signal) =>
    requests.post(url, { headers: { 'Content-Type': 'text/plain' }, body: 'Hello', signal })
  const allowing = () => new OutgoingRequests(['127.0.0.1', '::1'])

  test('reach an address that is allowed', async () => {
    expect(await post(allowing(), receiver.url)).toEqual({ status: 200, body: '{}', retryAfter: 0 })
    expect(receiver.requests).toMatchObject([{ body: 'Hello', headers: { 'content-type': 'text/plain' } }])
    await post(new OutgoingRequests(['127.0.0.0/8']), receiver.url)
  })

  const { port } = { port: 9 }
  test.each([
    `http://127.0.0.1:${port}/`,
    `http://localhost:${port}/`,
    `http://0x7f.1:${port}/`,
    `http://2130706433:${port}/`,
    `http://017700000001:${port}/`,
    `http://[::1]:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    `http://[::ffff:7f00:1]:${port}/`,
    `http://[64:ff9b::7f00:1]:${port}/`,
    `http://[fe80::1]:${port}/`,
    `http://[fc00::1]:${port}/`,
    `http://0.0.0.0:${port}/`,
    `http://10.1.2.3:${port}/`,
    `http://172.16.0.1:${port}/`,
    `http://192.168.1.1:${port}/`,
    `http://169.254.169.254/latest/meta-data`,
    `https://100.64.0.1:${port}/`,
  ])('do not reach %s', async (url) => {
    await expect(post(new OutgoingRequests([]), url)).rejects.toMatchObject({
      name: 'OutgoingFailure',
      message: 'the address is not on the public internet',
      mayPass: false,
    })
  })

  test('may reach public addresses', () => {
    const requests = new OutgoingRequests([])
    expect(['8.8.8.8', '2606:4700::1111'].map((address) => requests.isPermitted(address))).toEqual([true, true])
  })

  test('do not follow a redirect', async () => {
    receiver.answer = (response) => void response.writeHead(302, { location: receiver.url }).end()
    expect(await post(allowing(), receiver.url)).toMatchObject({ status: 302 })
    expect(receiver.requests).toHaveLength(1)
  })

  test('end when the receiver hangs, drips, or never stops', async () => {
    const impatient = new OutgoingRequests(['127.0.0.1'], 100)
    const late = { message: 'the request timed out', mayPass: true }
    receiver.answer = () => {}
    await expect(post(impatient, receiver.url)).rejects.toMatchObject(late)
    receiver.answer = (response) => void response.writeHead(200).write('a')
    await expect(post(impatient, receiver.url)).rejects.toMatchObject(late)
    receiver.answer = (response) => void response.end('x'.repeat(1024 * 1024 + 1))
    const large = { message: 'the response is too large', mayPass: false }
    await expect(post(allowing(), receiver.url)).rejects.toMatchObject(large)
  })

  test('fail for a while when there is no connection', async () => {
    receiver.answer = (response) => void response.destroy()
    const failed = { message: 'the connection failed', mayPass: true }
    await expect(post(allowing(), receiver.url)).rejects.toMatchObject(failed)
  })

  test('are no try when the process stops meanwhile', async () => {
    const stop = new AbortController()
    receiver.answer = () => stop.abort(new Error('stopping'))
    await expect(post(allowing(), receiver.url, stop.signal)).rejects.toThrow('stopping')
  })
})
