import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendMessage } from '../../api/endpoints/messages.ts'
import { createSavedSnippet } from '../../api/endpoints/saved-snippets.ts'
import { endAllSessions } from '../../api/endpoints/sessions.ts'
import { startBrowser } from '../browser/chromium.ts'
import { type Person, startTestServer, type TestServer } from '../harness.ts'
import { OWNER } from '../template.ts'
import { type AppPage, openApp } from './app-page.ts'

let server: TestServer
let browser: Browser | undefined
let ann: Person
let ben: Person
let place: string
const opened: AppPage[] = []

beforeAll(async () => {
  server = await startTestServer({ env: { PARLEY_RATE_LIMITS: 'off' } })
  ann = await server.person('Ann', 'general')
  ben = await server.person('Ben', 'general')
  const channel = [...server.realm.channels.values()].find(({ name }) => name === 'general')!
  place = `#narrow/channel/${channel.id}/topic/lunch`
  await say('soup')
  browser = await startBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
  expect(opened.flatMap(({ complaints }) => complaints)).toEqual([])
})

const say = (content: string) =>
  ben.client.call(sendMessage, { type: 'channel', to: 'general', topic: 'lunch', content })

async function open(person: Person, options = {}): Promise<AppPage> {
  const app = await openApp(browser!, server.url, person.email, options)
  opened.push(app)
  await app.go(place)
  return app
}

test('what was typed stays while somebody signs in again, and is sent then', async () => {
  const { page } = await open(ann)
  const field = page.getByRole('textbox', { name: 'Message' })
  await field.fill('half a sentence')
  await ann.client.call(endAllSessions, {})
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByLabel('Password').fill(OWNER.password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await field.inputValue()).toBe('half a sentence')
  await field.press('Enter')
  await page.getByRole('article', { name: /Ann, .*half a sentence$/ }).waitFor()
  await page.context().close()
})

test('a clock that is hours off changes neither days nor order', async () => {
  const { page } = await open(ann, {
    prepare: (one: AppPage['page']) => one.clock.install({ time: Date.now() + 30 * 3_600_000 }),
  })
  await say('salad')
  await page.getByRole('article', { name: /salad/ }).waitFor()
  expect(await page.getByRole('separator', { name: 'Today' }).count()).toBe(1)
  await page.getByRole('textbox', { name: 'Message' }).fill('mine')
  await page.keyboard.press('Enter')
  await page.getByRole('article', { name: /mine$/ }).waitFor()
  await say('after it')
  await page.getByRole('article', { name: /after it/ }).waitFor()
  expect(await page.getByRole('article').last().textContent()).toContain('after it')
  await page.context().close()
})

test('a state of 10 MB opens like any other', async () => {
  const cy = await server.person('Cy', 'general')
  const content = 'parsley '.repeat(1_250)
  const titles = Array.from({ length: 1_000 }, (_, index) => `snippet ${index}`)
  for (let from = 0; from < titles.length; from += 50)
    await Promise.all(
      titles.slice(from, from + 50).map((title) => cy.client.call(createSavedSnippet, { title, content })),
    )
  const { page } = await open(cy)
  await page.getByRole('article', { name: /soup/ }).waitFor()
  await page
    .getByRole('navigation', { name: 'Conversations' })
    .getByRole('link', { name: /^general/ })
    .waitFor()
  await say('still live')
  await page.getByRole('article', { name: /still live/ }).waitFor()
  await page.context().close()
})
