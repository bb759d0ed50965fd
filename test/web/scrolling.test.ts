import { beforeAll, expect, test } from 'vitest'
import { updateMessageFlagsForNarrow } from '../../api/endpoints/flags.ts'
import { sendMessage } from '../../api/endpoints/messages.ts'
import { uploadFile } from '../../api/endpoints/uploads.ts'
import { opened } from '../opened.ts'
import { startReceiver } from '../outside/receiver.ts'
import { changeRealm } from '../people.ts'
import { picture } from '../pictures.ts'
import { useServer } from '../use-server.ts'
import { useApp } from './use-app.ts'

const TOTAL = 420

const { server, ann, ben } = useServer({
  env: { PARLEY_RATE_LIMITS: 'off', PARLEY_OUTGOING_ALLOW: '127.0.0.1' },
  members: ['ann', 'ben'],
  channel: 'general',
})
const site = opened(startReceiver)
let middle: number

beforeAll(async () => {
  for (let number = 1; number <= TOTAL; number++) {
    const picture = number % 15 ? '' : await uploaded(number)
    const id = await say(`line ${number} ${'and more '.repeat(number % 37)}${picture}`)
    if (number === TOTAL / 2) middle = id
  }
  await server.runJobs()
  await ann.client.call(updateMessageFlagsForNarrow, {
    anchor: 'newest',
    num_before: 2 * TOTAL,
    num_after: 0,
    narrow: [],
    op: 'add',
    flag: 'read',
  })
})

const { app, page } = useApp(server, ann)
beforeAll(async () => {
  // What is routed is not taken from the browser's cache, so that pictures come late each time.
  await page.route('**/user_uploads/**', (route) => route.continue())
  await app.go(placeOf('long'))
  await page.getByRole('article', { name: new RegExp(`line ${TOTAL} `) }).waitFor()
})

const placeOf = (topic: string): string => `#narrow/channel/${server.channelId('general')}/topic/${topic}`

const say = async (content: string): Promise<number> =>
  (await ben.client.call(sendMessage, { type: 'channel', to: 'general', topic: 'long', content })).id

/** A link to a picture of its own size. */
async function uploaded(number: number): Promise<string> {
  const bytes = await picture('png', 40 + ((number * 7) % 500), 30 + ((number * 11) % 400))
  const filename = { filename: `picture-${number}.png`, type: 'image/png', bytes }
  const { url } = await ben.client.call(uploadFile, { filename })
  return `\n\n[picture-${number}.png](${url})`
}

interface FrameSample {
  /** The text of the first visible message. */
  text: string
  /** Its distance from the top of the list, and the same when history and the pictures near it may have been loaded. */
  top: number
  later: number
  /** The pictures that have come. */
  pictures: string[]
  /** How many messages are in the document. */
  count: number
}

/** Scrolls as a wheel does, and looks at the first visible message before and after what that has loaded. */
const scroll = (by: number): Promise<FrameSample> =>
  page.evaluate(async (distance) => {
    const feed = document.querySelector('[role=feed]')!
    const box = feed.parentElement!
    const topOf = (one: Element) => one.getBoundingClientRect().top - box.getBoundingClientRect().top
    box.scrollTop += distance
    const first = [...feed.children].find((one) => topOf(one) + one.getBoundingClientRect().height > 1)!
    const top = topOf(first)
    const twoFrames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    await twoFrames()
    const isNear = (one: Element) => Math.abs(topOf(one)) < 2 * box.clientHeight
    const images = [...feed.querySelectorAll('img')].filter((one) => one.alt.startsWith('picture-') && isNear(one))
    while (images.some((one) => one.isConnected && !one.complete)) await twoFrames()
    const pictures = images.filter((one) => one.naturalWidth > 0).map((one) => one.alt)
    const text = first.querySelector('.body')?.textContent?.trim() ?? ''
    return { text, top, later: topOf(first), pictures, count: feed.children.length }
  }, by)

test('the first visible message keeps its place while history and pictures are loaded, in both directions', async () => {
  const seen = new Set<string>()
  const shown = new Set<string>()
  let most = 0
  const look = async (by: number) => {
    const { text, top, later, count, pictures } = await scroll(by)
    expect(Math.abs(later - top), text).toBeLessThanOrEqual(2)
    seen.add(/line \d+/.exec(text)?.[0] ?? '')
    for (const one of pictures) shown.add(one)
    most = Math.max(most, count)
  }
  while (!seen.has('line 1')) await look(-350)
  expect(most).toBeLessThanOrEqual(200)
  expect(shown.size).toBe(TOTAL / 15)
  shown.clear()
  const numbers = await page
    .getByRole('article')
    .evaluateAll((all) => all.map((one) => Number(one.getAttribute('aria-posinset'))))
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  for (let step = 0; step < 20; step++) await look(350)
  expect(shown.size).toBeGreaterThan(0)
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
  const newest = page.getByRole('article', { name: /somebody new/ })
  await expect.poll(() => newest.evaluate((one) => one === document.activeElement)).toBe(true)
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

test('back leads to where a link to a message was left, and the same link to the message again', async () => {
  const link = `${placeOf('long')}/near/${middle}`
  await app.go(link)
  const wanted = page.getByRole('article', { name: new RegExp(`line ${TOTAL / 2} `) })
  await wanted.waitFor()
  await scroll(-1_500)
  const before = await scroll(0)
  await app.go('#recent')
  await page.getByRole('heading', { level: 1, name: 'Recent' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'long' }).waitFor()
  await expect.poll(async () => (await scroll(0)).text).toBe(before.text)
  expect(Math.abs((await scroll(0)).top - before.top)).toBeLessThanOrEqual(2)
  await say(`back to ${server.url}/${link}`)
  await page.getByRole('button', { name: /^Newest/ }).click()
  await page
    .getByRole('article', { name: /back to/ })
    .getByRole('link')
    .click()
  await expect.poll(() => wanted.evaluate((one) => one === document.activeElement)).toBe(true)
})

/** Opens the list around its middle, without anything that is known of the rest. */
async function openMiddle(): Promise<void> {
  await app.go('#recent')
  await page.reload()
  await app.go(`${placeOf('long')}/near/${middle}`)
  await page.getByRole('article', { name: new RegExp(`line ${TOTAL / 2} `) }).waitFor()
}

test('whoever comes to the end of what is loaded goes on reading there when the rest has come', async () => {
  const slow = Promise.withResolvers<void>()
  const isAsked = page.waitForRequest(/num_after=100/)
  await page.route(/num_after=100/, async (route) => {
    await slow.promise
    await route.continue()
  })
  await openMiddle()
  for (let step = 0; step < 15; step++) await scroll(2_000)
  await isAsked
  const before = await scroll(0)
  const isAnswered = page.waitForResponse(/num_after=100/)
  slow.resolve()
  await (await isAnswered).finished()
  await expect.poll(async () => (await scroll(0)).count).toBeGreaterThan(before.count)
  const after = await scroll(0)
  expect(after.text).toBe(before.text)
  expect(Math.abs(after.top - before.top)).toBeLessThanOrEqual(2)
  await page.unroute(/num_after=100/)
})

test('End gives the focus to the newest message, also where only an earlier part is loaded', async () => {
  await openMiddle()
  await page.keyboard.press('End')
  const newest = page.getByRole('article').last()
  await expect.poll(() => newest.evaluate((one) => one === document.activeElement)).toBe(true)
  await newest.getByText('back to').waitFor()
  expect(await page.getByRole('button', { name: /^Newest/ }).count()).toBe(0)
})

test('what one sends is shown, also while messages before it are not loaded', async () => {
  await openMiddle()
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('from the middle')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('article', { name: /Ann, .*from the middle$/ }).waitFor()
})
