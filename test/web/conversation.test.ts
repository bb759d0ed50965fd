import { beforeAll, expect, test } from 'vitest'
import { endpoints } from '../../api/endpoints/index.ts'
import { TestClock } from '../clock.ts'
import { useServer } from '../use-server.ts'
import { channelId, say } from './message-page.ts'
import { useApp } from './use-app.ts'

const DAY = 86_400
const LONGEST = 10_000

const clock = new TestClock()
clock.jump(Date.now() / 1000 - clock.now() / 1000 - 2 * DAY)
const { server, ann, ben } = useServer({ clock, members: ['ann', 'ben'], channel: 'general' })

beforeAll(async () => {
  await ann.client.call(endpoints.updateSettings, { enter_sends: true })
  await say(ben, 'tea', 'the first day')
  clock.pass(DAY)
  await say(ben, 'tea', 'the second day')
  await say(ben, 'tea', 'at once')
  await say(ann, 'tea', 'somebody else')
  clock.pass(DAY)
  await say(ben, 'tea', 'today')
  clock.pass(60)
  await say(ben, 'tea', 'a minute later')
  clock.pass(3_600)
  await say(ben, 'tea', 'an hour later')
})

const { app, page, openApp } = useApp(server, ann)

const article = (text: string) => page.getByRole('article').filter({ hasText: text })
const open = (topic: string) => app.go(`#narrow/channel/${channelId(server)}/topic/${topic}`)
const message = () => page.getByRole('textbox', { name: 'Message', exact: true })

test('each day has a line, and messages of one person within ten minutes stand together', async () => {
  await open('tea')
  await article('an hour later').waitFor()
  const shown = await page.getByRole('article').evaluateAll((all) =>
    all.map((one) => ({
      day: one.querySelector('[role=separator]:not([aria-label="New messages"])')?.getAttribute('aria-label') ?? null,
      author: [...one.querySelectorAll('b')].some(({ textContent }) => /^(Ann|Ben)$/.test(textContent)),
      text: one.querySelector('.body')?.textContent.trim(),
    })),
  )
  const [first, ...rest] = shown
  expect(first).toMatchObject({ author: true, text: 'the first day' })
  expect(first?.day).toMatch(/^\w+day,? \d+ \w+/)
  expect(rest).toEqual([
    { day: 'Yesterday', author: true, text: 'the second day' },
    { day: null, author: false, text: 'at once' },
    { day: null, author: true, text: 'somebody else' },
    { day: 'Today', author: true, text: 'today' },
    { day: null, author: false, text: 'a minute later' },
    { day: null, author: true, text: 'an hour later' },
  ])
})

test('what one sends is there at once as the server will render it, and its answer changes nothing', async () => {
  await open('tea')
  await article('an hour later').waitFor()
  const rendered = Promise.withResolvers<void>()
  await page.route('**/json/messages', async (route) => {
    if (route.request().method() === 'POST') await rendered.promise
    await route.fallback()
  })
  await message().fill('**bold** and `code` for @**Ben**')
  await message().press('Enter')
  const sent = article('bold and code')
  await sent.getByRole('strong').waitFor()
  const before = await sent.locator('.body').innerHTML()
  rendered.resolve()
  await expect.poll(async () => Number(await sent.getAttribute('data-message-id'))).toBeGreaterThan(0)
  expect(await sent.locator('.body').innerHTML()).toBe(before)
  await page.unroute('**/json/messages')
})

test('what one sends is there before the messages above it have come', async () => {
  await say(ben, 'slow', 'an earlier one')
  const fetched = Promise.withResolvers<void>()
  const taken = Promise.withResolvers<void>()
  await page.route(/\/json\/messages(\?.*slow.*)?$/, async (route) => {
    await (route.request().method() === 'POST' ? taken : fetched).promise
    await route.fallback()
  })
  await open('slow')
  await page.getByRole('heading', { level: 1, name: 'slow' }).waitFor()
  await message().fill('quick words')
  await message().press('Enter')
  await article('quick words').waitFor()
  expect(await article('an earlier one').count()).toBe(0)
  fetched.resolve()
  await article('an earlier one').waitFor()
  expect(await article('quick words').count()).toBe(1)
  taken.resolve()
  await expect.poll(async () => Number(await article('quick words').getAttribute('data-message-id'))).toBeGreaterThan(0)
  await page.unrouteAll()
})

test('where the server knows more than the browser, its rendering replaces the echo', async () => {
  await open('tea')
  const { id } = await say(ben, 'milk', 'cold').then((messageId) => ({ id: messageId }))
  await message().fill('see #**general>milk**')
  await message().press('Enter')
  // Only the server knows that the topic exists, and which message it is linked to.
  await article('see').getByRole('link', { name: '#general > milk' }).waitFor()
  await expect.poll(() => article('see').getByRole('link').first().getAttribute('href')).toContain(`/with/${id}`)
})

test('a draft is stored within a second, also while somebody goes on typing', async () => {
  await open('milk')
  await page.getByRole('article').first().waitFor()
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1_000)
  await message().fill('one')
  await page.clock.runFor(300)
  await message().fill('one two')
  await page.clock.runFor(700)
  const stored = () =>
    page.evaluate(async () => {
      const request = indexedDB.open((await indexedDB.databases())[0]!.name!)
      await new Promise((resolve) => request.addEventListener('success', resolve))
      const all = request.result.transaction('drafts').objectStore('drafts').getAll()
      await new Promise((resolve) => all.addEventListener('success', resolve))
      request.result.close()
      return all.result.map(({ content }: { content: string }) => content)
    })
  await expect.poll(stored).toContain('one two')
  await page.clock.resume()
  await message().fill('')
})

test('a message of 10,000 characters is sent whole, and shown whole', async () => {
  await open('long')
  const text = `start ${'parsley '.repeat(LONGEST)}`.slice(0, LONGEST - 1).concat('!')
  await page.getByRole('heading', { level: 1, name: 'long' }).waitFor()
  await message().fill(text)
  await message().press('Enter')
  await expect.poll(async () => Number(await article('start').getAttribute('data-message-id'))).toBeGreaterThan(0)
  const body = await article('start').locator('.body').innerText()
  expect(body.trim()).toHaveLength(LONGEST)
})

test('the search opens from a conversation, and suggests it first', async () => {
  await open('tea')
  await page.getByRole('button', { name: 'Search in this conversation', exact: true }).click()
  const field = page.getByRole('search').getByRole('combobox', { name: 'Search' })
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.getByRole('option', { name: /^channel: ?general/ }).waitFor()
})

test.each(['dark', 'light'] as const)('a browser in %s has its theme before anything is drawn', async (colorScheme) => {
  const other = await openApp(ann, {
    colorScheme,
    prepare: (one) =>
      one.addInitScript(() => {
        // The first time that something is in the page to be drawn.
        new MutationObserver((_, observer) => {
          if (!document.body) return
          Object.assign(globalThis, { firstTheme: document.documentElement.dataset['theme'] })
          observer.disconnect()
        }).observe(document, { childList: true, subtree: true })
      }),
  })
  expect(await other.page.evaluate(() => (globalThis as { firstTheme?: string }).firstTheme)).toBe(colorScheme)
  await other.page.emulateMedia({ colorScheme: colorScheme === 'dark' ? 'light' : 'dark' })
  await expect.poll(() => other.page.locator('html').getAttribute('data-theme')).not.toBe(colorScheme)
  await other.page.context().close()
})
