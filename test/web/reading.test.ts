import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendMessage, updateMessage } from '../../api/endpoints/messages.ts'
import { startBrowser } from '../browser/chromium.ts'
import { type Person, startTestServer, type TestServer } from '../harness.ts'
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
  await browser?.close()
  await server?.close()
  expect(app.complaints).toEqual([])
})

const say = async (topic: string, content: string): Promise<number> =>
  (await ben.client.call(sendMessage, { type: 'channel', to: 'general', topic, content })).id
const feed = () => page.getByRole('feed', { name: 'Messages' })
const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const nav = () => page.getByRole('navigation', { name: 'Conversations' })

test('a conversation opens at the first unread message, and reading marks it', async () => {
  for (const number of [1, 2, 3]) await say('lunch', `soup ${number}`)
  await nav().getByRole('link', { name: 'general, 3 unread' }).waitFor()
  await app.go(`#narrow/channel/${await generalId()}/topic/lunch`)
  await heading('lunch').waitFor()
  await feed().getByRole('separator', { name: 'New messages' }).waitFor()
  expect(await feed().getByRole('article').count()).toBe(3)
  await nav().getByRole('link', { name: 'general', exact: true }).waitFor()
  // The line stays until the place is left.
  expect(await feed().getByRole('separator', { name: 'New messages' }).count()).toBe(1)
})

test('messages, edits and moves appear while the conversation is open', async () => {
  const id = await say('lunch', 'bread')
  await feed().getByRole('article', { name: /bread/ }).waitFor()
  await ben.client.call(updateMessage, { message_id: id, content: 'butter' })
  await feed()
    .getByRole('article', { name: /butter.*edited/ })
    .waitFor()
  await ben.client.call(updateMessage, { message_id: id, topic: 'dinner' })
  await feed()
    .getByRole('article', { name: /butter/ })
    .waitFor({ state: 'detached' })
})

test('links with only an id, to moved messages and to nothing lead to the right place', async () => {
  const id = await say('tea', 'green')
  await ben.client.call(updateMessage, { message_id: id, topic: 'coffee' })
  await app.go(`#narrow/channel/${await generalId()}/topic/tea/near/${id}`)
  await heading('coffee').waitFor()
  expect(page.url()).toContain('-general/topic/coffee')
  await app.go('#narrow/channel/99999/topic/x')
  await heading('You cannot see this conversation').waitFor()
  await app.go('#nowhere')
  await heading('This page does not exist').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Inbox' }).click()
  await heading('Inbox').waitFor()
})

test('the inbox lists unread conversations and marks them as read', async () => {
  await say('cake', 'who wants some?')
  const row = page.getByRole('list', { name: 'Inbox' }).getByRole('link', { name: 'general › cake, 1 unread' })
  await row.waitFor()
  await page.getByRole('button', { name: 'Mark as read' }).first().click({ force: true })
})

const generalId = async (): Promise<number> =>
  [...server.realm.channels.values()].find(({ name }) => name === 'general')!.id
