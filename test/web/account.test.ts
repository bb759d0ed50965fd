import { expect, test } from 'vitest'
import { getDrafts } from '../../api/endpoints/drafts.ts'
import { endAllSessions } from '../../api/endpoints/sessions.ts'
import { updateSettings } from '../../api/endpoints/settings.ts'
import type { Person } from '../harness.ts'
import { settingsFor } from '../outside/identity-provider.ts'
import { OWNER } from '../template.ts'
import { useServer } from '../use-server.ts'
import { problemsOf } from './accessible.ts'
import { type AppPage, openApp, PHONE } from './app-page.ts'
import { channelId, say } from './message-page.ts'
import { useBrowser } from './use-app.ts'

const { server, ann, ben } = useServer({
  env: settingsFor('https://login.example.org'),
  members: ['ann', 'ben'],
  channel: 'general',
})
const browser = useBrowser()

const open = (person: Person, options = {}): Promise<AppPage> => openApp(browser, server, person, options)

test('signing in leads back to the place that was wanted', async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${server.url}/#narrow/channel/1-x/topic/lunch`)
  await page.getByLabel('Email').fill(ann.email)
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'lunch' }).waitFor()
  await context.close()
})

test('somebody looks at the password that they have typed, and finds the way to a new one', async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${server.url}/login/`)
  const field = page.getByLabel('Password')
  await field.fill('is it this one')
  const show = page.getByRole('button', { name: 'Show what you typed', exact: true })
  await show.click()
  expect([await field.getAttribute('type'), await show.getAttribute('aria-pressed')]).toEqual(['text', 'true'])
  await show.click()
  expect([await field.getAttribute('type'), await show.getAttribute('aria-pressed')]).toEqual(['password', 'false'])
  expect(await problemsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Forgot it?', exact: true }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/accounts/password/reset/')
  await context.close()
})

test('a session that ends meanwhile asks for the password, and the page stays', async () => {
  const { page, go } = await open(ann)
  await go('#recent')
  // With its state the app stays where it is. Before, it would open the page to sign in.
  await page.getByRole('link', { name: 'general' }).waitFor()
  await ann.client.call(endAllSessions, {})
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.waitFor()
  const field = dialog.getByLabel('Password')
  await field.fill('wrong')
  await dialog.getByRole('button', { name: 'Show what you typed', exact: true }).click()
  expect(await field.getAttribute('type')).toBe('text')
  expect(await problemsOf(page)).toEqual([])
  expect(await dialog.getByRole('link', { name: 'Forgot it?' }).getAttribute('href')).toBe('/accounts/password/reset/')
  const provider = dialog.getByRole('link', { name: 'Continue with Example Login', exact: true })
  expect(await provider.getAttribute('href')).toBe('/accounts/login/social/oidc?next=%2F%23recent')
  // Somebody who reads on is told, and asked again by the button and when they send something.
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page
    .getByRole('status')
    .getByText(/^Your session ended\./)
    .waitFor()
  await page.getByRole('button', { name: 'Sign in again', exact: true }).click()
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await go(`#narrow/dm/${ann.id}`)
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('written meanwhile')
  await page.keyboard.press('Enter')
  await field.fill('wrong')
  await dialog.getByRole('button', { name: 'Show what you typed', exact: true }).click()
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await dialog.getByRole('alert').waitFor()
  expect(await field.getAttribute('type')).toBe('password')
  await field.fill(OWNER.password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('article', { name: /written meanwhile$/ }).waitFor()
  expect(await page.getByRole('status').getByText('Your session ended').count()).toBe(0)
  await page.context().close()
})

test('the menu of the organization chooses the theme and signs out, and the next person sees nothing of the first', async () => {
  const { page } = await open(ann)
  await page.getByRole('button', { name: server.realm.name }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
  await page.getByRole('button', { name: server.realm.name }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['parley-theme'])
  await page.getByLabel('Email').fill(ben.email)
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation', { name: 'Conversations' }).getByText('Ben', { exact: true }).waitFor()
  await page.context().close()
})

test('signing out with a draft says how many there are and asks', async () => {
  await ben.client.call(updateSettings, { enable_drafts_synchronization: false })
  const app = await open(ben)
  const { page } = app
  await app.go(`#narrow/channel/${server.channelId('general')}/topic/unsaid`)
  await page.getByRole('textbox', { name: 'Message' }).fill('not yet')
  await page.getByText('Draft saved').waitFor()
  const asked = page.getByRole('dialog', { name: 'Sign out?' })
  const leave = async () => {
    await page.getByRole('button', { name: server.realm.name }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await asked.getByText('1 draft is stored only in this browser.').waitFor()
    await asked.getByText('It will be lost when you sign out.').waitFor()
  }
  await leave()
  await page.getByRole('button', { name: 'Stay signed in' }).click()
  expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('not yet')
  await leave()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
  expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).toEqual([])
  await page.context().close()
})

test('signing out with messages that are not sent says how many there are', async () => {
  const eve = await server.person('Eve', 'general')
  await eve.client.call(updateSettings, { enter_sends: true })
  const app = await open(eve)
  const { page } = app
  const channel = server.realm.channelByName('general')!
  await app.go(`#narrow/channel/${channel.id}/topic/unsent`)
  await page
    .context()
    .route('**/json/messages', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  for (const text of ['one', 'two']) {
    await page.getByRole('textbox', { name: 'Message' }).fill(text)
    await page.getByRole('textbox', { name: 'Message' }).press('Enter')
    await page.getByRole('article', { name: new RegExp(text) }).waitFor()
  }
  await page.getByRole('button', { name: server.realm.name }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign out?' })
  await dialog.getByText('2 messages are not sent yet.').waitFor()
  await dialog.getByText('They will be lost when you sign out.').waitFor()
  await dialog.getByRole('button', { name: 'Stay signed in' }).click()
  await page.getByRole('article', { name: /two/ }).waitFor()
  await page.context().close()
})

test('a draft that the server has is not lost by signing out', async () => {
  const dee = await server.person('Dee', 'general')
  const app = await open(dee)
  const { page } = app
  const channel = server.realm.channelByName('general')!
  await app.go(`#narrow/channel/${channel.id}/topic/unsaid`)
  await page.getByRole('textbox', { name: 'Message' }).fill('not yet')
  await expect.poll(async () => (await dee.client.call(getDrafts, {})).count).toBe(1)
  await page.getByRole('button', { name: server.realm.name }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign out?' })
  await dialog.getByText('1 draft stays in your account.').waitFor()
  expect(await dialog.getByText('lost').count()).toBe(0)
  await page.context().close()
})

test('a phone has tabs, which a conversation hides', async () => {
  const app = await open(ben, { viewport: PHONE })
  const tabs = app.page.getByRole('navigation', { name: 'Main' })
  await tabs.getByRole('link', { name: 'Channels' }).click()
  await app.page.getByRole('link', { name: 'general', exact: true }).waitFor()
  // The sidebar fills the screen: what main holds besides its name is hidden.
  expect(await app.page.getByRole('heading', { level: 1 }).allTextContents()).toEqual(['Channels'])
  expect(await app.page.getByRole('main').getByRole('link').count()).toBe(0)
  expect(await app.page.getByRole('main').boundingBox()).toMatchObject({ width: 1, height: 1 })
  await app.go('#feed')
  await app.page.getByRole('heading', { level: 1, name: 'All messages' }).waitFor()
  // A list of messages from many conversations is a view like the others.
  expect(await tabs.isVisible()).toBe(true)
  // The list shows the topics of the channel that one comes from.
  const id = await say(ann, 'dinner', 'soup')
  await app.go(`#narrow/channel/${channelId(server)}/topic/dinner/near/${id}`)
  await app.page.getByRole('heading', { level: 1, name: 'dinner' }).waitFor()
  expect(await tabs.isVisible()).toBe(false)
  await app.go(`#narrow/channel/${channelId(server)}`)
  await app.page.getByRole('heading', { level: 1, name: 'general' }).waitFor()
  expect(await tabs.isVisible()).toBe(false)
  await app.page.goBack()
  await app.page.getByRole('heading', { level: 1, name: 'dinner' }).waitFor()
  await app.page.getByRole('button', { name: 'Back' }).click()
  await app.page
    .getByRole('navigation', { name: 'Conversations' })
    .getByRole('link', { name: /^dinner/ })
    .waitFor()
  await app.page.context().close()
})

test('all tabs of a browser share one event queue', async () => {
  const cy = await server.person('Cy', 'general')
  const { page } = await open(cy)
  const second = await page.context().newPage()
  await second.goto(`${server.url}/#recent`)
  for (const tab of [page, second])
    await tab.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: 'general' }).waitFor()
  const { rows } = await server.database.pool.query('select from event_queue where user_id = $1', [cy.id])
  expect(rows.length).toBe(1)
  await page.context().close()
})
