import { expect, test } from 'vitest'
import { subscribe } from '../../api/endpoints/channels.ts'
import { deleteMessage, updateMessage } from '../../api/endpoints/messages.ts'
import { updateRealm } from '../../api/endpoints/realm.ts'
import { unsubscribe } from '../../api/endpoints/subscriptions.ts'
import { useServer } from '../use-server.ts'
import { overflow, problemsOf } from './accessible.ts'
import { PHONE } from './app-page.ts'
import { channelId, say } from './message-page.ts'
import { useMessages } from './use-app.ts'

const { server, ann, ben } = useServer({ members: ['ann', 'ben'], channel: 'general' })
const { app, openApp } = useMessages(server, ann)

const field = () => app.page.getByRole('textbox', { name: 'Edit message' })
const save = () => app.page.getByRole('article').getByRole('button', { name: 'Save', exact: true })
const edit = async (words: string, text: string): Promise<void> => {
  await app.choose(words, 'Edit')
  await field().fill(text)
}

test('one edits one’s own message, and a refusal keeps the text', async () => {
  await say(ann, 'edits', 'frist')
  await say(ben, 'edits', 'not mine')
  await app.open('edits', 'frist')
  await app.article('frist').focus()
  await app.page.keyboard.press('e')
  await expect.poll(() => field().inputValue()).toBe('frist')
  await field().fill('first')
  await save().click()
  await app.article('first.*edited').waitFor()
  await field().waitFor({ state: 'detached' })
  await edit('first', 'never')
  await app.page.keyboard.press('Escape')
  await field().waitFor({ state: 'detached' })
  await app.openMenu('not mine')
  expect(await app.menuItem('Edit').count()).toBe(0)
  await app.page.keyboard.press('Escape')
})

test('an edit that is left while it is saved is open again if the server refuses it', async () => {
  await say(ann, 'left', 'as before')
  await app.open('left', 'as before')
  const gate = Promise.withResolvers<void>()
  const refusal = { status: 400, json: { result: 'error', code: 'BAD_REQUEST', msg: 'Not today' } }
  await app.page.route('**/json/messages/*', (route) =>
    route.request().method() === 'GET' ? route.continue() : gate.promise.then(() => route.fulfill(refusal)),
  )
  await edit('as before', 'as wanted')
  await app.page.keyboard.press('Enter')
  await app.page.keyboard.press('Escape')
  await field().waitFor({ state: 'detached' })
  gate.resolve()
  await expect.poll(() => field().inputValue()).toBe('as wanted')
  await app.page.getByRole('article').getByRole('alert').getByText('Not today').waitFor()
  await app.page.unroute('**/json/messages/*')
  await app.page.keyboard.press('Escape')
})

test('an edit that was left while it was saved does not end the next one', async () => {
  await say(ann, 'next', 'one line')
  await say(ann, 'next', 'two lines')
  await app.open('next', 'two lines')
  const gate = Promise.withResolvers<void>()
  await app.page.route('**/json/messages/*', (route) =>
    route.request().method() === 'GET' ? route.continue() : gate.promise.then(() => route.continue()),
  )
  await edit('one line', 'one word')
  await app.page.keyboard.press('Enter')
  await app.page.keyboard.press('Escape')
  await edit('two lines', 'two words')
  gate.resolve()
  await app.article('one word.*edited').waitFor()
  expect(await field().inputValue()).toBe('two words')
  expect(await field().evaluate((one) => one === document.activeElement)).toBe(true)
  await app.page.unroute('**/json/messages/*')
  await app.page.keyboard.press('Escape')
})

test('an edit is open again after a reload, with what was typed', async () => {
  await say(ann, 'reloads', 'as it was')
  await app.open('reloads', 'as it was')
  await edit('as it was', 'as it will be')
  await app.page.reload()
  await expect.poll(() => field().inputValue()).toBe('as it will be')
  await save().click()
  await app.article('as it will be.*edited').waitFor()
  await app.page.reload()
  await app.article('as it will be').waitFor()
  expect(await field().count()).toBe(0)
})

test('a permission that is lost while editing is said at once, and the text is kept', async () => {
  await say(ann, 'lost permission', 'old words')
  await app.open('lost permission', 'old words')
  await edit('old words', 'new words')
  await server.owner.call(updateRealm, { allow_message_editing: false })
  await app.page.getByRole('article').getByRole('alert').getByText('Editing of messages was switched off.').waitFor()
  await save().click()
  await app.page.getByRole('article').getByRole('alert').getByText('turned off message editing').waitFor()
  expect(await field().inputValue()).toBe('new words')
  await app.page.getByRole('article').getByRole('button', { name: 'Cancel' }).click()
  await app.openMenu('old words')
  expect(await app.menuItem('Edit').count()).toBe(0)
  await app.page.keyboard.press('Escape')
  await server.owner.call(updateRealm, { allow_message_editing: true })
})

test('the time for an edit is counted down, and after it the item says why', async () => {
  await server.owner.call(updateRealm, { message_content_edit_limit_seconds: 600 })
  await say(ann, 'time', 'hurry')
  await app.open('time', 'hurry')
  await app.choose('hurry', 'Edit')
  await app.page
    .getByRole('article')
    .getByText(/^\d+ minutes left$/)
    .waitFor()
  await field().fill('hurried')
  await server.owner.call(updateRealm, { message_content_edit_limit_seconds: 1 })
  await app.page
    .getByRole('article')
    .getByRole('alert')
    .getByText('The time for editing this message is over. Your text is kept.')
    .waitFor()
  expect(await field().inputValue()).toBe('hurried')
  await app.page.getByRole('article').getByRole('button', { name: 'Cancel' }).click()
  await app.openMenu('hurry')
  expect(await app.menuItem('Edit').getAttribute('aria-disabled')).toBe('true')
  expect(await app.menuItem('Edit').getAttribute('aria-description')).toBe('The time for editing this message is over.')
  await app.page.keyboard.press('Escape')
  await server.owner.call(updateRealm, { message_content_edit_limit_seconds: 'unlimited' })
})

test('two devices edit one message: both texts are shown and put together', async () => {
  await say(ann, 'devices', 'late by two minutes, nothing is lost')
  const other = await openApp(ann)
  for (const one of [app, other]) {
    await one.open('devices', 'late by')
    await one.choose('late by', 'Edit')
  }
  await other.page.getByRole('textbox', { name: 'Edit message' }).fill('late by five minutes, nothing is lost')
  await other.page.keyboard.press('Enter')
  await other.article('five minutes.*edited').waitFor()
  await field().fill('late by two minutes, no reading is lost')
  await save().click()
  const dialog = app.dialog('Edited on another device')
  await dialog
    .getByRole('alert')
    .getByText(/^You saved a change at \d\d:\d\d on another device, while/)
    .waitFor()
  const saved = dialog.getByRole('region', { name: 'Saved text' })
  expect(await saved.getByRole('insertion').first().textContent()).toBe('five')
  expect(await saved.getByRole('deletion').first().textContent()).toBe('two')
  expect(await problemsOf(app.page)).toEqual([])
  await dialog.getByRole('button', { name: 'Put both changes into this text' }).click()
  const text = dialog.getByRole('region', { name: 'This text' }).getByRole('textbox', { name: 'This text' })
  expect(await text.inputValue()).toBe('late by five minutes, no reading is lost')
  await dialog.getByRole('button', { name: 'Save this text' }).click()
  await dialog.waitFor({ state: 'detached' })
  await other.article('five minutes, no reading is lost').waitFor()
  await other.close()
})

test('the saved text can be kept, and a closed conflict comes back', async () => {
  const id = await say(ann, 'keeping', 'draft one')
  await app.open('keeping', 'draft one')
  await edit('draft one', 'mine')
  await ann.client.call(updateMessage, { message_id: id, content: 'theirs' })
  await save().click()
  const dialog = app.dialog('Edited on another device')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await field().inputValue()).toBe('mine')
  await save().click()
  await dialog.getByRole('button', { name: 'Keep the saved text' }).click()
  await dialog.waitFor({ state: 'detached' })
  await app.article('theirs').waitFor()
  expect(await field().count()).toBe(0)
})

test('a message that is deleted while it is edited leaves its text', async () => {
  const id = await say(ann, 'deleted', 'short life')
  await app.open('deleted', 'short life')
  await edit('short life', 'a long answer')
  await server.owner.call(deleteMessage, { message_id: id })
  const dialog = app.dialog('Edit message')
  await dialog.getByRole('alert').getByText('This message was deleted').waitFor()
  expect(await dialog.getByRole('textbox', { name: 'Your text' }).inputValue()).toBe('a long answer')
  expect(await problemsOf(app.page)).toEqual([])
  await dialog.getByRole('button', { name: 'Close' }).click()
  const composer = app.page.getByRole('textbox', { name: 'Message', exact: true })
  await expect.poll(() => composer.inputValue()).toBe('a long answer')
})

test('a message that another person moves while it is edited can be followed', async () => {
  const id = await say(ann, 'moving', 'on the way')
  await say(ben, 'moving', 'something else')
  await app.open('moving', 'on the way')
  await edit('on the way', 'still on the way')
  await ben.client.call(updateMessage, { message_id: id, topic: 'arrived', propagate_mode: 'change_one' })
  const dialog = app.dialog('Edit message')
  await dialog.getByRole('alert').getByText('This message was moved to general › arrived.').waitFor()
  await dialog.getByRole('button', { name: 'Go to the message' }).click()
  await app.page.getByRole('heading', { level: 1, name: 'arrived' }).waitFor()
  await expect.poll(() => field().inputValue()).toBe('still on the way')
  await save().click()
  await app.article('still on the way').waitFor()
})

test('a message that can no longer be seen keeps the text of its edit', async () => {
  const subscriptions = [{ name: 'secrets' }]
  const principals = [ann.id]
  await server.owner.call(subscribe, { subscriptions, principals, invite_only: true })
  await say(ann, 'hidden', 'a secret', 'secrets')
  await app.go(`#narrow/channel/${channelId(server, 'secrets')}/topic/hidden`)
  await edit('a secret', 'a better secret')
  await server.owner.call(unsubscribe, { subscriptions: ['secrets'], principals })
  const dialog = app.dialog('Edit message')
  await dialog.getByRole('alert').getByText('you can no longer see it').waitFor()
  expect(await dialog.getByRole('textbox', { name: 'Your text' }).inputValue()).toBe('a better secret')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await app.page.getByRole('heading', { name: 'You cannot see this conversation' }).waitFor()
})

test('a menu whose message is deleted or moved away says so', async () => {
  const id = await say(ben, 'menus', 'here today')
  const other = await say(ben, 'menus', 'gone tomorrow')
  await app.open('menus', 'here today')
  await app.openMenu('here today')
  await ben.client.call(updateMessage, { message_id: id, topic: 'elsewhere', propagate_mode: 'change_one' })
  await app.toast('This message was moved to general › elsewhere.').waitFor()
  expect(await app.page.getByRole('menu').count()).toBe(0)
  await app.openMenu('gone tomorrow')
  await server.owner.call(deleteMessage, { message_id: other })
  await app.toast('This message was deleted, or you can no longer see it.').waitFor()
  expect(await app.page.getByRole('menu').count()).toBe(0)
})

test('a menu and a dialog whose message can no longer be seen say so', async () => {
  const name = 'whispers'
  const enter = () =>
    server.owner.call(subscribe, {
      subscriptions: [{ name }],
      // Only who is in it can let others in again.
      principals: [ann.id, server.ownerId],
      invite_only: true,
    })
  const leave = () => server.owner.call(unsubscribe, { subscriptions: [name], principals: [ann.id] })
  await enter()
  await say(ann, 'hush', 'a whisper', name)
  await app.go(`#narrow/channel/${channelId(server, name)}/topic/hush`)
  await app.openMenu('a whisper')
  await leave()
  await app.toast('This message was deleted, or you can no longer see it.').last().waitFor()
  await app.page.getByRole('heading', { name: 'You cannot see this conversation' }).waitFor()
  expect(await app.page.getByRole('menu').count()).toBe(0)
  await enter()
  await app.choose('a whisper', 'Forward to another topic')
  const dialog = app.dialog('Forward')
  await dialog.getByRole('textbox', { name: 'Your note' }).fill('hear this')
  await dialog.getByRole('combobox', { name: 'Channel' }).selectOption({ label: 'general' })
  await leave()
  await dialog.getByRole('alert').getByText('you can no longer see it').waitFor()
  expect(await dialog.getByRole('textbox', { name: 'Your note' }).inputValue()).toBe('hear this')
  await dialog.getByRole('button', { name: 'Close' }).click()
})

test('the history shows what changed, the newest first', async () => {
  const id = await say(ann, 'history', 'we meet on Monday')
  await ann.client.call(updateMessage, { message_id: id, content: 'we meet on Tuesday' })
  await ben.client.call(updateMessage, { message_id: id, topic: 'meetings' })
  await app.open('meetings', 'we meet')
  await app.choose('we meet', 'Edit history')
  const dialog = app.dialog('Edit history')
  const entries = dialog.getByRole('list', { name: 'Edit history' }).getByRole('listitem')
  await expect.poll(() => entries.count()).toBe(3)
  const texts = await entries.allTextContents()
  expect(texts[0]).toContain('Moved')
  expect(texts[0]).toContain('history')
  expect(texts[1]).toContain('Text edited')
  expect(texts[2]).toContain('First version')
  expect(await entries.nth(1).getByRole('deletion').textContent()).toBe('Monday')
  expect(await entries.nth(1).getByRole('insertion').textContent()).toBe('Tuesday')
  expect(await problemsOf(app.page)).toEqual([])
  await dialog.getByRole('button', { name: 'Full text' }).click()
  await entries.nth(2).getByText('we meet on Monday').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
})

test('layers that could not fetch what they show say so, and fetch it with the next try', async () => {
  const id = await say(ann, 'fetching', 'seen by none')
  await ann.client.call(updateMessage, { message_id: id, content: 'seen by few' })
  await app.open('fetching', 'seen by few')
  const isAsked = (url: URL) => /\/messages\/\d+(\/history)?$/.test(url.pathname)
  for (const [action, name, shown] of [
    ['Edit history', 'Edit history', 'First version'],
    ['Forward to another topic', 'Forward', 'seen by few'],
  ] as const) {
    await app.page.route(isAsked, (route) => route.abort())
    await app.choose('seen by few', action)
    const alert = app.dialog(name).getByRole('alert')
    await alert.getByText('The server cannot be reached').waitFor()
    await app.page.unroute(isAsked)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await app.dialog(name).getByText(shown).first().waitFor()
    expect(await alert.count()).toBe(0)
    await app.page.keyboard.press('Escape')
  }
})

test('what was never changed has no history, and an organization can hide it', async () => {
  await say(ann, 'no history', 'as it was')
  await app.open('no history', 'as it was')
  await app.openMenu('as it was')
  expect(await app.menuItem('Edit history').getAttribute('aria-disabled')).toBe('true')
  await app.page.keyboard.press('Escape')
  await server.owner.call(updateRealm, { message_edit_history_visibility_policy: 'none' })
  await expect
    .poll(async () => {
      await app.openMenu('as it was')
      const count = await app.menuItem('Edit history').count()
      await app.page.keyboard.press('Escape')
      return count
    })
    .toBe(0)
  await server.owner.call(updateRealm, { message_edit_history_visibility_policy: 'all' })
})

test('the two texts fit on a phone, in the dark too', async () => {
  const id = await say(ann, 'phone', 'words of a phone')
  const phone = await openApp(ann, { viewport: PHONE, colorScheme: 'dark' })
  await phone.open('phone', 'words of a phone')
  await phone.article('words of').dispatchEvent('pointerdown', { pointerType: 'touch', clientX: 50, clientY: 50 })
  await phone.menuItem('Edit').click()
  await phone.page.getByRole('textbox', { name: 'Edit message' }).fill('other words of a phone')
  await ann.client.call(updateMessage, { message_id: id, content: 'words of a telephone' })
  await phone.page.getByRole('article').getByRole('button', { name: 'Save', exact: true }).click()
  await phone.dialog('Edited on another device').waitFor()
  expect(await problemsOf(phone.page)).toEqual([])
  expect(await overflow(phone.page)).toBe(0)
  await phone.page.getByRole('button', { name: 'Keep the saved text' }).click()
  await phone.article('telephone').dispatchEvent('pointerdown', { pointerType: 'touch', clientX: 50, clientY: 50 })
  await phone.menuItem('Edit history').click()
  await phone.dialog('Edit history').getByRole('listitem').first().waitFor()
  expect(await problemsOf(phone.page)).toEqual([])
  expect(await overflow(phone.page)).toBe(0)
  await phone.close()
})
