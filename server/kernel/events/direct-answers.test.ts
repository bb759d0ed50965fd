import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { Wire } from '../../../test/http/wire-fixture.ts'
import { useServer } from '../../../test/use-server.ts'

const { registerQueue, sendMessage } = endpoints

/** Answers to polls bypass node's response objects, so these tests check the bytes on the wire. */
describe('a poll on a raw connection', () => {
  const { server, ann } = useServer({
    members: ['ann'],
    channel: 'talk',
    heartbeat: { leastSeconds: 20, mostSeconds: 20 },
  })
  let authorization: string

  beforeAll(() => {
    authorization = `Basic ${Buffer.from(`${ann.email}:${ann.apiKey}`).toString('base64')}`
  })

  const open = (): Wire => new Wire(server.url)
  const request = (path: string, version = '1.1', more = '') =>
    `GET /api/v1${path} HTTP/${version}\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n${more}\r\n`
  const say = (content: string) =>
    ann.client.call(sendMessage, { type: 'channel', to: 'talk', topic: 'x', content, read_by_sender: true })
  const register = async () => {
    const state = await ann.client.call(registerQueue, { event_types: ['message'], fetch_event_types: [] })
    return `/events?queue_id=${state.queue_id}&last_event_id=${state.last_event_id}`
  }
  const waiting = () => expect.poll(() => server.ctx.queues.openPolls).toBe(1)

  test('has a complete head, and the length counts bytes', async () => {
    const wire = open()
    wire.write(request(await register()))
    await waiting()
    await say('grüße 💬')
    const { head, body } = await wire.answer()
    expect(head[0]).toBe('HTTP/1.1 200 OK')
    expect(head).toContain('Content-Type: application/json')
    expect(head).toContain('Connection: keep-alive')
    expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}`)
    expect(Date.parse(head.find((line) => line.startsWith('Date: '))!.slice(6))).toBeGreaterThan(Date.now() - 5000)
    expect(JSON.parse(body)).toMatchObject({ result: 'success', events: [{ message: { content: 'grüße 💬' } }] })
    wire.close()
  })

  test('the connection stays usable: other requests, then another poll', async () => {
    const wire = open()
    for (const content of ['first', 'second']) {
      wire.write(request(await register()))
      await waiting()
      await say(content)
      expect(JSON.parse((await wire.answer()).body)).toMatchObject({ events: [{ message: { content } }] })
      wire.write(request('/users/me'))
      expect(JSON.parse((await wire.answer()).body)).toMatchObject({ full_name: 'Ann' })
    }
    wire.close()
  })

  test('requests sent behind a waiting poll are answered after it, in order', async () => {
    const wire = open()
    wire.write(request(await register()) + request('/users/me') + request('/server_settings'))
    await waiting()
    await say('in line')
    const bodies = [await wire.answer(), await wire.answer(), await wire.answer()].map(({ body }) => JSON.parse(body))
    expect(bodies[0]).toMatchObject({ events: [{ message: { content: 'in line' } }] })
    expect(bodies[1]).toMatchObject({ full_name: 'Ann' })
    expect(bodies[2]).toHaveProperty('realm_name')
    wire.close()
  })

  test.each([
    ['asks for the end of the connection', '1.1', 'Connection: close\r\n'],
    ['speaks HTTP/1.0', '1.0', ''],
  ])('a client that %s gets it', async (_, version, more) => {
    const wire = open()
    wire.write(request(await register(), version, more))
    await waiting()
    await say('goodbye')
    const { head, body } = await wire.answer()
    expect(head).toContain('Connection: close')
    expect(JSON.parse(body)).toMatchObject({ events: [{ message: { content: 'goodbye' } }] })
    await wire.closed
  })

  test('a client that disconnects leaves no open poll', async () => {
    const wire = open()
    wire.write(request(await register()))
    await waiting()
    wire.close()
    await expect.poll(() => server.ctx.queues.openPolls).toBe(0)
  })
})
