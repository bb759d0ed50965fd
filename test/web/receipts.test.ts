import { beforeAll, expect, test } from 'vitest'
import { createChannel, updateStream } from '../../api/endpoints/channels.ts'
import { updateMessageFlags } from '../../api/endpoints/flags.ts'
import { deleteMessage, getMessages } from '../../api/endpoints/messages.ts'
import { updateRealm } from '../../api/endpoints/realm.ts'
import { getReminders } from '../../api/endpoints/reminders.ts'
import { term } from '../../client/messages/narrow.ts'
import { useServer } from '../use-server.ts'
import { overflow, problemsOf } from './accessible.ts'
import { PHONE } from './app-page.ts'
import { channelId, say } from './message-page.ts'
import { useMessages } from './use-app.ts'

const { server, ann, ben } = useServer({ members: ['ann', 'ben'], channel: 'general' })

beforeAll(async () => {
  await server.person('Cleo', 'general')
})

const { app, openApp } = useMessages(server, ann, { timezoneId: 'UTC' })

const newest = async (topic: string): Promise<string | undefined> => {
  const narrow = [term('channel', channelId(server)), term('topic', topic)]
  const args = { narrow, anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false }
  return (await ben.client.call(getMessages, args)).messages.at(-1)?.content
}

test('who has read a message is shown where the organization allows it', async () => {
  const id = await say(ann, 'receipts', 'did you see this')
  await app.open('receipts', 'did you see')
  await app.openMenu('did you see')
  expect(await app.menuItem('Read by…').count()).toBe(0)
  await app.page.keyboard.press('Escape')
  await server.owner.call(updateRealm, { enable_read_receipts: true })
  await ben.client.call(updateMessageFlags, { messages: [id], op: 'add', flag: 'read' })
  await expect
    .poll(async () => {
      await app.openMenu('did you see')
      const count = await app.menuItem('Read by…').count()
      if (count === 0) await app.page.keyboard.press('Escape')
      return count
    })
    .toBe(1)
  await app.menuItem('Read by…').click()
  const pop = app.dialog('Read by')
  await pop.getByRole('heading', { name: 'Read by 1 of 3' }).waitFor()
  await pop.getByRole('list', { name: 'Read by' }).getByRole('button', { name: 'Ben', exact: true }).waitFor()
  expect(await pop.getAttribute('aria-modal')).toBe(null)
  expect(await problemsOf(app.page)).toEqual([])
  await pop.getByRole('button', { name: 'Close' }).click()
  await pop.waitFor({ state: 'detached' })
})

test('somebody who has read a message is one press away', async () => {
  const id = await say(ann, 'receipts', 'who are the readers')
  await ben.client.call(updateMessageFlags, { messages: [id], op: 'add', flag: 'read' })
  await app.open('receipts', 'who are the readers')
  await app.choose('who are the readers', 'Read by…')
  await app.dialog('Read by').getByRole('button', { name: 'Ben', exact: true }).click()
  await app.dialog('Ben').getByRole('button', { name: 'Send a direct message', exact: true }).waitFor()
  await app.dialog('Read by').waitFor({ state: 'detached' })
  await app.page.keyboard.press('Escape')
  await app.dialog('Ben').waitFor({ state: 'detached' })
  await expect
    .poll(() => app.article('who are the readers').evaluate((one) => one.contains(document.activeElement)))
    .toBe(true)
})

test('one is reminded of a message, not in the past, and can take it back', async () => {
  const id = await say(ben, 'reminders', 'think of me')
  await app.open('reminders', 'think of me')
  await app.choose('think of me', 'Remind me…')
  const dialog = app.dialog('Remind me')
  expect(await problemsOf(app.page)).toEqual([])
  await dialog.getByLabel('Date and time').fill('2020-01-01T09:00')
  await dialog.getByRole('button', { name: 'Remind me' }).click()
  await dialog.getByRole('alert').getByText('This time is over. Choose a later one.').waitFor()
  await dialog.getByLabel('Date and time').fill('2099-01-01T09:00')
  await dialog.getByRole('button', { name: 'Remind me' }).click()
  await dialog.waitFor({ state: 'detached' })
  const reminders = async () => (await ann.client.call(getReminders, {})).reminders
  expect(await reminders()).toMatchObject([
    { reminder_target_message_id: id, scheduled_delivery_timestamp: Date.UTC(2099, 0, 1, 9) / 1000 },
  ])
  await app.page.getByRole('status').getByRole('button', { name: 'Undo' }).last().click()
  await app.toast('The reminder is removed.').waitFor()
  expect(await reminders()).toEqual([])
  await app.choose('think of me', 'Remind me…')
  await server.owner.call(deleteMessage, { message_id: id })
  await dialog.getByLabel('Date and time').fill('2099-01-01T09:00')
  await dialog.getByRole('button', { name: 'Remind me' }).click()
  await dialog.getByRole('alert').getByText('This message was deleted').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
})

test('a message is reported where there is a channel for reports', async () => {
  await say(ben, 'reports', 'buy now')
  await app.open('reports', 'buy now')
  await app.openMenu('buy now')
  expect(await app.menuItem('Report to moderators').count()).toBe(0)
  await app.page.keyboard.press('Escape')
  const { id } = await server.owner.call(createChannel, { name: 'moderation', subscribers: [], invite_only: true })
  await server.owner.call(updateRealm, { moderation_request_channel_id: id })
  await expect
    .poll(async () => {
      await app.openMenu('buy now')
      const count = await app.menuItem('Report to moderators').count()
      if (count === 0) await app.page.keyboard.press('Escape')
      return count
    })
    .toBe(1)
  await app.menuItem('Report to moderators').click()
  const dialog = app.dialog('Report to moderators')
  expect(await problemsOf(app.page)).toEqual([])
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await dialog.getByRole('alert').getByText('Choose what is wrong with it.').waitFor()
  await dialog.getByRole('radio').last().check()
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await dialog.getByRole('alert').getByText('Say what is wrong with it.').waitFor()
  await dialog.getByRole('textbox', { name: 'What else should they know?' }).fill('It sells things.')
  await server.owner.call(updateRealm, { moderation_request_channel_id: -1 })
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await dialog
    .getByRole('alert')
    .getByText(/report/)
    .waitFor()
  await server.owner.call(updateRealm, { moderation_request_channel_id: id })
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await dialog.waitFor({ state: 'detached' })
  await app.toast('Reported to the moderators.').waitFor()
})

const letStartTopics = (group: 'role:nobody' | 'role:everyone') =>
  server.owner.call(updateStream, {
    stream_id: channelId(server),
    can_create_topic_group: { new: server.realm.groups.system(group).id },
  })

test('a message is forwarded with a note, and a refusal keeps the note', async () => {
  const id = await say(ben, 'origin', 'the **news**')
  await app.open('origin', 'the news')
  await app.choose('the news', 'Forward to another topic')
  const dialog = app.dialog('Forward')
  await dialog.getByRole('combobox', { name: 'Channel' }).selectOption({ label: 'general' })
  await dialog.getByRole('combobox', { name: 'Topic' }).fill('press')
  await dialog.getByRole('textbox', { name: 'Your note' }).fill('look at this')
  await dialog.getByRole('region', { name: 'What people will see' }).getByText('said').waitFor()
  expect(await problemsOf(app.page)).toEqual([])
  await letStartTopics('role:nobody')
  await dialog.getByRole('button', { name: 'Forward to general' }).click()
  await dialog.getByRole('alert').waitFor()
  expect(await dialog.getByRole('textbox', { name: 'Your note' }).inputValue()).toBe('look at this')
  await letStartTopics('role:everyone')
  await dialog.getByRole('button', { name: 'Forward to general' }).click()
  await dialog.waitFor({ state: 'detached' })
  await app.toast('Forwarded to general › press').waitFor()
  expect(await newest('press')).toBe(
    `look at this\n\n@_**Ben|${ben.id}** [said](${server.url}/#narrow/channel/${channelId(server)}-general/topic/origin/near/${id}):\n\`\`\`quote\nthe **news**\n\`\`\``,
  )
})

test('a message that is deleted under the open dialog is not forwarded, and the note is kept', async () => {
  const id = await say(ben, 'origin', 'old news')
  await app.open('origin', 'old news')
  await app.choose('old news', 'Forward to another topic')
  const dialog = app.dialog('Forward')
  await dialog.getByRole('textbox', { name: 'Your note' }).fill('a note')
  await server.owner.call(deleteMessage, { message_id: id })
  await dialog.getByRole('alert').getByText('This message was deleted').waitFor()
  expect(await dialog.getByRole('button', { name: 'Forward to general' }).isDisabled()).toBe(true)
  expect(await dialog.getByRole('textbox', { name: 'Your note' }).inputValue()).toBe('a note')
  await dialog.getByRole('button', { name: 'Close' }).click()
})

test('a quote has author and link, and only the selected words if some are selected', async () => {
  const id = await say(ben, 'quotes', 'one two three four')
  await app.open('quotes', 'one two')
  const link = `${server.url}/#narrow/channel/${channelId(server)}-general/topic/quotes/near/${id}`
  const text = app.page.getByRole('textbox', { name: 'Message', exact: true })
  await app.choose('one two', 'Quote')
  await expect
    .poll(() => text.inputValue())
    .toBe(`@_**Ben|${ben.id}** [said](${link}):\n\`\`\`quote\none two three four\n\`\`\`\n`)
  await text.fill('')
  await app
    .article('one two')
    .getByText('one two three four')
    .dblclick({ position: { x: 5, y: 10 } })
  await app.choose('one two', 'Quote')
  await expect.poll(() => text.inputValue()).toBe(`@_**Ben|${ben.id}** [said](${link}):\n\`\`\`quote\none\n\`\`\`\n`)
  await text.fill('')
})

test('a topic is started from a message', async () => {
  await say(ben, 'trunk', 'a branch')
  await app.open('trunk', 'a branch')
  await app.choose('a branch', 'Start a topic from this')
  await app.page.getByRole('textbox', { name: 'Topic', exact: true }).fill('branches')
  const text = app.page.getByRole('textbox', { name: 'Message', exact: true })
  expect(await text.inputValue()).toContain('a branch')
  await app.page.getByRole('button', { name: 'Start topic' }).click()
  await expect.poll(() => newest('branches')).toContain('a branch')
})

test('the layers fit on a phone, in the dark too', async () => {
  await say(ben, 'pocket', 'a pocket message')
  const phone = await openApp(ann, { viewport: PHONE, colorScheme: 'dark' })
  await phone.open('pocket', 'a pocket message')
  for (const [item, name] of [
    ['Forward to another topic', 'Forward'],
    ['Remind me…', 'Remind me'],
    ['Report to moderators', 'Report to moderators'],
    ['Read by…', 'Read by'],
  ] as const) {
    await phone.article('a pocket').dispatchEvent('pointerdown', { pointerType: 'touch', clientX: 50, clientY: 50 })
    await phone.menuItem(item).click()
    await phone.dialog(name).getByRole('button', { name: 'Close' }).waitFor()
    expect(await problemsOf(phone.page)).toEqual([])
    expect(await overflow(phone.page)).toBe(0)
    await phone.dialog(name).getByRole('button', { name: 'Close' }).click()
  }
  await phone.close()
})
