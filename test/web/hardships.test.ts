import { beforeAll, expect, test } from 'vitest'
import { sendMessage } from '../../api/endpoints/messages.ts'
import { createSavedSnippet } from '../../api/endpoints/saved-snippets.ts'
import { endAllSessions } from '../../api/endpoints/sessions.ts'
import type { Person } from '../harness.ts'
import { OWNER } from '../template.ts'
import { useServer } from '../use-server.ts'
import { type AppPage, openApp } from './app-page.ts'
import { useBrowser } from './use-app.ts'

const { server, ann, ben } = useServer({
  env: { PARLEY_RATE_LIMITS: 'off' },
  members: ['ann', 'ben'],
  channel: 'general',
})
let place: string

beforeAll(async () => {
  place = `#narrow/channel/${server.channelId('general')}/topic/lunch`
  await say('soup')
})

const browser = useBrowser()

const say = (content: string) =>
  ben.client.call(sendMessage, { type: 'channel', to: 'general', topic: 'lunch', content })

async function open(person: Person, options = {}): Promise<AppPage> {
  const app = await openApp(browser, server, person, options)
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

test('events of a type, or of a form, that the app does not know change nothing', async () => {
  const strange = [
    { type: 'galaxy', data: [1] },
    { type: 'stream', op: 'implode' },
    { type: 'reaction' },
    { type: 'message' },
  ]
  const { page } = await open(ann, {
    prepare: async (one: AppPage['page']) => {
      // Without it the page asks for its events itself, where a test can add some.
      await one.addInitScript('delete globalThis.SharedWorker')
      await one.route('**/json/events?*', async (route) => {
        const { events, ...rest } = await (await route.fetch()).json()
        const first = events[0]?.id
        const added = first === undefined ? [] : strange.map((event) => ({ ...event, id: first }))
        await route.fulfill({ json: { ...rest, events: [...added, ...events] } })
      })
    },
  })
  await page.getByRole('article', { name: /soup/ }).waitFor()
  for (const text of ['bread', 'butter']) {
    await say(text)
    await page.getByRole('article', { name: new RegExp(text) }).waitFor()
  }
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
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
