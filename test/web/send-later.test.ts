import type { Locator } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { endpoints } from '../../api/endpoints/index.ts'
import { messagesIn } from '../channel-messages.ts'
import { useServer } from '../use-server.ts'
import { problemsOf } from './accessible.ts'
import { PHONE } from './app-page.ts'
import { useApp } from './use-app.ts'

const { server, ann } = useServer({ members: ['ann'], channel: 'infra' })
let channelId: number
let place: string

const message = () => page.getByRole('textbox', { name: 'Message', exact: true })
const dialog = (): Locator => page.getByRole('dialog', { name: 'Send later' })
const scheduled = async () =>
  (await ann.client.call(endpoints.getScheduledMessages, {})).scheduled_messages.map((one) => ({
    topic: one.topic,
    content: one.content,
    at: one.scheduled_delivery_timestamp,
  }))
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 16)

beforeAll(async () => {
  channelId = server.channelId('infra')
  place = `#narrow/channel/${channelId}/topic/later`
  await ann.client.call(endpoints.sendMessage, { type: 'channel', to: 'infra', topic: 'later', content: 'here' })
  await ann.client.call(endpoints.updateSettings, { enter_sends: true })
})

const { app, page, openApp } = useApp(server, ann, { timezoneId: 'UTC' })
beforeAll(async () => {
  await app.go(place)
  await page.getByRole('article').first().waitFor()
})

test('a message is sent later, at a usual time, and that can be undone', async () => {
  await message().fill('good **morning**')
  await page.getByRole('button', { name: 'Send later', exact: true }).click()
  await dialog().waitFor()
  expect(await problemsOf(page)).toEqual([])
  await dialog().getByRole('button', { name: 'Tomorrow morning' }).click()
  await dialog().waitFor({ state: 'detached' })
  expect(await message().inputValue()).toBe('')
  expect(await scheduled()).toMatchObject([{ topic: 'later', content: 'good **morning**' }])
  await page.getByText(/^1 message is scheduled here for .* “good morning”$/).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => message().inputValue()).toBe('good **morning**')
  await expect.poll(scheduled).toEqual([])
  expect((await messagesIn(ann.client, channelId)).map(([, content]) => content)).toEqual(['here'])
})

test('Ctrl Shift Enter asks for a time; one that is over is refused, and the text stays', async () => {
  await message().fill('on time')
  await message().press('Control+Shift+Enter')
  const field = dialog().getByLabel('Date and time')
  await field.fill(inHours(-2))
  await dialog().getByRole('button', { name: 'Schedule' }).click()
  await dialog().getByRole('alert').getByText('This time is over. Choose a later one.').waitFor()
  await field.fill(inHours(2))
  await dialog().getByRole('button', { name: 'Schedule' }).click()
  await dialog().waitFor({ state: 'detached' })
  expect(await scheduled()).toMatchObject([{ content: 'on time', at: Date.parse(`${inHours(2)}Z`) / 1000 }])
})

test('what the server refuses stays in the composer', async () => {
  await message().fill('@*role:administrators* later')
  await message().press('Control+Shift+Enter')
  await dialog().getByRole('button', { name: 'Tomorrow morning' }).click()
  await dialog().getByRole('alert').getByText("not allowed to mention user group 'role:administrators'").waitFor()
  await dialog().getByRole('button', { name: 'Close' }).click()
  expect(await message().inputValue()).toBe('@*role:administrators* later')
  await message().fill('z'.repeat(10_001))
  await page.getByRole('button', { name: 'Send later', exact: true }).click()
  await page
    .getByRole('group', { name: /^Write to/ })
    .getByRole('alert')
    .getByText('1 character too long')
    .waitFor()
  expect(await dialog().count()).toBe(0)
  await message().fill('')
})

test('a new topic begins later, too', async () => {
  await message().press('Escape')
  await page.keyboard.press('c')
  await page.getByRole('textbox', { name: 'Topic' }).fill('next week')
  await message().fill('plan')
  await page.getByRole('button', { name: 'Send later', exact: true }).click()
  await dialog().getByRole('button', { name: 'Tomorrow morning' }).click()
  await expect.poll(scheduled).toContainEqual(expect.objectContaining({ topic: 'next week', content: 'plan' }))
  await page.getByRole('group', { name: 'Write to infra › later', exact: true }).waitFor()
})

test('on a phone in dark the dialog is accessible', async () => {
  const phone = await openApp(ann, { viewport: PHONE, colorScheme: 'dark' })
  await phone.go(place)
  await phone.page.getByRole('textbox', { name: 'Message', exact: true }).fill('from the bus')
  await phone.page.getByRole('button', { name: 'Send later', exact: true }).click()
  await phone.page.getByRole('dialog', { name: 'Send later' }).waitFor()
  expect(await problemsOf(phone.page)).toEqual([])
  await phone.page.context().close()
})
