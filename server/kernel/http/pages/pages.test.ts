import { afterAll, describe, expect, it } from 'vitest'
import { createKernel, mia, NOBODYS_HOST } from '../../../../test/http/kernel-fixture.ts'
import { recordPage } from '../../../../test/record-coverage.ts'

/** Uses a real connection, as browsers and proxies do. */
const { app } = createKernel()
const url = await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => app.close())

const get = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(url + path, init)
  if (init.method === undefined) recordPage(`GET ${path}`, response)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

describe('pages', () => {
  it('/health', async () => {
    expect(JSON.parse((await get('/health')).text)).toEqual({ live: true, ready: true })
  })

  it('/metrics is for this machine only', async () => {
    expect((await get('/metrics')).text).toContain('parley_http_requests_total')
    expect((await get('/metrics', { headers: { 'x-forwarded-for': '203.0.113.7' } })).status).toBe(403)
  })

  it('/metrics is for others with the token, if one is set', async () => {
    const metricsToken = 'purple-otters-sing-at-noon'
    const withToken = createKernel({ config: { metricsToken } }).app
    const status = async (server: typeof app, authorization?: string) =>
      (
        await server.inject({
          url: '/metrics',
          headers: { host: 'chat.example.org', ...(authorization && { authorization }) },
          remoteAddress: '203.0.113.7',
        })
      ).statusCode
    expect(await status(withToken, `Bearer ${metricsToken}`)).toBe(200)
    expect(await status(withToken, `bearer ${metricsToken}`)).toBe(200)
    for (const wrong of [
      undefined,
      'Bearer',
      'Bearer x',
      `Bearer ${metricsToken}x`,
      `Basic ${metricsToken}`,
      mia.authorization,
    ])
      expect(await status(withToken, wrong)).toBe(403)
    for (const token of ['', 'null', 'undefined']) expect(await status(app, `Bearer ${token}`)).toBe(403)
  })

  it('/api leads to /api/', async () => {
    const moved = await fetch(`${url}/api`)
    expect(new URL(moved.url).pathname).toBe('/api/')
    recordPage('GET /api', moved)
  })
})

describe('every page', () => {
  const paths = [
    '/',
    '/static/web/x.js',
    '/favicon.ico',
    '/manifest.webmanifest',
    '/health',
    '/metrics',
    '/api',
    '/api/',
    '/api/assets/x.css',
    '/api/v1/openapi.json',
  ]

  it.each(paths)('%s lists its methods', async (path) => {
    const options = await get(path, { method: 'OPTIONS' })
    expect([options.status, options.text, options.headers.get('allow')]).toEqual([204, '', 'GET, HEAD, OPTIONS'])
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const refused = await get(path, { method })
      expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
      const allowed_methods = ['GET', 'HEAD', 'OPTIONS']
      const told = { result: 'error', msg: 'Method Not Allowed', code: 'BAD_REQUEST', allowed_methods }
      expect(JSON.parse(refused.text)).toEqual(told)
    }
  })

  it('counts refused requests', async () => {
    await get('/health', { method: 'DELETE' })
    expect((await get('/metrics')).text).toMatch(/parley_http_requests_total\{route="\/health",status="405"\} \d/)
  })

  it.each(['/', '/health', '/metrics'])('%s has what all answers have', async (path) => {
    for (const headers of [{}, { 'x-forwarded-for': '203.0.113.7' }]) {
      const page = await get(path, { headers })
      expect(page.headers.get('cache-control')).toContain('no-store')
      expect(page.headers.get('vary')).toBe('Accept-Language, Accept-Encoding')
      expect(page.headers.get('content-language')).toBe('en')
      expect(page.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })
})

describe('an address that does not exist', () => {
  const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

  it.each(['/nowhere', '/nowhere/?x=1', '/apiary', '/static/other.css'])('%s is a page for browsers', async (path) => {
    const { status, headers, text } = await get(path, { headers: asBrowser })
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('cache-control')).toContain('no-store')
    expect(text).toContain('<h1>This page does not exist</h1>')
    expect(text).toContain('<a class="button" href="/">Inbox</a>')
    expect(text).toContain('Kitchen')
  })

  it('shows nothing of the address, and leads nowhere without an organization', async () => {
    expect((await get('/%3Cb%3Enowhere', { headers: asBrowser })).text).not.toContain('nowhere')
    const nobodys = await app.inject({ url: '/nowhere', headers: { ...asBrowser, host: NOBODYS_HOST } })
    expect([nobodys.statusCode, nobodys.body.includes('<a ')]).toEqual([404, false])
  })

  it('is JSON for programs, other methods and the API', async () => {
    const told = { result: 'error', msg: 'Not Found', code: 'BAD_REQUEST' }
    const asked: [string, RequestInit][] = [
      ['/nowhere', {}],
      ['/nowhere', { headers: { accept: '*/*' } }],
      ['/nowhere', { method: 'POST', headers: asBrowser }],
      ['/api/v1/nowhere', { headers: asBrowser }],
      ['/json/nowhere', { headers: asBrowser }],
      ['/json', { headers: asBrowser }],
    ]
    for (const [path, init] of asked) {
      const { status, text } = await get(path, init)
      expect([path, status, JSON.parse(text)]).toEqual([path, 404, told])
    }
  })
})

describe('HEAD', () => {
  it('is GET without the body', async () => {
    const head = await get('/api/v1/things/5', { method: 'HEAD', headers: mia })
    expect([head.status, head.text]).toEqual([200, ''])
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(0)
    expect((await get('/api/v1/echo', { method: 'HEAD', headers: mia })).status).toBe(405)
  })
})
