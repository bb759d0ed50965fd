import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendMessage } from '../../api/endpoints/messages.ts'
import { addReaction } from '../../api/endpoints/reactions.ts'
import { startBrowser } from '../browser/chromium.ts'
import { type Person, startTestServer, type TestServer } from '../harness.ts'
import { problemsOf } from './accessible.ts'
import { type AppPage, openApp } from './app-page.ts'

let server: TestServer
let browser: Browser | undefined
let ann: Person
let ben: Person
let app: AppPage
let page: Page

beforeAll(async () => {
  server = await startTestServer()
  ann = await server.person('Ann', 'general')
  ben = await server.person('Ben', 'general')
  browser = await startBrowser()
  app = await openApp(browser, server.url, ann.email)
  page = app.page
})
afterAll(async () => {
  expect(app?.complaints).toEqual([])
  await browser?.close()
  await server?.close()
})

const say = async (topic: string, content: string): Promise<number> =>
  (await ben.client.call(sendMessage, { type: 'channel', to: 'general', topic, content })).id
const tell = (content: string) =>
  ben.client.call(sendMessage, { type: 'direct', to: JSON.stringify([ann.id]), content })
const generalId = (): number => [...server.realm.channels.values()].find(({ name }) => name === 'general')!.id
const heading = (name: string): Locator => page.getByRole('heading', { level: 1, name, exact: true })
const article = (words: string): Locator => page.getByRole('feed').getByRole('article', { name: new RegExp(words) })
const nav = (name: string): Locator =>
  page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name, exact: true })
/** Presses keys without waiting between them, because two keys of a sequence have to come soon after each other. */
const press = async (...keys: string[]): Promise<void> => {
  await Promise.all(keys.map((key) => page.keyboard.press(key)))
}
const hasFocus = (one: Locator): Promise<boolean> => one.evaluate((element) => element === document.activeElement)
const sheet = (): Locator => page.getByRole('dialog', { name: 'Keyboard shortcuts' })
const open = async (topic: string, words: string): Promise<void> => {
  await app.go(`#narrow/channel/${generalId()}/topic/${topic}`)
  await article(words).waitFor()
  await expect.poll(() => hasFocus(article(words))).toBe(true)
}

test.each([
  ['g', 'i', '#inbox'],
  ['g', 'r', '#recent'],
  ['g', 'm', '#narrow/is/mentioned'],
  ['g', 'a', '#feed'],
  ['g', 'l', '#narrow/is/starred'],
  ['g', 'd', '#drafts'],
])('%s then %s goes to %s', async (first, second, fragment) => {
  await press(first, second)
  await expect.poll(() => new URL(page.url()).hash).toBe(fragment)
})

test('the keys of other chat programs go to the same places', async () => {
  await press('t')
  await heading('Recent').waitFor()
  await press('a')
  await heading('All messages').waitFor()
  await press('Shift+I')
  await heading('Inbox').waitFor()
  await press('Alt+ArrowLeft')
  await heading('All messages').waitFor()
  await press('Alt+ArrowRight')
  await heading('Inbox').waitFor()
  for (const [key, sign] of [
    ['q', '#'],
    ['w', '@'],
  ] as const) {
    await press(key)
    const field = page.getByRole('combobox', { name: 'Go to or do anything' })
    await field.waitFor()
    expect(await field.inputValue()).toBe(sign)
    await press('Escape')
    await field.waitFor({ state: 'detached' })
  }
})

test('N and P open what is unread, S goes up, Shift J marks all as read, and Ctrl Z undoes that', async () => {
  await say('apples', 'red ones')
  await say('pears', 'green ones')
  await tell('hello Ann')
  await app.go('#inbox')
  await page.getByRole('link', { name: 'Ben, 1 unread' }).first().waitFor()
  await press('Shift+J')
  await page.getByRole('heading', { name: 'You are all caught up' }).waitFor()
  await press('n')
  await page.getByText('Nothing else is unread').first().waitFor()
  await press('Control+z')
  await nav('general, 2 unread').waitFor()
  await press('p')
  await heading('Ben').waitFor()
  await press('n')
  await expect.poll(() => page.url()).toContain('/topic/')
  await article('ones').waitFor()
  await nav('general, 1 unread').waitFor()
  await press('n')
  await nav('general').waitFor()
  await press('s')
  await page.getByRole('table', { name: 'Topics' }).waitFor()
})

test('the key of each item of a menu does what the item does', async () => {
  const id = await say('kitchen', 'who cooks?')
  await ben.client.call(addReaction, { message_id: id, emoji_name: 'tada' })
  await open('kitchen', 'who cooks')
  await press('b')
  await article('who cooks.*saved').waitFor()
  await press('=')
  await article('who cooks').getByRole('button', { name: 'tada, 2', pressed: true }).waitFor()
  await press('.')
  const menu = page.getByRole('menu', { name: 'Message actions' })
  await menu.waitFor()
  await press('Escape')
  await menu.waitFor({ state: 'detached' })
  // Only one's own messages can be edited.
  await press('e')
  expect(await page.getByRole('textbox', { name: 'Edit message' }).count()).toBe(0)
  await press('Shift+U')
  await article('who cooks.*unread').waitFor()
  await press('f')
  await page.getByRole('button', { name: 'Following' }).waitFor()
})

test('single keys work with any layout, and wait after Esc has left a text', async () => {
  await say('layout', 'first')
  await say('layout', 'second')
  await open('layout', 'first')
  const type = (key: string, code: string) =>
    page.evaluate(
      (init) => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true })),
      { key, code },
    )
  await type('о', 'KeyJ')
  await expect.poll(() => hasFocus(article('second'))).toBe(true)
  await type('л', 'KeyK')
  await expect.poll(() => hasFocus(article('first'))).toBe(true)
  await press('r')
  await page.keyboard.type('half a sentence')
  await press('Escape', 'b')
  expect(await article('saved').count()).toBe(0)
  await page.getByRole('textbox', { name: 'Message' }).fill('')
})

test('what is typed before a slow palette or search has come stands in its field, and triggers nothing', async () => {
  await say('slow', 'stay here')
  for (const [key, name, text] of [
    ['Control+k', 'Go to or do anything', 'recen'],
    ['/', 'Search', 'n p'],
  ] as const) {
    const slow = await openApp(browser!, server.url, ann.email)
    await slow.go(`#narrow/channel/${generalId()}/topic/slow`)
    await slow.page.getByRole('article', { name: /stay here/ }).waitFor()
    const gate = Promise.withResolvers<void>()
    await slow.page.route('**/static/web/**', async (route) => {
      await gate.promise
      await route.continue()
    })
    await slow.page.keyboard.press(key)
    await slow.page.keyboard.type(text)
    gate.resolve()
    const field = slow.page.getByRole('combobox', { name, exact: true })
    await expect.poll(() => field.inputValue()).toBe(text)
    expect(slow.complaints).toEqual([])
    await slow.page.context().close()
  }
})

test('? lists the keys, and one switch turns single keys off for this account', async () => {
  await page.reload()
  await article('second').focus()
  await press('?')
  const row = (action: string): Locator => sheet().getByRole('table').getByRole('row').filter({ hasText: action })
  await row('Go to or do anything').waitFor()
  expect(await row('Mark unread from here').innerText()).toContain('Shift')
  expect(await problemsOf(page)).toEqual([])
  await sheet().getByRole('searchbox', { name: 'Find a shortcut' }).fill('quote')
  await expect.poll(() => sheet().getByRole('row').filter({ hasText: 'Reply here' }).count()).toBe(0)
  await row('Quote').waitFor()
  const off = sheet().getByRole('switch', { name: 'Single-key shortcuts' })
  await off.click()
  expect(await off.getAttribute('aria-checked')).toBe('false')
  await press('Escape')
  await sheet().waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(article('second'))).toBe(true)
  await page.reload()
  await article('second').waitFor()
  await article('second').focus()
  // What is typed goes to the composer.
  await page.keyboard.type('back')
  const field = page.getByRole('textbox', { name: 'Message' })
  await expect.poll(() => field.inputValue()).toMatch(/back$/)
  expect(await hasFocus(field)).toBe(true)
  await field.fill('')
  // Combinations still work, and the palette turns single keys on again.
  await press('Control+k')
  await page.getByRole('combobox', { name: 'Go to or do anything' }).fill('>single')
  await page.getByRole('option', { name: 'Turn single-key shortcuts on' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await article('second').focus()
  await press('k')
  await expect.poll(() => hasFocus(article('first'))).toBe(true)
})

test('a whole visit without a pointer: read, reply, react, search', async () => {
  await press('g', 'i')
  await heading('Inbox').waitFor()
  await press('Shift+J')
  await page.getByRole('heading', { name: 'You are all caught up' }).waitFor()
  await say('picnic', 'Saturday at the lake?')
  await nav('general, 1 unread').waitFor()
  // Read.
  await press('n')
  await heading('picnic').waitFor()
  await expect.poll(() => hasFocus(article('Saturday'))).toBe(true)
  await nav('general').waitFor()
  // Reply.
  await press('r')
  await page.keyboard.type('I bring lemonade')
  await press('Enter')
  await article('lemonade').waitFor()
  await press('Escape', 'Home')
  await expect.poll(() => hasFocus(article('Saturday'))).toBe(true)
  // React.
  await press('+')
  const picker = page.getByRole('dialog', { name: 'Add reaction' })
  await picker.getByRole('searchbox', { name: 'Search emoji' }).waitFor()
  await page.keyboard.type('tada')
  await picker.getByRole('button', { name: 'tada', exact: true }).waitFor()
  await press('Enter')
  await article('Saturday').getByRole('button', { name: 'tada, 1', pressed: true }).waitFor()
  // Search, and go to what was found.
  await press('/')
  await expect.poll(() => hasFocus(page.getByRole('combobox', { name: 'Search' }))).toBe(true)
  await page.keyboard.type('lemonade')
  await press('Enter')
  await page
    .getByRole('feed', { name: 'Search results' })
    .getByRole('article', { name: /lemonade/ })
    .waitFor()
  await press('Escape')
  await expect.poll(() => hasFocus(article('lemonade'))).toBe(true)
  await press('Enter')
  await heading('picnic').waitFor()
  await expect.poll(() => hasFocus(article('lemonade'))).toBe(true)
})
