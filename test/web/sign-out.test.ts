import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { endAllSessions } from '../../api/endpoints/sessions.ts'
import { updateSettings } from '../../api/endpoints/settings.ts'
import type { Person } from '../harness.ts'
import { OWNER } from '../template.ts'
import { useServer } from '../use-server.ts'
import { openApp } from './app-page.ts'
import { say } from './message-page.ts'
import { useBrowser } from './use-app.ts'

const { server, ann, ben, cy } = useServer({ members: ['ann', 'ben', 'cy'], channel: 'general' })
const browser = useBrowser()

const place = (topic: string): string => `#narrow/channel/${server.channelId('general')}-general/topic/${topic}`
const field = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const asked = (page: Page) => page.getByRole('dialog', { name: 'Sign out?' })

async function open(person: Person, topic: string): Promise<Page> {
  const app = await openApp(browser, server, person)
  await app.go(place(topic))
  await field(app.page).waitFor()
  return app.page
}

async function leave(page: Page): Promise<void> {
  await page.getByRole('button', { name: server.realm.name }).click()
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
}

async function signIn(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
  await page.keyboard.press('Enter')
  await page.getByRole('navigation', { name: 'Conversations' }).waitFor()
}

test('what was typed in the last moment before is asked about', async () => {
  const page = await open(ann, 'quick')
  await field(page).fill('some words')
  await leave(page)
  await asked(page)
    .getByText(/^1 draft/)
    .waitFor()
  await asked(page).getByRole('button', { name: 'Stay signed in' }).click()
  expect(await field(page).inputValue()).toBe('some words')
  await page.context().close()
})

test('in one tab, it counts what the others have, and leads all of them to the sign-in page', async () => {
  await cy.client.call(updateSettings, { enable_drafts_synchronization: false })
  const page = await open(cy, 'plans')
  const other = await page.context().newPage()
  await other.goto(`${server.url}/#recent`)
  await other.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: 'general' }).waitFor()
  await page
    .context()
    .route('**/json/messages', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await field(page).fill('unsent')
  await field(page).press('Enter')
  await page.getByRole('article', { name: /unsent/ }).waitFor()
  await field(page).fill('a draft')
  await page.getByText('Draft saved').waitFor()
  await leave(other)
  await asked(other).getByText('1 message is not sent yet.').waitFor()
  await asked(other).getByText('1 draft is stored only in this browser.').waitFor()
  await asked(other).getByRole('button', { name: 'Sign out' }).click()
  for (const tab of [other, page]) {
    await tab.getByRole('heading', { name: 'Welcome back' }).waitFor()
    expect(new URL(tab.url()).pathname + new URL(tab.url()).hash).toBe('/login/')
  }
  await page.context().close()
})

test('without a network nothing is removed, and the reason is said', async () => {
  const page = await open(ben, 'offline')
  await page.context().setOffline(true)
  await leave(page)
  await page.getByRole('status').getByText('The server cannot be reached. Nothing was changed.').waitFor()
  await page.context().setOffline(false)
  await say(ann, 'offline', 'heard again')
  await page.getByRole('article', { name: /heard again/ }).waitFor()
  await page.context().close()
})

test('after a session has ended, another account neither sees nor sends what the first has left', async () => {
  const page = await open(ann, 'switch')
  await page.route('**/json/messages', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await field(page).fill('a message of Ann')
  await field(page).press('Enter')
  await page.getByRole('article', { name: /a message of Ann/ }).waitFor()
  await field(page).fill('a draft of Ann')
  await page.getByText('Draft saved').waitFor()
  await ann.client.call(endAllSessions, {})
  await page.getByRole('dialog', { name: 'Sign in again' }).getByRole('link', { name: 'Not you?' }).click()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await signIn(page, ben)
  await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor()
  await say(ben, 'switch', 'the first message')
  await page.getByRole('article', { name: /the first message/ }).waitFor()
  expect(await page.getByRole('article').count()).toBe(1)
  expect(await field(page).inputValue()).toBe('')
  const { rows } = await server.database.pool.query('select content from message where content like $1', ['%of Ann'])
  expect(rows).toEqual([])
  await page.context().close()
})

test('after a session has ended, the same account has what it has left', async () => {
  const page = await open(ann, 'return')
  await field(page).fill('half a sentence')
  await page.getByText('Draft saved').waitFor()
  await ann.client.call(endAllSessions, {})
  await page.getByRole('dialog', { name: 'Sign in again' }).getByRole('link', { name: 'Not you?' }).click()
  await signIn(page, ann)
  await expect.poll(() => field(page).inputValue()).toBe('half a sentence')
  await page.context().close()
})
