import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { parse } from 'parse5'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { endpoints } from '../../../../api/endpoints/index.ts'
import { COMMON_ERRORS } from '../../../../api/errors.ts'
import { events } from '../../../../api/events/index.ts'
import { createKernel } from '../../../../test/http/kernel-fixture.ts'
import { recordPage } from '../../../../test/record-coverage.ts'
import { preferredEncoding } from '../request/accepted-encoding.ts'
import { makeInThread } from './make-in-thread.ts'
import { anchor } from './text.ts'

const { app } = createKernel()
const url = await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => app.close())

/** The bytes as they were sent: `fetch` would unpack them. */
async function get(path: string, headers: Record<string, string> = {}) {
  const { statusCode: status, headers: received, rawPayload } = await app.inject({ url: path, headers })
  return { status, headers: received, bytes: rawPayload, text: rawPayload.toString('utf8') }
}

const page = async () => (await get('/api/')).text
const stylesheetOf = (html: string) => `/api/${/href="(assets\/[^"]+)"/.exec(html)?.[1]}`

describe('the API page', () => {
  it('needs no script and nothing from elsewhere', async () => {
    const response = await fetch(`${url}/api/`)
    recordPage('GET /api/', response)
    const html = await response.text()
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'self'")
    expect(html).not.toMatch(/<script|(src|href)="https?:/)
    const css = await fetch(url + stylesheetOf(html))
    expect(css.headers.get('content-type')).toBe('text/css; charset=utf-8')
    recordPage('GET /api/assets/:name', css)
  })

  it('has a section for every operation, event type and common error', async () => {
    const html = await page()
    for (const { id } of Object.values(endpoints)) expect(html).toContain(`id="${anchor('operation', id)}"`)
    for (const name of Object.keys(events)) expect(html).toContain(`id="${anchor('event', name)}"`)
    for (const code of COMMON_ERRORS) expect(html).toContain(`<dt><code>${code}</code>`)
  })

  it('shows an example for every operation', async () => {
    const html = await page()
    expect(html.match(/<h4>Example<\/h4>/g)).toHaveLength(Object.keys(endpoints).length)
    expect(html).toContain('curl https://chat.example.org/api/v1/messages')
  })

  it('points only at what it has, and is whole HTML', async () => {
    const html = await page()
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)
    expect(ids).toHaveLength(new Set(ids).size)
    for (const [, target] of html.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target)
    const problems: string[] = []
    parse(html, { onParseError: ({ code }) => problems.push(code) })
    expect(problems).toEqual([])
  })

  it('is sent compressed to those who can unpack it', async () => {
    const whole = await get('/api/')
    const [br, gzip] = [
      await get('/api/', { 'accept-encoding': 'gzip, deflate, br' }),
      await get('/api/', { 'accept-encoding': 'gzip' }),
    ]
    expect([whole, gzip, br].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'gzip', 'br'])
    expect(gunzipSync(gzip.bytes).equals(whole.bytes)).toBe(true)
    expect(brotliDecompressSync(br.bytes).equals(whole.bytes)).toBe(true)
    expect(br.bytes.length * 5).toBeLessThan(whole.bytes.length)
    expect(br.headers['vary']).toBe('Accept-Encoding')
  })

  it.each([
    ['', 'identity'],
    ['gzip', 'gzip'],
    ['GZIP, BR', 'br'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['br;q=0.0, gzip; q=0', 'identity'],
    ['brotli', 'identity'],
  ])('to "%s" it is sent as %s', (accepted, encoding) => {
    expect(preferredEncoding(accepted)).toBe(encoding)
  })

  it.each(['/api/', '/api/v1/openapi.json'])('%s is not sent again while it is the same', async (path) => {
    const first = await get(path)
    expect(first.headers['cache-control']).toBe('no-cache')
    const tag = String(first.headers['etag'])
    const again = await get(path, { 'if-none-match': `"other", ${tag}` })
    expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', tag])
    expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200)
  })

  it('has a stylesheet that browsers keep, by the name of its content', async () => {
    const path = stylesheetOf(await page())
    const { status, headers } = await get(path)
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
    expect((await get('/api/assets/other.css')).status).toBe(404)
  })
})

describe('the first visit', () => {
  it('is made in a thread: the event loop goes on meanwhile', async () => {
    let turns = 0
    let isMade = false
    const count = () => {
      turns += 1
      if (!isMade) setImmediate(count)
    }
    count()
    const { html } = await makeInThread('1.2.3', 'http://parley.test')
    isMade = true
    expect(html).toContain('Version 1.2.3')
    // Thousands in fact; made on the loop itself, it would leave time for one or two.
    expect(turns).toBeGreaterThan(100)
  })

  it('is shared by those who come at the same time', async () => {
    const fresh = createKernel().app
    const answers = await Promise.all(['/api/', '/api/', '/api/v1/openapi.json'].map((path) => fresh.inject(path)))
    await fresh.close()
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(answers[0]!.body).toBe(answers[1]!.body)
  })
})

describe('another vendor word', () => {
  afterEach(() => {
    globalThis.parleyWireName = undefined
  })

  it('is in the fields and in the examples', async () => {
    globalThis.parleyWireName = 'acme'
    const { html, openapi } = await makeInThread('1.2.3', 'http://parley.test')
    expect(html).toContain('<code>acme_feature_level</code>')
    expect(html).toContain('&quot;acme_feature_level&quot;: 509')
    expect(html + openapi).not.toContain('service_feature_level')
  })
})

describe('/api/v1/openapi.json', () => {
  it('names the address of the organization', async () => {
    const response = await fetch(`${url}/api/v1/openapi.json`)
    recordPage('GET /api/v1/openapi.json', response)
    const document = (await response.json()) as { openapi: string; servers: unknown }
    expect(document.openapi).toBe('3.1.1')
    expect(document.servers).toEqual([{ url: '/api/v1' }, { url: 'http://parley.test/api/v1' }])
  })
})
