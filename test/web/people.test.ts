import { beforeAll, expect, test } from 'vitest'
import { subscribe } from '../../api/endpoints/channels.ts'
import { sendMessage } from '../../api/endpoints/messages.ts'
import { updatePresence } from '../../api/endpoints/presence.ts'
import { createCustomProfileField, updateProfileData } from '../../api/endpoints/profile-fields.ts'
import { updateSettings } from '../../api/endpoints/settings.ts'
import { getUserStatus, updateStatus } from '../../api/endpoints/user-status.ts'
import { deactivateUser, updateUser } from '../../api/endpoints/users.ts'
import { TestClock } from '../clock.ts'
import type { Person } from '../harness.ts'
import { made } from '../opened.ts'
import { bot, guest } from '../people.ts'
import { useServer } from '../use-server.ts'
import { overflow, problemsOf } from './accessible.ts'
import { type AppPage, DESK, PHONE } from './app-page.ts'
import { useApp } from './use-app.ts'

const clock = new TestClock()
const { server, ann } = useServer({ clock, members: ['ann'], channel: 'general' })
const ben = made(() => server.person('Noa', 'general'))
let topic: string
const name = 'נועה פלדמן'

beforeAll(async () => {
  await server.owner.call(updateUser, { user_id: ben.id, full_name: name })
  topic = `#narrow/channel/${server.channelId('general')}/topic/lunch`
  await say(ben, 'hello')
})

const { app, page, openApp } = useApp(server, ann, { timezoneId: 'UTC' })
beforeAll(() => enter(app))

async function open(person: Person, options: object = {}): Promise<AppPage> {
  const one = await openApp(person, options)
  await enter(one)
  return one
}

async function enter(one: AppPage): Promise<void> {
  await one.go(topic)
  await one.page.getByRole('article', { name: /hello/ }).waitFor()
}

const say = async (by: Person, content: string, where = 'lunch') =>
  (await by.client.call(sendMessage, { type: 'channel', to: 'general', topic: where, content })).id
const card = (who = name, where = page) => where.getByRole('dialog', { name: who })
const author = () => page.getByRole('article', { name: /hello/ }).getByRole('button', { name })
const pane = (where = page) => where.getByRole('complementary', { name: 'People' })

test('a card says who somebody is: role, time, status, fields, channels in common', async () => {
  const field = await server.owner.call(createCustomProfileField, { name: 'Team', field_type: 1 })
  await ben.client.call(updateProfileData, { data: [{ id: field.id, value: 'Soups' }] })
  await ben.client.call(updateSettings, { timezone: 'Asia/Tokyo' })
  await ben.client.call(updateStatus, { status_text: 'Cooking', emoji_name: 'tada' })
  await author().click()
  await card().getByRole('heading', { name }).waitFor()
  for (const text of ['Member', 'Cooking', 'Soups', /there, 9 h ahead of you/, '1 channel in common'])
    await card()
      .getByText(text, typeof text === 'string' ? { exact: true } : {})
      .waitFor()
  expect(await problemsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await card().waitFor({ state: 'detached' })
  expect(await author().evaluate((one) => one === document.activeElement)).toBe(true)
})

test('the focus stays in a card, and keys in it do nothing to messages', async () => {
  await author().click()
  await card().waitFor()
  for (let press = 0; press < 8; press++) {
    await page.keyboard.press('Tab')
    expect(await card().evaluate((one) => one.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('c')
  expect(await page.getByRole('textbox', { name: 'Topic' }).count()).toBe(0)
  await card().getByRole('button', { name: 'Close' }).click()
})

test('a card leads to direct messages', async () => {
  await author().click()
  await card().getByRole('button', { name: 'Send a direct message' }).click()
  const heading = page.getByRole('heading', { level: 1, name })
  await heading.waitFor()
  // A name that runs from right to left begins where others do, too.
  const { x, width } = (await heading.boundingBox())!
  expect(x + width).toBeLessThan(DESK.width / 2)
  await page.goBack()
})

test('messages of muted people are folded, can be shown, and come back', async () => {
  await author().click()
  await card().getByRole('button', { name: 'Mute' }).click()
  await card().getByRole('button', { name: 'Unmute' }).waitFor()
  await page.keyboard.press('Escape')
  const folded = page.getByRole('article', { name: /^Muted person, .*Message from a muted person/ })
  await folded.waitFor()
  expect(await page.getByText('hello').count()).toBe(0)
  expect(await problemsOf(page)).toEqual([])
  await folded.getByRole('button', { name: 'Show message' }).click()
  await page.getByText('hello').waitFor()
  await author().click()
  await card().getByRole('button', { name: 'Unmute' }).click()
  await card().getByRole('button', { name: 'Mute', exact: true }).waitFor()
  await page.keyboard.press('Escape')
})

test('a refused mute says why', async () => {
  await author().click()
  await page.route('**/json/users/me/muted_users/*', (route) =>
    route.fulfill({ status: 400, json: { result: 'error', msg: 'No such user', code: 'BAD_REQUEST' } }),
  )
  await card().getByRole('button', { name: 'Mute' }).click()
  await page.getByRole('alert').getByText('No such user').waitFor({ state: 'attached' })
  await page.unroute('**/json/users/me/muted_users/*')
  await page.keyboard.press('Escape')
})

test('one says what one is doing and until when, and the end takes it away', async () => {
  const status = async () => (await ann.client.call(getUserStatus, { user_id: ann.id })).status
  await page.getByRole('button', { name: /^Ann Set a status/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Set a status' })
  expect(await problemsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'In a meeting' }).click()
  await dialog.getByRole('combobox', { name: 'Ends' }).selectOption('At another time')
  await dialog.getByLabel('Date and time').fill('2020-01-01T10:00')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').getByText('This time is over').waitFor()
  await dialog.getByRole('combobox', { name: 'Ends' }).selectOption('In 30 minutes')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await status()).toMatchObject({ status_text: 'In a meeting', emoji_name: 'calendar' })
  await pane().getByRole('button', { name: /^Ann/ }).click()
  await card('Ann')
    .getByText(/until \d\d:\d\d/)
    .waitFor()
  await page.keyboard.press('Escape')
  // More than half an hour: this clock stands still while the app, which counts from the start of the page, goes on.
  clock.pass(2 * 3_600)
  // The worker of the tabs may survive a reload, and it has asked for the time before.
  const ended = async () => {
    await page.reload()
    await page.getByRole('button', { name: /^Ann/ }).first().waitFor()
    return status()
  }
  await expect.poll(ended, { interval: 1_000 }).toEqual({})
  await page.getByRole('button', { name: /^Ann Set a status/ }).waitFor()
})

test('the status is cleared by hand, and others see it live', async () => {
  const other = await open(ben)
  await ann.client.call(updateStatus, { status_text: 'In a meeting' })
  await pane(other.page).getByText('In a meeting').waitFor()
  await page.getByRole('button', { name: /^Ann.*In a meeting/ }).click()
  await page.getByRole('dialog', { name: 'Set a status' }).getByRole('button', { name: 'Clear status' }).click()
  await pane(other.page).getByText('In a meeting').waitFor({ state: 'detached' })
  await other.page.context().close()
})

test('the list of people shows who is there, and marks bots, guests and accounts that nobody uses', async () => {
  const helper = await bot(server, 'Helper', ann)
  const gus = await guest(server, 'Gus')
  const gone = await server.person('Gone', 'general')
  await server.owner.call(subscribe, { subscriptions: [{ name: 'general' }], principals: [helper.id, gus.id] })
  for (const one of [helper, gus, gone]) await say(one, `I am ${one.id}`)
  await server.owner.call(deactivateUser, { user_id: gone.id })
  await gus.client.call(updatePresence, { status: 'active', ping_only: true, new_user_input: true })
  // The helper that makes guests and bots sends no events.
  await page.reload()
  const row = (who: string) => pane().getByRole('button', { name: who, exact: true })
  await row('Helper').getByText('BOT').waitFor()
  await row('Gone').getByText('DEACTIVATED').waitFor()
  await row('Gus').getByText('GUEST').waitFor()
  await expect.poll(() => row('Gus').getAttribute('aria-description')).toMatch(/^Active now, GUEST/)
  await row('Helper').click()
  await card('Helper').getByText('Bot of').waitFor()
  await card('Helper').getByRole('button', { name: 'Ann' }).click()
  await card('Ann').getByRole('button', { name: 'Set a status' }).waitFor()
  await page.keyboard.press('Escape')
})

test('somebody is found among the people of a channel, and Esc shows all of them again', async () => {
  await pane().getByRole('button', { name: 'Find people', exact: true }).click()
  const field = pane().getByRole('searchbox', { name: 'Find people', exact: true })
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
  await field.fill('GUS')
  await pane().getByRole('button', { name: 'Gus', exact: true }).waitFor()
  await expect.poll(() => pane().getByRole('listitem').count()).toBe(1)
  await field.fill('nobody at all')
  await pane().getByText('Nobody has this name.').waitFor()
  await page.keyboard.press('Escape')
  await pane().getByRole('button', { name: 'Helper', exact: true }).waitFor()
  expect(await field.count()).toBe(0)
})

test('cards fit on a phone', async () => {
  const phone = await open(ann, { viewport: PHONE, colorScheme: 'dark' })
  await phone.page.getByRole('article', { name: /hello/ }).getByRole('button', { name }).click()
  await card(name, phone.page).waitFor()
  expect(await problemsOf(phone.page)).toEqual([])
  expect(await overflow(phone.page)).toBe(0)
  await phone.page.keyboard.press('Escape')
  // The people of the conversation cover it: they have the focus, and go with Esc or with the place.
  const more = phone.page.getByRole('main').getByRole('button', { name: 'More', exact: true }).first()
  const showPeople = async () => {
    await more.click()
    await phone.page.getByRole('menuitem', { name: 'People', exact: true }).click()
    await expect.poll(() => pane(phone.page).evaluate((one) => one.contains(document.activeElement))).toBe(true)
  }
  await showPeople()
  expect(await pane(phone.page).boundingBox()).toMatchObject({ x: 0, width: PHONE.width })
  await phone.page.keyboard.press('Escape')
  await pane(phone.page).waitFor({ state: 'detached' })
  await expect.poll(() => more.evaluate((one) => one === document.activeElement)).toBe(true)
  await showPeople()
  await phone.go(topic.replace('lunch', 'dinner'))
  await phone.page.getByRole('heading', { level: 1, name: 'dinner' }).waitFor()
  await pane(phone.page).waitFor({ state: 'detached' })
})
