import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createChannel } from '../../api/endpoints/channels.ts'
import { updateRealm } from '../../api/endpoints/realm.ts'
import { startBrowser } from '../browser/chromium.ts'
import { type Person, startTestServer, type TestServer } from '../harness.ts'
import { problemsOf } from './accessible.ts'
import { type AppPage, openApp, PHONE } from './app-page.ts'

let server: TestServer
let browser: Browser | undefined
let ann: Person
let ben: Person
let app: AppPage

beforeAll(async () => {
  server = await startTestServer()
  ann = await server.person('Ann', 'general')
  ben = await server.person('Ben Bright', 'general')
  await ben.client.call(createChannel, { name: 'garden', description: 'What grows', subscribers: [ben.id] })
  await ben.client.call(createChannel, { name: 'secret plans', invite_only: true, subscribers: [ann.id, ben.id] })
  browser = await startBrowser()
  app = await openApp(browser, server.url, ann.email)
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
  expect(app.complaints).toEqual([])
})

const dialog = (name: string) => app.page.getByRole('dialog', { name })
const button = (name: string) => app.page.getByRole('button', { name, exact: true })
const sidebar = () => app.page.getByRole('navigation', { name: 'Conversations' })

async function browse() {
  await app.go('#inbox')
  await button('Browse channels').click()
  await dialog('Browse channels').waitFor()
}

test('people find a channel, join it, leave it, and undo that', async () => {
  await browse()
  const search = app.page.getByRole('searchbox', { name: 'Search channels' })
  await search.fill('grows')
  await expect.poll(() => dialog('Browse channels').getByRole('listitem').count()).toBe(1)
  expect(await problemsOf(app.page)).toEqual([])
  await button('Join garden').click()
  await button('Leave garden').click()
  await button('Join garden').waitFor()
  await button('Undo').click()
  await button('Leave garden').waitFor()
  await button('Done').click()
  await sidebar().getByRole('link', { name: 'garden' }).waitFor()
})

test('who would not come back is asked first', async () => {
  await browse()
  await button('Leave secret plans').click()
  await app.page.getByRole('alert').filter({ hasText: 'You can come back only if somebody adds you.' }).waitFor()
  await sidebar().getByRole('link', { name: 'secret plans', includeHidden: true }).waitFor({ state: 'attached' })
  await button('Leave secret plans').click()
  await button('Leave secret plans').waitFor({ state: 'detached' })
  await button('Close').click()
})

test('a channel is created with its people and who can post', async () => {
  await browse()
  await button('Create a channel').click()
  const page = app.page
  await page.getByRole('textbox', { name: 'Name' }).fill('night shift')
  await page.getByRole('textbox', { name: 'Description' }).fill('Handover')
  await page.getByRole('radio', { name: 'Private', exact: true }).check()
  await page.getByRole('combobox', { name: 'People' }).fill('Bri')
  expect(await problemsOf(page)).toEqual([])
  await page.getByRole('option', { name: 'Ben Bright' }).click()
  await page.getByRole('radiogroup', { name: 'Who can post' }).getByText('Moderators').click()
  await button('Create channel').click()
  await page.getByRole('heading', { level: 1, name: 'night shift' }).waitFor()
  const made = [...server.realm.channels.values()].find(({ name }) => name === 'night shift')!
  expect(made).toMatchObject({ inviteOnly: true, description: 'Handover' })
})

test('a name that is taken is refused in the dialog, and the text stays', async () => {
  await browse()
  await button('Create a channel').click()
  const name = app.page.getByRole('textbox', { name: 'Name' })
  await name.fill('garden')
  await button('Create channel').click()
  await dialog('Create a channel').getByRole('alert').filter({ hasText: 'already' }).waitFor()
  expect(await name.inputValue()).toBe('garden')
  await button('Close').click()
})

test('on a phone all of it fits', async () => {
  const phone = await openApp(browser!, server.url, ann.email, { viewport: PHONE, colorScheme: 'dark' })
  await phone.go('#channels')
  await phone.page.getByRole('button', { name: 'Browse channels' }).click()
  await phone.page
    .getByRole('button', { name: 'Join garden' })
    .or(phone.page.getByRole('button', { name: 'Leave garden' }))
    .waitFor()
  expect(await problemsOf(phone.page)).toEqual([])
  await phone.page.getByRole('button', { name: 'Create a channel' }).click()
  await phone.page.getByRole('radio', { name: 'Public' }).waitFor()
  expect(await problemsOf(phone.page)).toEqual([])
  expect(phone.complaints).toEqual([])
  await phone.page.context().close()
})

test('who may not create channels is not offered to', async () => {
  const nobody = server.realm.groups.system('role:nobody')
  await server.owner.call(updateRealm, {
    can_create_public_channel_group: { new: nobody.id },
    can_create_private_channel_group: { new: nobody.id },
  })
  await browse()
  await expect.poll(() => button('Create a channel').count()).toBe(0)
  await button('Close').click()
})
