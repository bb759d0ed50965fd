import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateMessageFlagsForNarrow } from '../../api/endpoints/flags.ts'
import { sendMessage } from '../../api/endpoints/messages.ts'
import { startBrowser } from '../browser/chromium.ts'
import { type Person, startTestServer, type TestServer } from '../harness.ts'
import { type Receiver, startReceiver } from '../outside/receiver.ts'
import { changeRealm } from '../people.ts'
import { type AppPage, openApp } from './app-page.ts'

const TOTAL = 420

let server: TestServer
let site: Receiver
let browser: Browser | undefined
let ben: Person
let app: AppPage
let page: Page

beforeAll(async () => {
  site = await startReceiver()
  server = await startTestServer({ env: { PARLEY_RATE_LIMITS: 'off', PARLEY_OUTGOING_ALLOW: '127.0.0.1' } })
  const ann = await server.person('Ann', 'general')
  ben = await server.person('Ben', 'general')
  for (let number = 1; number <= TOTAL; number++) await say(`line ${number} ${'and more '.repeat(number % 37)}`)
  await ann.client.call(updateMessageFlagsForNarrow, {
    anchor: 'newest',
    num_before: TOTAL,
    num_after: 0,
    narrow: [],
    op: 'add',
    flag: 'read',
  })
  browser = await startBrowser()
  app = await openApp(browser, server.url, ann.email)
  page = app.page
  const channel = [...server.realm.channels.values()].find(({ name }) => name === 'general')!
  await app.go(`#narrow/channel/${channel.id}/topic/long`)
  await page.getByRole('article', { name: new RegExp(`line ${TOTAL} `) }).waitFor()
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
  await site?.close()
  expect(app.complaints).toEqual([])
})

const say = async (content: string): Promise<number> =>
  (await ben.client.call(sendMessage, { type: 'channel', to: 'general', topic: 'long', content })).id

interface Seen {
  /** The text of the first visible message. */
  text: string
  /** Its distance from the top of the list, and the same after two frames, in which history may have been loaded. */
  top: number
  later: number
  /** How many messages are in the document. */
  count: number
}

/** Scrolls as a wheel does, and looks at the first visible message before and after what that has loaded. */
const scroll = (by: number): Promise<Seen> =>
  page.evaluate(async (distance) => {
    const feed = document.querySelector('[role=feed]')!
    const box = feed.parentElement!
    const topOf = (one: Element) => one.getBoundingClientRect().top - box.getBoundingClientRect().top
    box.scrollTop += distance
    const first = [...feed.children].find((one) => topOf(one) + one.getBoundingClientRect().height > 1)!
    const top = topOf(first)
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const text = first.querySelector('.body')?.textContent?.trim() ?? ''
    return { text, top, later: topOf(first), count: feed.children.length }
  }, by)

test('the first visible message keeps its place while history is loaded, in both directions', async () => {
  const seen = new Set<string>()
  let most = 0
  const look = async (by: number) => {
    const { text, top, later, count } = await scroll(by)
    expect(Math.abs(later - top), text).toBeLessThanOrEqual(2)
    seen.add(/line \d+/.exec(text)?.[0] ?? '')
    most = Math.max(most, count)
  }
  while (!seen.has('line 1')) await look(-350)
  expect(most).toBeLessThanOrEqual(200)
  const numbers = await page
    .getByRole('article')
    .evaluateAll((all) => all.map((one) => Number(one.getAttribute('aria-posinset'))))
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  for (let step = 0; step < 20; step++) await look(350)
  await page.getByRole('button', { name: /^Newest/ }).click()
  await page.getByRole('article', { name: new RegExp(`line ${TOTAL} `) }).waitFor()
})

test('a new message moves nothing while somebody reads further up, and the button counts it', async () => {
  await scroll(-2_000)
  const before = await scroll(0)
  await say('somebody new')
  await page.getByRole('button', { name: 'Newest, 1' }).waitFor()
  const after = await scroll(0)
  expect([after.text, after.top]).toEqual([before.text, before.top])
  await page.getByRole('button', { name: 'Newest, 1' }).click()
  await page.getByRole('article', { name: /somebody new/ }).waitFor()
})

test('a card that comes late to a message further up moves nothing that is being read', async () => {
  await changeRealm(server, { inline_url_embed_preview: true })
  const head = '<meta property="og:title" content="Late news"><meta property="og:image" content="/news.png">'
  site.answer = (response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end(`<html><head>${head}</head></html>`)
  await say(`see ${new URL('/news', site.url).href}`)
  for (let number = 0; number < 12; number++) await say(`after ${number} ${'and more '.repeat(40)}`)
  await page.getByRole('article', { name: /after 11/ }).waitFor()
  await scroll(-400)
  const before = await scroll(0)
  expect(before.text).toContain('after')
  await server.runJobs()
  await page.getByRole('link', { name: 'Late news' }).waitFor({ state: 'attached' })
  const after = await scroll(0)
  expect(after.text).toBe(before.text)
  expect(Math.abs(after.top - before.top)).toBeLessThanOrEqual(2)
})
