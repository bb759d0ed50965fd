import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendMessage } from '../../api/endpoints/messages.ts'
import { addReaction } from '../../api/endpoints/reactions.ts'
import { startBrowser } from '../browser/chromium.ts'
import { type Person, startTestServer, type TestServer } from '../harness.ts'
import { type AppPage, DESK, openApp, PHONE } from './app-page.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let server: TestServer
let browser: Browser | undefined
let ann: Person
let topic: string
const opened: AppPage[] = []

beforeAll(async () => {
  server = await startTestServer()
  ann = await server.person('Ann', 'general')
  const ben = await server.person('נועה פלדמן', 'general')
  const channel = [...server.realm.channels.values()].find(({ name }) => name === 'general')!
  topic = `#narrow/channel/${channel.id}/topic/lunch`
  const say = (content: string, name = 'lunch') =>
    ben.client.call(sendMessage, { type: 'channel', to: 'general', topic: name, content })
  const { id } = await say('**soup** for @**Ann**, `code`, :tada: and https://example.org')
  await say('```python\nprint("soup")\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n$$x^2$$')
  await say('مرحبا', 'שלום')
  await ben.client.call(addReaction, { message_id: id, emoji_name: 'tada' })
  await ben.client.call(sendMessage, { type: 'direct', to: JSON.stringify([ann.id]), content: 'hello' })
  browser = await startBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
  expect(opened.flatMap(({ complaints }) => complaints)).toEqual([])
})

/** What assistive technology would stumble over. */
async function problemsOf(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  )
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
}

/** The right edge of the page. If it is outside the screen, people have to scroll sideways. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

describe.each([
  { name: 'a desk in light', viewport: DESK, colorScheme: 'light' as const },
  { name: 'a phone in dark', viewport: PHONE, colorScheme: 'dark' as const },
])('on $name', ({ viewport, colorScheme }) => {
  let app: AppPage
  beforeAll(async () => {
    app = await openApp(browser!, server.url, ann.email, { viewport, colorScheme })
    opened.push(app)
  })
  afterAll(() => app.page.context().close())

  test.each([
    ['the inbox', () => '#inbox', 'Inbox'],
    ['a topic', () => topic, 'lunch'],
    ['direct messages', () => `#narrow/dm/${ann.id + 1}`, 'נועה פלדמן'],
    ['all messages', () => '#feed', 'All messages'],
    ['recent conversations', () => '#recent', 'Recent'],
    ['the topics of a channel', () => topic.replace('#narrow', '#topics').replace('/topic/lunch', ''), 'general'],
    ['an unknown address', () => '#nowhere', 'This page does not exist'],
    ['what is not built yet', () => '#settings/profile', 'This is not here yet'],
  ])('%s is accessible', async (_, fragment, title) => {
    await app.go(fragment())
    await app.page.getByRole('heading', { level: 1, name: title }).waitFor()
    expect(await problemsOf(app.page)).toEqual([])
    expect(await overflow(app.page)).toBe(0)
    const main = await app.page.getByRole('main').boundingBox()
    expect(main!.width).toBeGreaterThan(viewport.width / 2)
  })

  test('the list of keys is accessible', async () => {
    await app.go(topic)
    await app.page.getByRole('article').first().waitFor()
    await app.page.keyboard.press('?')
    await app.page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    expect(await problemsOf(app.page)).toEqual([])
    await app.page.getByRole('button', { name: 'Close' }).click()
  })
})
