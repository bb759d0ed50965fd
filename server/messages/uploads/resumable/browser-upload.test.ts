import { beforeAll, expect, test } from 'vitest'
import { Browser } from '../../../../test/browser-visit.ts'
import { useServer } from '../../../../test/use-server.ts'

const TUS = { 'Tus-Resumable': '1.0.0' }
const BYTES = 'application/offset+octet-stream'
const PASSWORD = 'correct horse battery staple'

const { server, ann } = useServer({ members: ['ann'] })
let browser: Browser
let other: Browser

beforeAll(async () => {
  const bob = await server.person('Bob')
  browser = new Browser(server)
  other = new Browser(server)
  await browser.signIn(ann.email, PASSWORD)
  await other.signIn(bob.email, PASSWORD)
})

const proofOf = (one: Browser) => ({ 'X-CSRFToken': one.cookies.get('csrftoken') ?? '' })
const creation = { ...TUS, 'Upload-Length': '6', 'Upload-Metadata': `filename ${btoa('soup.txt')}` }
const create = (one: Browser, headers: Record<string, string> = proofOf(one), path = '/json/tus') =>
  one.request(path, { method: 'POST', headers: { ...creation, ...headers } })
const pathOf = ({ headers }: { headers: Headers }) => new URL(headers.get('location') ?? '', server.url).pathname
const patch = (
  one: Browser,
  path: string,
  offset: number,
  body: string,
  proof: Record<string, string> = proofOf(one),
) =>
  one.request(path, {
    method: 'PATCH',
    headers: { ...TUS, ...proof, 'Upload-Offset': `${offset}`, 'Content-Type': BYTES },
    body,
  })

test('a signed-in browser uploads a file in pieces, and resumes where it was', async () => {
  const created = await create(browser, proofOf(browser), '/json/tus/')
  expect(created.status).toBe(201)
  const path = pathOf(created)
  expect(path).toMatch(/^\/json\/tus\/\w+$/)
  expect((await patch(browser, path, 0, 'Sou')).status).toBe(204)
  const head = await browser.request(path, { method: 'HEAD', headers: TUS })
  expect([head.status, head.headers.get('upload-offset')]).toEqual([200, '3'])
  const done = await patch(browser, path, 3, 'p!!')
  expect(done.status).toBe(200)
  const { url } = JSON.parse(done.text) as { url: string }
  expect((await browser.request(url)).text).toBe('Soup!!')
  expect((await other.request(url)).status).not.toBe(200)
})

test('every change needs the proof that a page of ours sent it', async () => {
  for (const headers of [
    {},
    { 'X-CSRFToken': 'x'.repeat(64) },
    { ...proofOf(browser), origin: 'https://evil.example' },
  ]) {
    const refused = await create(browser, headers)
    expect([refused.status, JSON.parse(refused.text).code]).toEqual([403, 'CSRF_FAILED'])
  }
  const path = pathOf(await create(browser))
  expect((await patch(browser, path, 0, 'Sou', {})).status).toBe(403)
  expect((await browser.request(path, { method: 'DELETE', headers: TUS })).status).toBe(403)
  // The name of another method in a header does not make a change harmless.
  const disguised = { ...TUS, 'X-HTTP-Method-Override': 'DELETE' }
  expect((await browser.request(path, { method: 'POST', headers: disguised })).status).toBe(403)
  const head = await browser.request(path, { method: 'HEAD', headers: TUS })
  expect(head.headers.get('upload-offset')).toBe('0')
  expect((await browser.request(path, { method: 'DELETE', headers: { ...TUS, ...proofOf(browser) } })).status).toBe(204)
})

test('an upload is nobody else’s, and a visitor has none', async () => {
  const path = pathOf(await create(browser))
  expect((await other.request(path, { method: 'HEAD', headers: TUS })).status).toBe(404)
  expect((await patch(other, path, 0, 'Sou')).status).toBe(404)
  const visitor = new Browser(server)
  await visitor.request('/')
  expect((await create(visitor)).status).toBe(401)
})

test('a key counts only at the other address, and a cookie only at this one', async () => {
  const key = { authorization: `Basic ${btoa(`${ann.email}:${ann.apiKey}`)}` }
  const visitor = new Browser(server)
  await visitor.request('/')
  expect((await create(visitor, { ...proofOf(visitor), ...key })).status).toBe(401)
  expect((await create(visitor, key, '/api/v1/tus')).status).toBe(201)
  expect((await create(browser, proofOf(browser), '/api/v1/tus')).status).toBe(401)
})
