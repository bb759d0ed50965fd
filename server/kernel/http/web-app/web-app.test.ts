import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, describe, expect, it, test } from 'vitest'
import { Browser } from '../../../../test/browser-visit.ts'
import { createKernel, NOBODYS_HOST } from '../../../../test/http/kernel-fixture.ts'
import { recordPage } from '../../../../test/record-coverage.ts'
import { useServer } from '../../../../test/use-server.ts'
import { builtApp } from './built-app.ts'

const { app } = createKernel()
const url = await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => app.close())

/** The bytes as they were sent: `fetch` would unpack them. */
async function get(path: string, headers: Record<string, string> = {}) {
  const { statusCode: status, headers: received, rawPayload: bytes } = await app.inject({ url: path, headers })
  return { status, headers: received, bytes, text: bytes.toString('utf8') }
}

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; " +
  "media-src 'self' blob:; connect-src 'self'; font-src 'self'; worker-src 'self'; manifest-src 'self'; " +
  "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types parley"

/** Every file that the page names. */
const namedBy = (html: string): string[] => [...html.matchAll(/"(\/static\/web\/[^"]+)"/g)].map(([, path]) => path!)

describe('the page of the app', () => {
  it('runs no inline script and loads nothing from another site', async () => {
    const response = await fetch(`${url}/`)
    recordPage('GET /', response)
    const html = await response.text()
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toBe(POLICY)
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style| on\w+=|(src|href)="(https?:|\/\/)/i)
    expect(html).not.toContain('{{')
  })

  it('names files that exist, each with its type, for ever, compressed once', async () => {
    const named = namedBy((await get('/')).text)
    expect(named.map((path) => path.replace(/-[\w-]{8,12}\./, '.')).sort()).toEqual(
      expect.arrayContaining(['app.css', 'boot.js', 'hub.js', 'theme.js'].map((name) => `/static/web/${name}`)),
    )
    for (const path of named) {
      const [plain, gzip, br] = [
        await get(path),
        await get(path, { 'accept-encoding': 'gzip' }),
        await get(path, { 'accept-encoding': 'gzip, deflate, br' }),
      ]
      expect([path, plain.status]).toEqual([path, 200])
      expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(plain.headers['x-content-type-options']).toBe('nosniff')
      const types = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8', svg: 'image/svg+xml' }
      expect(plain.headers['content-type']).toBe(types[path.split('.').at(-1) as 'js'] ?? 'image/png')
      if (path.endsWith('.png')) continue
      expect([gzip, br].map(({ headers }) => headers['content-encoding'])).toEqual(['gzip', 'br'])
      expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true)
      expect(brotliDecompressSync(br.bytes).equals(plain.bytes)).toBe(true)
    }
    recordPage('GET /static/web/:name', await fetch(url + named[0]))
  })

  it('has no other files at that address', async () => {
    for (const name of ['x.js', 'index.html', 'names.json', '..%2findex.html'])
      expect((await get(`/static/web/${name}`)).status).toBe(404)
  })

  it('imports only chunks that are served', async () => {
    const { files } = await builtApp()
    for (const [name, { identity }] of files) {
      if (!name.endsWith('.js')) continue
      const imported = [
        ...Buffer.from(identity)
          .toString('utf8')
          .matchAll(/[`'"]\.\/([\w-]+\.js)[`'"]/g),
      ]
      for (const [, chunk] of imported) expect(files.has(chunk!)).toBe(true)
    }
  })

  it('has every stylesheet, in the order of the layers', async () => {
    const path = namedBy((await get('/')).text).find((name) => name.includes('/app-'))!
    const css = (await get(path)).text
    expect(css.trimStart()).toMatch(/^@layer tokens, base, ui, areas, screens;/)
    const used = [...css.matchAll(/^@layer (\w+) \{/gm)].map(([, layer]) => layer!)
    const order = ['tokens', 'base', 'ui', 'areas', 'screens']
    expect(used).toEqual(used.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)))
    expect(css).toContain('--c-accent: #0b6a55')
  })

  it('has what formulas look like in a style sheet of its own, with the fonts that it names', async () => {
    const path = namedBy((await get('/')).text).find((name) => name.includes('/katex-'))!
    const fonts = [...(await get(path)).text.matchAll(/url\(([^)]+)\)/g)].map(([, name]) => name!)
    expect(fonts.length).toBeGreaterThan(10)
    for (const name of fonts) {
      const { status, headers } = await get(`/static/web/${name}`)
      expect([name, status, headers['content-type']]).toEqual([name, 200, 'font/woff2'])
    }
  })

  it('is built once for each state of the sources', async () => {
    const built = await builtApp()
    expect(await builtApp()).toBe(built)
    const folders = readdirSync(join(import.meta.dirname, '..', '..', '..', '..', '.cache'))
    expect(folders.filter((name) => /^web-[0-9a-f]{12}$/.test(name))).not.toEqual([])
  })

  it('is not shown where there is no organization, or one that nobody can use', async () => {
    const nobodys = await get('/', { host: NOBODYS_HOST })
    expect([nobodys.status, nobodys.text.includes('No organization has this address')]).toEqual([404, true])
    const closed = createKernel({ realm: 'deactivated' }).app
    const { statusCode, body } = await closed.inject('/')
    await closed.close()
    expect([statusCode, body.includes('This organization has been deactivated')]).toEqual([200, true])
    expect(nobodys.text + body).not.toContain('<script')
  })
})

describe('the theme', () => {
  const themeWith = async (stored: string | null | Error, systemIsDark: boolean) => {
    const path = namedBy((await get('/')).text).find((name) => name.includes('theme'))!
    const dataset: Record<string, string> = {}
    const getItem = (key: string) => {
      if (stored instanceof Error) throw stored
      return key === 'parley-theme' ? stored : null
    }
    const system = { matches: systemIsDark, addEventListener: () => {} }
    const page = { document: { documentElement: { dataset } }, localStorage: { getItem }, addEventListener: () => {} }
    runInNewContext((await get(path)).text, { ...page, matchMedia: () => system })
    return dataset['theme']
  }

  it.each([
    ['light', true, 'light'],
    ['dark', false, 'dark'],
    ['automatic', true, 'dark'],
    ['automatic', false, 'light'],
    [null, true, 'dark'],
    [null, false, 'light'],
    [new Error('storage is off'), true, 'dark'],
  ])('stored %s on a system that is dark: %s', async (stored, systemIsDark, shown) => {
    expect(await themeWith(stored, systemIsDark)).toBe(shown)
  })
})

describe('icons', () => {
  it('/favicon.ico is a picture', async () => {
    const { status, headers, bytes } = await get('/favicon.ico')
    expect([status, headers['content-type']]).toEqual([200, 'image/vnd.microsoft.icon'])
    const { width, height } = await sharp(bytes.subarray(22)).metadata()
    expect([width, height]).toEqual([32, 32])
    recordPage('GET /favicon.ico', await fetch(`${url}/favicon.ico`))
  })

  it('/manifest.webmanifest names the organization and icons of the sizes that it says', async () => {
    const response = await fetch(`${url}/manifest.webmanifest`)
    recordPage('GET /manifest.webmanifest', response)
    expect(response.headers.get('content-type')).toContain('application/manifest+json')
    const { name, start_url, icons } = JSON.parse(await response.text())
    expect([name, start_url]).toEqual(['Kitchen', '/'])
    for (const { src, sizes, type } of icons as { src: string; sizes: string; type: string }[]) {
      const icon = await get(src)
      expect([icon.status, icon.headers['content-type']]).toEqual([200, type])
      // The server's own use of the library forbids it to read SVG.
      if (sizes === 'any') continue
      const { width } = await sharp(icon.bytes).metadata()
      expect(`${width}x${width}`).toBe(sizes)
    }
    expect((await get('/manifest.webmanifest', { host: NOBODYS_HOST })).status).toBe(404)
  })
})

describe('a visitor', () => {
  const { server } = useServer()

  test('gets the proof that a request from the app needs, once', async () => {
    const browser = new Browser(server)
    await browser.request('/')
    const proof = browser.cookies.get('csrftoken')
    expect(proof).toMatch(/^[\da-f]{64}$/)
    expect((await browser.request('/')).headers.getSetCookie()).toEqual([])
    expect((await browser.json('POST', '/register', {}, { 'X-CSRFToken': '' })).body['code']).toBe('CSRF_FAILED')
    expect((await browser.json('POST', '/register')).body['code']).not.toBe('CSRF_FAILED')
  })

  test('sees the same page as somebody who is signed in, who keeps the proof', async () => {
    const ann = await server.person('Ann')
    const [visitor, browser] = [new Browser(server), new Browser(server)]
    await browser.signIn(ann.email, 'correct horse battery staple')
    const proof = browser.cookies.get('csrftoken')
    expect((await browser.request('/')).text).toBe((await visitor.request('/')).text)
    expect(browser.cookies.get('csrftoken')).toBe(proof)
    expect((await browser.json('GET', '/users/me')).status).toBe(200)
  })
})
