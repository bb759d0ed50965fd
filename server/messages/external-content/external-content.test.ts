import type { ServerResponse } from 'node:http'
import { beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { startTestServer } from '../../../test/harness.ts'
import { opened } from '../../../test/opened.ts'
import { type Receiver, startReceiver } from '../../../test/outside/receiver.ts'
import { useServer } from '../../../test/use-server.ts'

const { getMessages, registerQueue, renderMessage, sendMessage } = endpoints

const PICTURE = Buffer.from('a picture')
const ALLOWING = { PARLEY_OUTGOING_ALLOW: '127.0.0.1' }

const answer =
  (type: string, body: Buffer = PICTURE, headers: Record<string, string> = {}, status = 200) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, { 'content-type': type, ...headers }).end(body)

describe('a picture of another site', () => {
  const site = opened(startReceiver)
  const { server, ann } = useServer({
    members: ['ann'],
    channel: 'lunch',
    env: { ...ALLOWING, PARLEY_TRUSTED_PROXIES: '127.0.0.1' },
    // Longer than a busy machine takes for all of this.
    outgoingLimit: 60_000,
  })

  beforeEach(() => {
    site.requests.length = 0
    site.answer = answer('image/png')
  })

  const at = (path: string) => new URL(path, site.url).href
  const render = async (content: string) => (await ann.client.call(renderMessage, { content })).rendered
  const sourceOf = (html: string) => /src="([^"]+)"/.exec(html)?.[1] ?? ''
  /** What a browser gets that shows the preview of a link. */
  const show = async (url = at('/cat.png'), options: RequestInit = {}) =>
    fetch(server.url + sourceOf(await render(url)), options)

  test('is shown in a message, which is then found as one with a picture', async () => {
    const url = at('/cat.png')
    const { id } = await ann.client.call(sendMessage, { type: 'channel', to: 'lunch', topic: 'cats', content: url })
    const narrow = [{ operator: 'has' as const, operand: 'image', negated: false }]
    const range = { anchor: 'newest' as const, num_before: 5, num_after: 0 }
    const { messages } = await ann.client.call(getMessages, { ...range, narrow })
    expect(messages.map((message) => message.id)).toEqual([id])
    const [html, src] = [messages[0]!.content, sourceOf(messages[0]!.content)]
    expect(html).toBe(`<div class="message_inline_image"><a href="${url}"><img src="${src}"></a></div>`)
    expect(src).toMatch(/^\/external_content\/[0-9a-f]{64}\/[0-9a-f]+$/)
    expect(site.requests).toEqual([])
  })

  test('comes through this server, which tells the site nothing about the reader', async () => {
    const response = await show(undefined, { headers: { cookie: 'a=b', referer: 'https://chat.example.com/' } })
    expect([response.status, await response.text()]).toEqual([200, 'a picture'])
    const header = (name: string) => response.headers.get(name)
    expect(header('content-type')).toBe('image/png')
    expect(header('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(header('x-content-type-options')).toBe('nosniff')
    expect(header('cache-control')).toBe('public, max-age=86400')
    expect(site.requests.map(({ method, path, headers }) => [method, path, headers.cookie, headers.referer])).toEqual([
      ['GET', '/cat.png', undefined, undefined],
    ])
  })

  test('is not there at an address that this server did not make', async () => {
    const src = sourceOf(await render(at('/cat.png')))
    const other = Buffer.from(at('/dog.png')).toString('hex')
    const [, , signature = ''] = src.split('/')
    for (const path of [`/external_content/${signature}/${other}`, src.replace(signature, '0'.repeat(64)), `${src}0`])
      expect((await fetch(server.url + path)).status).toBe(404)
    expect(site.requests).toEqual([])
  })

  test.each<[string, Receiver['answer']]>([
    ['runs in a browser', answer('image/svg+xml')],
    ['is a page', answer('text/html')],
    ['has no type', (response) => void response.end(PICTURE)],
    ['is packed', answer('image/png', PICTURE, { 'content-encoding': 'gzip' })],
    ['is missing', answer('image/png', PICTURE, {}, 404)],
    ['is far too large', answer('image/png', Buffer.alloc(0), { 'content-length': '104857601' })],
    ['redirects for ever', (response) => void response.writeHead(302, { location: '/cat.png' }).end()],
    [
      'is at an address that is not public',
      (response) => void response.writeHead(302, { location: 'http://127.0.0.2/cat.png' }).end(),
    ],
    ['has another scheme', (response) => void response.writeHead(302, { location: 'file:///etc/passwd' }).end()],
    ['breaks off', (response) => void response.destroy()],
  ])('is not found if it %s', async (_, how) => {
    site.answer = how
    const response = await show()
    expect([response.status, await response.json()]).toEqual([404, expect.objectContaining({ result: 'error' })])
  })

  test('is not found at an address that no server can have', async () => {
    expect((await show('http://example.com:99999/cat.png')).status).toBe(404)
  })

  test('is followed to where the site has it now', async () => {
    site.answer = (response, { path }) =>
      path === '/cat.png'
        ? void response.writeHead(301, { location: '/cats/1.png' }).end()
        : answer('image/png')(response)
    expect(await (await show()).text()).toBe('a picture')
    expect(site.requests.map(({ path }) => path)).toEqual(['/cat.png', '/cats/1.png'])
  })

  test('ends when it is larger than its site said', async () => {
    site.answer = (response) => {
      response.writeHead(200, { 'content-type': 'image/png' })
      const chunk = Buffer.alloc(1024 * 1024)
      const more = () => {
        while (!response.destroyed && response.write(chunk)) {}
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    }
    await expect((await show()).arrayBuffer()).rejects.toThrow()
  })

  test('or a video can be asked for in parts', async () => {
    const range = { 'content-range': 'bytes 2-5/9', 'accept-ranges': 'bytes' }
    site.answer = answer('video/mp4', PICTURE.subarray(2, 6), range, 206)
    const html = await render(at('/cat.mp4'))
    expect(html).toContain('<video preload="metadata" src="/external_content/')
    const part = await fetch(server.url + sourceOf(html), { headers: { range: 'bytes=2-5' } })
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, 'pict', 'bytes 2-5/9'])
    expect(site.requests.map(({ headers }) => headers.range)).toEqual(['bytes=2-5'])
    const head = await fetch(server.url + sourceOf(html), { method: 'HEAD' })
    expect([head.status, head.headers.get('content-type')]).toEqual([206, 'video/mp4'])
  })

  test('of YouTube shows a video', async () => {
    const html = await render('https://youtu.be/dQw4w9WgXcQ')
    expect(html).toContain('<div class="youtube-video message_inline_image"><a data-id="dQw4w9WgXcQ"')
    const hex = sourceOf(html).split('/').at(-1)!
    expect(Buffer.from(hex, 'hex').toString()).toBe('https://i.ytimg.com/vi/dQw4w9WgXcQ/mqdefault.jpg')
  })

  test('has no preview if its address is very long', async () => {
    expect(await render(at(`/${'x'.repeat(2_000)}.png`))).not.toContain('<img')
    expect((await show(at(`/${'x'.repeat(1_900)}.png`))).status).toBe(200)
  })

  test('takes its turn: eight at once for one reader', async () => {
    const waiting: ServerResponse[] = []
    const { promise: full, resolve } = Promise.withResolvers<void>()
    site.answer = (response) => {
      if (waiting.push(response) === 8) resolve()
    }
    const src = sourceOf(await render(at('/cat.png')))
    const asked = Array.from({ length: 10 }, async () => (await fetch(server.url + src)).status)
    await full
    // Whatever came before these requests has been handled after them.
    for (let round = 0; round < 5; round += 1) await render('soup')
    expect(site.requests.length).toBe(8)
    site.answer = answer('image/png')
    for (const response of waiting) answer('image/png')(response)
    expect(await Promise.all(asked)).toEqual(Array(10).fill(200))
  })

  test('of a site that hangs takes ten turns, and those of other sites pass', async () => {
    const other = await startReceiver()
    const waiting: ServerResponse[] = []
    site.answer = (response) => void waiting.push(response)
    other.answer = answer('image/png')
    const [slow, quick] = [sourceOf(await render(at('/cat.png'))), sourceOf(await render(`${other.url}/dog.png`))]
    const get = (src: string, n: number) =>
      fetch(server.url + src, { headers: { 'x-forwarded-for': `203.0.113.${n}` } }).then(({ status }) => status)
    const asked = Array.from({ length: 60 }, (_, n) => get(slow, n))
    await expect.poll(() => waiting.length).toBe(10)
    for (let n = 0; n < 20; n += 1) expect(await get(quick, n)).toBe(200)
    expect(waiting.length).toBe(10)
    site.answer = answer('image/png')
    for (const response of waiting) answer('image/png')(response)
    expect(await Promise.all(asked)).toEqual(Array(60).fill(200))
    await other.close()
  })

  test('is counted for its reader', async () => {
    const get = async (address: string) => {
      const path = `/external_content/${'0'.repeat(64)}/00`
      return (await fetch(server.url + path, { headers: { 'x-forwarded-for': address } })).status
    }
    for (let count = 0; count < 600; count += 1) expect(await get('198.51.100.1')).toBe(404)
    expect(await get('198.51.100.1')).toBe(429)
    expect(await get('198.51.100.2')).toBe(404)
  })
})

test('a picture whose site takes too long is not found, or ends', async () => {
  const site = await startReceiver()
  const server = await startTestServer({ env: ALLOWING, outgoingLimit: 100 })
  const timers: NodeJS.Timeout[] = []
  const dripHead = ({ socket }: ServerResponse) => {
    socket!.write('HTTP/1.1 200 OK\r\nX-Long: ')
    timers.push(setInterval(() => socket!.write('x'), 10))
  }
  /** Sends this again and again. */
  const drip = (chunk: Buffer, milliseconds: number) => (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'image/png' })
    timers.push(setInterval(() => response.writableNeedDrain || response.write(chunk), milliseconds))
  }
  try {
    const { rendered } = await server.owner.call(renderMessage, { content: new URL('/cat.png', site.url).href })
    const src = server.url + /src="([^"]+)"/.exec(rendered)![1]
    site.answer = () => {}
    expect((await fetch(src)).status).toBe(404)
    site.answer = (response) => void response.writeHead(200, { 'content-type': 'image/png' }).write('a pic')
    const whole = fetch(src).then((response) => (response.status === 200 ? response.text() : 'not found'))
    expect(await whole.catch(() => 'ended')).toMatch(/^(?:not found|ended)$/)
    const outcome = () =>
      fetch(src)
        .then(async (response) =>
          response.status === 200 ? `${(await response.arrayBuffer()).byteLength}` : 'not found',
        )
        .catch(() => 'ended')
    for (const answer of [drip(Buffer.from('x'), 10), drip(Buffer.alloc(16_384), 10), dripHead]) {
      site.answer = answer
      expect(await outcome()).toMatch(/^(?:not found|ended)$/)
    }
  } finally {
    for (const timer of timers) clearInterval(timer)
    await server.close()
    await site.close()
  }
})

test('an operator can switch all previews off', async () => {
  const server = await startTestServer({ env: { PARLEY_LINK_PREVIEWS: 'off' } })
  try {
    const { server_inline_image_preview: isOn } = await server.owner.call(registerQueue, {
      fetch_event_types: ['realm'],
    })
    const { rendered } = await server.owner.call(renderMessage, { content: 'https://example.com/cat.png' })
    expect([isOn, rendered.includes('<img')]).toEqual([false, false])
  } finally {
    await server.close()
  }
})
