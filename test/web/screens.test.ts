import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendMessage } from '../../api/endpoints/messages.ts'
import { addReaction } from '../../api/endpoints/reactions.ts'
import { startBrowser } from '../browser/chromium.ts'
import { type Person, startTestServer, type TestServer } from '../harness.ts'
import { overflow, problemsOf } from './accessible.ts'
import { type AppPage, openApp, SCREENS } from './app-page.ts'

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

describe.each(SCREENS)('on $name', ({ viewport, colorScheme }) => {
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
