import { beforeAll, expect, test } from 'vitest'
import { createChannel, subscribe } from '../../api/endpoints/channels.ts'
import { sendMessage } from '../../api/endpoints/messages.ts'
import { updateRealm } from '../../api/endpoints/realm.ts'
import { getSubscriptions, unsubscribe } from '../../api/endpoints/subscriptions.ts'
import { made } from '../opened.ts'
import { useServer } from '../use-server.ts'
import { problemsOf } from './accessible.ts'
import { PHONE } from './app-page.ts'
import { useApp } from './use-app.ts'

const { server, ann } = useServer({ members: ['ann'], channel: 'general' })
const ben = made(() => server.person('Ben Bright', 'general'))

beforeAll(async () => {
  await ben.client.call(createChannel, { name: 'garden', description: 'What grows', subscribers: [ben.id] })
  await ben.client.call(createChannel, { name: 'secret plans', invite_only: true, subscribers: [ann.id, ben.id] })
})

const { app, openApp } = useApp(server, ann)

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
  await page.getByRole('radiogroup', { name: 'Who can post' }).getByRole('radio', { name: 'Moderators' }).check()
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
  const phone = await openApp(ann, { viewport: PHONE, colorScheme: 'dark' })
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
  await phone.page.context().close()
})

const more = () => app.page.getByRole('main').getByRole('button', { name: 'More', exact: true })
const item = (name: string) => app.page.getByRole('menuitem', { name, exact: true })
const choose = async (name: string) => {
  await more().click()
  await item(name).click()
}
const own = async () =>
  (await ann.client.call(getSubscriptions, {})).subscriptions.find((one) => one.name === 'general')

test('a channel is muted and pinned in its menu, which can be undone', async () => {
  const { id } = server.realm.channelByName('general')!
  await app.go(`#topics/channel/${id}`)
  await choose('Mute channel')
  await sidebar().getByRole('link', { name: 'general, muted', exact: true }).waitFor()
  expect(await own()).toMatchObject({ is_muted: true })
  await app.page.keyboard.press('Control+z')
  await sidebar().getByRole('link', { name: 'general', exact: true }).waitFor()
  // The channel as one feed has the same menu.
  await app.go(`#narrow/channel/${id}`)
  await choose('Pin channel')
  await sidebar().getByRole('button', { name: 'Pinned', exact: true }).waitFor()
  await choose('Unpin channel')
  await sidebar().getByRole('button', { name: 'Pinned', exact: true }).waitFor({ state: 'detached' })
  expect(await own()).toMatchObject({ is_muted: false, pin_to_top: false })
})

test('a refused mute says why, and who is not in a channel has nothing to mute', async () => {
  await app.go(`#topics/channel/${server.channelId('general')}`)
  await app.page.route('**/json/users/me/subscriptions/properties', (route) =>
    route.fulfill({ status: 400, json: { result: 'error', code: 'BAD_REQUEST', msg: 'Not now' } }),
  )
  await choose('Mute channel')
  await app.page.getByRole('alert').filter({ hasText: 'Not now' }).waitFor()
  await app.page.unroute('**/json/users/me/subscriptions/properties')
  await more().click()
  await item('Pin channel').waitFor()
  // The open menu changes with the channel.
  await ann.client.call(unsubscribe, { subscriptions: ['general'] })
  for (const name of ['Mute channel', 'Pin channel']) await item(name).waitFor({ state: 'detached' })
  await item('Copy link').waitFor()
  await app.page.keyboard.press('Escape')
  await ann.client.call(subscribe, { subscriptions: [{ name: 'general' }] })
})

test('who is in no channel picks some in the inbox', async () => {
  const cy = await server.person('Cy')
  const { subscriptions } = await cy.client.call(getSubscriptions, {})
  await cy.client.call(unsubscribe, { subscriptions: subscriptions.map(({ name }) => name) })
  const other = await openApp(cy)
  const { page } = other
  await page.getByRole('heading', { name: 'Pick a few channels to start', exact: true }).waitFor()
  expect(await problemsOf(page)).toEqual([])
  await page
    .getByRole('navigation', { name: 'Conversations' })
    .getByRole('button', { name: 'Create a channel', exact: true })
    .click()
  await page.getByRole('dialog', { name: 'Create a channel' }).getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Join general', exact: true }).click()
  await page.getByRole('button', { name: 'Leave general', exact: true }).waitFor()
  await page.getByRole('button', { name: /^See all \d+$/ }).click()
  await page
    .getByRole('dialog', { name: 'Browse channels' })
    .getByRole('button', { name: 'Join garden', exact: true })
    .click()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: 'Done, open my inbox', exact: true }).click()
  await page.getByRole('heading', { name: 'You are all caught up', exact: true }).waitFor()
  expect(await page.getByText('Pick a few channels').count()).toBe(0)
  for (const name of ['garden', 'general'])
    await page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name, exact: true }).waitFor()
  await page.context().close()
})

test('a channel can be read along and written to without joining it', async () => {
  const say = (content: string) =>
    ben.client.call(sendMessage, { type: 'channel', to: 'orchard', topic: 'apples', content })
  await ben.client.call(createChannel, { name: 'orchard', subscribers: [ben.id] })
  await say('the first apple')
  const { page, go } = await openApp(ann, { prepare: (one) => one.clock.install() })
  const place = `#narrow/channel/${server.channelId('orchard')}/topic/apples`
  const article = (words: RegExp) => page.getByRole('article', { name: words })
  const join = page.getByRole('button', { name: 'Join orchard' })
  await go(place)
  await article(/the first apple$/).waitFor()
  await join.waitFor()
  await page.getByRole('textbox', { name: 'Message' }).fill('from outside')
  await page.keyboard.press('Enter')
  await article(/^Ann, .*from outside$/).waitFor()
  await say('the second apple')
  await page.clock.fastForward(5_000)
  await article(/the second apple$/).waitFor()
  expect(await problemsOf(page)).toEqual([])

  await go('#inbox')
  await page.getByRole('heading', { name: 'Inbox', exact: true }).waitFor()
  await say('while somewhere else')
  await go(place)
  await article(/while somewhere else$/).waitFor()
  const asked = page.waitForRequest((request) => request.url().includes('/json/messages?'))
  await join.click()
  await join.waitFor({ state: 'detached' })
  await asked
  await say('after joining')
  await article(/after joining/).waitFor()
  expect(await page.getByRole('article').count()).toBe(5)
  await page.context().close()
})

test('dozens of channels are as easy to read as a few', async () => {
  const subscriptions = Array.from({ length: 20 }, (_, index) => ({ name: `plot ${index}` }))
  await ben.client.call(subscribe, { subscriptions })
  await browse()
  await button('Join plot 19').waitFor()
  expect(await problemsOf(app.page)).toEqual([])
  await button('Close').click()
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
