import { describe, expect, test } from 'vitest'
import { updateStream } from '../../api/endpoints/channels.ts'
import { updateMessageFlags } from '../../api/endpoints/flags.ts'
import { deleteMessage, getMessages, sendMessage } from '../../api/endpoints/messages.ts'
import { createMessageReminder, getReminders } from '../../api/endpoints/reminders.ts'
import {
  createScheduledMessage,
  deleteScheduledMessage,
  getScheduledMessages,
} from '../../api/endpoints/scheduled-messages.ts'
import { TestClock } from '../clock.ts'
import { useServer } from '../use-server.ts'
import { overflow, problemsOf } from './accessible.ts'
import { PHONE } from './app-page.ts'
import { useApp } from './use-app.ts'

const HOUR = 3_600
const clock = new TestClock()
const { server, ann, ben } = useServer({ clock, members: ['ann', 'ben'], channel: 'general' })
const { app, page, openApp } = useApp(server, ann, { timezoneId: 'UTC' })

const say = async (topic: string, content: string): Promise<number> =>
  (await ben.client.call(sendMessage, { type: 'channel', to: 'general', topic, content })).id
const generalId = (): number => server.channelId('general')
const seconds = (): number => Math.floor(clock.now() / 1000)
const schedule = (topic: string, content: string, after = HOUR) =>
  ann.client.call(createScheduledMessage, {
    type: 'channel',
    to: generalId(),
    topic,
    content,
    scheduled_delivery_timestamp: seconds() + after,
  })
const waiting = async () => (await ann.client.call(getScheduledMessages, {})).scheduled_messages
const tab = (name: string) => page.getByRole('tab', { name })
const list = (name: string) => page.getByRole('list', { name })
const item = (name: string, text: string) => list(name).getByRole('listitem').filter({ hasText: text })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const refuse = (path: string) =>
  page.route(path, (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({ status: 400, json: { result: 'error', code: 'BAD_REQUEST', msg: 'Not now' } }),
  )

describe('saved messages', () => {
  test('have their place, lead to it, and are removed, which can be undone', async () => {
    const id = await say('soup', 'the recipe')
    await ann.client.call(updateMessageFlags, { messages: [id], op: 'add', flag: 'starred' })
    await page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: 'Later' }).click()
    await page.getByRole('heading', { level: 1, name: 'Later' }).waitFor()
    expect(await tab('Saved').getAttribute('aria-selected')).toBe('true')
    const article = page.getByRole('article', { name: /Ben, .*the recipe/ })
    await article.waitFor()
    await article.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor()
    await button('Undo').click()
    await article.getByRole('link', { name: 'general › soup' }).click()
    await page.getByRole('heading', { level: 1, name: 'soup' }).waitFor()
  })

  test('stay when the server does not let them go', async () => {
    await app.go('#narrow/is/starred')
    await refuse('**/json/messages/flags')
    await page.getByRole('article').getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('alert').filter({ hasText: 'Not now' }).waitFor()
    await page.unroute('**/json/messages/flags')
    await page.getByRole('article', { name: /the recipe/ }).waitFor()
  })
})

describe('drafts', () => {
  test('are listed with their place, go on where they will be sent, and are deleted, which can be undone', async () => {
    await app.go(`#narrow/channel/${generalId()}/topic/soup`)
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('half a sentence')
    await app.go('#drafts')
    await item('Drafts', 'half a sentence').getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('heading', { level: 1, name: 'soup' }).waitFor()
    const message = page.getByRole('textbox', { name: 'Message', exact: true })
    await expect.poll(() => message.inputValue()).toBe('half a sentence')
    await app.go('#drafts')
    await item('Drafts', 'half a sentence').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor()
    await button('Undo').click()
    await item('Drafts', 'half a sentence').waitFor()
    await expect.poll(() => page.getByRole('tab', { name: 'Drafts', exact: true }).textContent()).toBe('Drafts 1')
  })
})

describe('scheduled messages', () => {
  test('are changed: their text, their time', async () => {
    await schedule('soup', 'good morning')
    await tab('Scheduled').click()
    const row = item('Scheduled', 'soup')
    await row.getByRole('button', { name: 'Edit' }).click()
    await row.getByRole('textbox', { name: 'Edit message' }).fill('good evening')
    await row.getByRole('button', { name: 'Save' }).click()
    await item('Scheduled', 'good evening').waitFor()
    await row.getByRole('button', { name: 'Change time' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send later' })
    await dialog.getByLabel('Date and time').fill('2020-01-01T08:00')
    await dialog.getByRole('button', { name: 'Change time' }).click()
    await dialog.getByRole('alert').filter({ hasText: 'This time is over.' }).waitFor()
    await dialog.getByLabel('Date and time').fill('2026-03-04T05:06')
    await dialog.getByRole('button', { name: 'Change time' }).click()
    await row.getByText('05:06').waitFor()
    const [only] = await waiting()
    expect(only).toMatchObject({
      content: 'good evening',
      scheduled_delivery_timestamp: Date.UTC(2026, 2, 4, 5, 6) / 1000,
    })
  })

  test('are not changed into nothing, and a refusal says why and keeps the text', async () => {
    const row = item('Scheduled', 'soup')
    await row.getByRole('button', { name: 'Edit' }).click()
    const field = row.getByRole('textbox', { name: 'Edit message' })
    await field.fill(' ')
    await row.getByRole('button', { name: 'Save' }).click()
    await row.getByRole('alert').filter({ hasText: 'A message needs a text.' }).waitFor()
    await refuse('**/json/scheduled_messages/*')
    await field.fill('something else')
    await row.getByRole('button', { name: 'Save' }).click()
    await row.getByRole('alert').filter({ hasText: 'Not now' }).waitFor()
    expect(await field.inputValue()).toBe('something else')
    await page.unroute('**/json/scheduled_messages/*')
    await field.press('Escape')
    await item('Scheduled', 'good evening').waitFor()
  })

  test('are sent now, or deleted, which can be undone', async () => {
    await item('Scheduled', 'soup').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor()
    await button('Undo').click()
    await item('Scheduled', 'good evening').getByRole('button', { name: 'Send now' }).click()
    await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor()
    await expect
      .poll(async () => {
        const { messages } = await ann.client.call(getMessages, { anchor: 'newest', num_before: 1, num_after: 0 })
        return messages[0]?.content
      })
      .toContain('good evening')
    expect(await waiting()).toEqual([])
  })

  test('that failed say why, and are tried again', async () => {
    await schedule('secret', 'too late', 60)
    await item('Scheduled', 'too late').waitFor()
    const allow = (who: 'role:owners' | 'role:everyone') =>
      server.owner.call(updateStream, {
        stream_id: generalId(),
        can_send_message_group: { new: server.realm.groups.system(who).id },
      })
    await allow('role:owners')
    clock.pass(120)
    await server.runJobs()
    const row = item('Scheduled', 'too late')
    await row
      .getByRole('alert')
      .filter({ hasText: /^Not sent\. You can read this channel/ })
      .waitFor()
    await page.getByRole('tab', { name: /^Scheduled.* 1 was not sent$/ }).waitFor()
    await allow('role:everyone')
    await row.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor()
    await app.go(`#narrow/channel/${generalId()}/topic/secret`)
    await page.getByRole('article', { name: /Ann, .*too late$/ }).waitFor()
  })
})

describe('reminders', () => {
  test('get another time and keep their note, lead to their message, and are deleted, which can be undone', async () => {
    const id = await say('bread', 'needs flour')
    await ann.client.call(createMessageReminder, {
      message_id: id,
      scheduled_delivery_timestamp: seconds() + HOUR,
      note: 'buy\nit',
    })
    await app.go('#reminders')
    const row = item('Reminders', 'needs flour')
    await row.getByText('Your note: buy').waitFor()
    await row.getByRole('button', { name: 'Change time' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remind me' })
    await dialog.getByLabel('Date and time').fill('2026-03-04T05:06')
    await dialog.getByRole('button', { name: 'Change time' }).click()
    await row.getByText('05:06').waitFor()
    await expect
      .poll(async () => (await ann.client.call(getReminders, {})).reminders)
      .toMatchObject([{ content: expect.stringContaining('> buy\n> it'), reminder_target_message_id: id }])
    // For a moment the old one is there beside the new one.
    await expect.poll(() => row.count()).toBe(1)
    await row.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor()
    await button('Undo').click()
    await row.getByRole('link', { name: 'Go to message' }).click()
    await page.getByRole('heading', { level: 1, name: 'bread' }).waitFor()
    expect(page.url()).toContain(`/near/${id}`)
  })

  test('a message that is gone says so when the time is to be changed', async () => {
    const [reminder] = (await ann.client.call(getReminders, {})).reminders
    await server.owner.call(deleteMessage, { message_id: reminder!.reminder_target_message_id })
    await app.go('#reminders')
    await item('Reminders', 'needs flour').getByRole('button', { name: 'Change time' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remind me' })
    await dialog.getByLabel('Date and time').fill('2026-03-05T05:06')
    await dialog.getByRole('button', { name: 'Change time' }).click()
    await dialog.getByRole('alert').filter({ hasText: 'Invalid message(s)' }).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    expect((await ann.client.call(getReminders, {})).reminders).toEqual([reminder])
  })
})

test('the tabs and the rows work with keys', async () => {
  await schedule('one', 'first')
  const { scheduled_message_id } = await schedule('two', 'second', 2 * HOUR)
  await tab('Reminders').focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => tab('Scheduled').evaluate((one) => one === document.activeElement)).toBe(true)
  await item('Scheduled', 'second').waitFor()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('e')
  await item('Scheduled', 'two').getByRole('textbox', { name: 'Edit message' }).waitFor()
  // It was sent from another device meanwhile.
  await ann.client.call(deleteScheduledMessage, { scheduled_message_id })
  await item('Scheduled', 'two').waitFor({ state: 'detached' })
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'one' }).waitFor()
})

test.each([
  { name: 'a desk in light', options: {} },
  { name: 'a phone in dark', options: { viewport: PHONE, colorScheme: 'dark' as const } },
])('is accessible on $name', async ({ options }) => {
  const other = await openApp(ann, options)
  for (const [address, name] of [
    ['#narrow/is/starred', 'Saved'],
    ['#drafts', 'Drafts'],
    ['#scheduled', 'Scheduled'],
    ['#reminders', 'Reminders'],
  ] as const) {
    await other.go(address)
    await other.page.getByRole('tab', { name, selected: true }).waitFor()
    const rows = name === 'Saved' ? other.page.getByRole('article') : other.page.getByRole('list', { name })
    await rows.first().waitFor()
    expect(await problemsOf(other.page)).toEqual([])
    expect(await overflow(other.page)).toBe(0)
    if (name !== 'Scheduled' || !('viewport' in options)) continue
    // There is no room for all buttons.
    await rows.getByRole('button', { name: 'More' }).first().click()
    await other.page.getByRole('menuitem', { name: 'Send now' }).waitFor()
    await other.page.keyboard.press('Escape')
  }
  await other.page.context().close()
})
