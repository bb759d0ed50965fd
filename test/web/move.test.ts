import { beforeAll, expect, test } from 'vitest'
import { subscribe } from '../../api/endpoints/channels.ts'
import { deleteMessage, getMessages } from '../../api/endpoints/messages.ts'
import { updateRealm } from '../../api/endpoints/realm.ts'
import { term } from '../../client/messages/narrow.ts'
import { useServer } from '../use-server.ts'
import { overflow, problemsOf } from './accessible.ts'
import { PHONE } from './app-page.ts'
import { channelId, say } from './message-page.ts'
import { useMessages } from './use-app.ts'

const { server, ann, ben } = useServer({ members: ['ann', 'ben'], channel: 'general' })

beforeAll(async () => {
  for (const one of [ann, ben]) await one.client.call(subscribe, { subscriptions: [{ name: 'kitchen' }] })
})

const { app, openApp } = useMessages(server, ann)

const move = () => app.dialog('Move messages')
const button = (name: string) => move().getByRole('button', { name, exact: true })
const radio = (name: string) => move().getByRole('radio', { name, exact: true })
const topic = () => move().getByRole('textbox', { name: 'Topic', exact: true })

/** What people wrote in a topic, without the notes of the server. */
async function wordsIn(name: string, channel = 'general'): Promise<string[]> {
  const narrow = [term('channel', channelId(server, channel)), term('topic', name)]
  const args = { narrow, anchor: 'newest', num_before: 50, num_after: 0, apply_markdown: false }
  const { messages } = await ann.client.call(getMessages, args)
  return messages.filter(({ sender_id }) => [ann.id, ben.id].includes(sender_id)).map(({ content }) => content)
}

const fill = async (name: string, ...words: readonly string[]): Promise<number[]> => {
  const ids: number[] = []
  for (const one of words) ids.push(await say(ben, name, one))
  await app.open(name, words.at(-1)!)
  return ids
}

test('one message, those from here on, or the whole topic are moved, and exactly these are listed', async () => {
  await fill('stew', 'one pot', 'two pots', 'three pots')
  await app.choose('two pots', 'Move messages…')
  await button('Move 2 messages').waitFor()
  const list = move().getByRole('list', { name: 'What moves' })
  expect(await list.getByRole('listitem').allTextContents()).toEqual([
    expect.stringContaining('two pots'),
    expect.stringContaining('three pots'),
  ])
  expect(await button('Move 2 messages').isDisabled()).toBe(true)
  expect(await problemsOf(app.page)).toEqual([])
  await radio('The whole topic').check()
  await button('Move 3 messages').waitFor()
  await radio('Only this one').check()
  await topic().fill('pans')
  await button('Move 1 message').click()
  await move().waitFor({ state: 'detached' })
  await app.article('two pots').waitFor({ state: 'detached' })
  expect(await wordsIn('pans')).toEqual(['two pots'])
  expect(await wordsIn('stew')).toEqual(['one pot', 'three pots'])
  // A note stands in both topics.
  await app.article('moved').waitFor()
  await app.toast('1 message moved to general › pans').waitFor()
  await app.open('pans', 'two pots')
  await app.article('moved').waitFor()
})

test('a move can be undone', async () => {
  await fill('plans', 'plan a', 'plan b', 'plan c')
  await app.choose('plan b', 'Move messages…')
  await topic().fill('other plans')
  await button('Move 2 messages').click()
  await app.article('plan c').waitFor({ state: 'detached' })
  await app.page.getByRole('status').getByRole('button', { name: 'Undo' }).last().click()
  await app.article('plan c').waitFor()
  await app.toast('Moved back.').waitFor()
  expect(await wordsIn('plans')).toEqual(['plan a', 'plan b', 'plan c'])
  expect(await wordsIn('other plans')).toEqual([])
})

test('a merge is announced with the number of messages, and cannot be undone', async () => {
  await fill('target', 'there one', 'there two')
  await fill('source', 'here one')
  await app.choose('here one', 'Move messages…')
  await topic().fill('Target')
  await move().getByText('This topic exists and has 2 messages. The two will be mixed in time order.').first().waitFor()
  await button('Pick a new name').click()
  expect(await topic().evaluate((field: HTMLInputElement) => field.matches(':focus') && field.selectionEnd)).toBe(6)
  await button('Move 1 message').click()
  await app.toast('1 message moved to general › target').waitFor()
  const toast = app.page.getByRole('status').locator('.toast', { hasText: 'general › target' })
  expect(await toast.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  expect(await wordsIn('target')).toEqual(['there one', 'there two', 'here one'])
})

test('the whole topic goes to another channel, and stays open', async () => {
  await fill('recipes', 'salt', 'pepper')
  await app.page.getByRole('main').getByRole('button', { name: 'More', exact: true }).first().click()
  await app.page.getByRole('menuitem', { name: 'Move messages…' }).click()
  expect(await radio('The whole topic').isChecked()).toBe(true)
  await move().getByRole('combobox', { name: 'Channel' }).selectOption({ label: 'kitchen' })
  await button('Move 2 messages').click()
  await app.page.waitForURL((url) => url.hash.includes('kitchen'))
  await app.article('pepper').waitFor()
  expect(await wordsIn('recipes', 'kitchen')).toEqual(['salt', 'pepper'])
})

test('two people move the same messages: the second one sees what changed, and nothing was moved', async () => {
  const ids = await fill('race', 'first', 'second', 'third')
  await app.choose('second', 'Move messages…')
  await topic().fill('mine')
  await button('Move 2 messages').waitFor()
  const other = await openApp(ben)
  await other.open('race', 'third')
  await other.choose('third', 'Move messages…')
  await other.dialog('Move messages').getByRole('radio', { name: 'Only this one' }).check()
  await other.dialog('Move messages').getByRole('textbox', { name: 'Topic' }).fill('his')
  await other
    .dialog('Move messages')
    .getByRole('checkbox', { name: /Leave a note/ })
    .uncheck()
  await other.dialog('Move messages').getByRole('button', { name: 'Move 1 message', exact: true }).click()
  await other.article('third').waitFor({ state: 'detached' })
  await button('Move 2 messages').click()
  const alert = move().getByRole('alert')
  await alert.getByText(/^This topic changed\./).waitFor()
  expect(await button('Move 1 message').isEnabled()).toBe(true)
  expect(await wordsIn('race')).toEqual(['first', 'second'])
  expect(await wordsIn('mine')).toEqual([])
  // A new message is a change too.
  await say(ben, 'race', 'fourth')
  await button('Move 1 message').click()
  await button('Move 2 messages').click()
  await move().waitFor({ state: 'detached' })
  expect(await wordsIn('mine')).toEqual(['second', 'fourth'])
  expect(await wordsIn('his')).toEqual(['third'])
  expect(ids).toHaveLength(3)
  await other.close()
})

test('a message that is deleted or moved under the open dialog is not moved', async () => {
  const [, gone] = await fill('fragile', 'stays', 'vanishes')
  await app.choose('vanishes', 'Move messages…')
  await topic().fill('nowhere')
  await button('Move 1 message').waitFor()
  await server.owner.call(deleteMessage, { message_id: gone! })
  await button('Move 1 message').click()
  await move()
    .getByRole('alert')
    .getByText(/^This topic changed\. The message that you chose/)
    .waitFor()
  expect(await topic().inputValue()).toBe('nowhere')
  await radio('The whole topic').check()
  await button('Move 1 message').click()
  await move().waitFor({ state: 'detached' })
  expect(await wordsIn('nowhere')).toEqual(['stays'])
})

test('who may not move messages does not find the item, and a refusal keeps the dialog', async () => {
  await fill('locked', 'fixed')
  await app.choose('fixed', 'Move messages…')
  await topic().fill('elsewhere')
  await button('Move 1 message').waitFor()
  const groups = server.realm.groups
  await server.owner.call(updateRealm, {
    can_move_messages_between_topics_group: { new: groups.system('role:nobody').id },
  })
  await button('Move 1 message').click()
  await move().getByRole('alert').getByText("You don't have permission to edit this message").waitFor()
  expect(await topic().inputValue()).toBe('elsewhere')
  await move().getByRole('button', { name: 'Close' }).click()
  await server.owner.call(updateRealm, {
    can_move_messages_between_channels_group: { new: groups.system('role:nobody').id },
  })
  await expect
    .poll(async () => {
      await app.openMenu('fixed')
      const count = await app.menuItem('Move messages…').count()
      await app.page.keyboard.press('Escape')
      return count
    })
    .toBe(0)
  const everyone = { new: groups.system('role:everyone').id }
  await server.owner.call(updateRealm, { can_move_messages_between_topics_group: everyone })
  await expect
    .poll(async () => {
      await app.openMenu('fixed')
      const count = await app.menuItem('Move messages…').count()
      await app.page.keyboard.press('Escape')
      return count
    })
    .toBe(1)
  await app.choose('fixed', 'Move messages…')
  await move().getByRole('combobox', { name: 'Channel', exact: true }).waitFor()
  await move().getByText('You cannot move messages out of this channel.').waitFor()
  await move().getByRole('button', { name: 'Close' }).click()
})

test('a topic is muted and heard again with the menu of the header', async () => {
  await fill('noise', 'loud')
  const header = app.page.getByRole('main').getByRole('button', { name: 'More', exact: true }).first()
  await header.click()
  await app.page.getByRole('menuitem', { name: 'Mute topic' }).click()
  await app.toast('is muted.').waitFor()
  await header.click()
  await app.page.getByRole('menuitem', { name: 'Unmute topic' }).click()
  await app.toast('is not muted any more.').waitFor()
  await header.click()
  await app.page.getByRole('menuitem', { name: 'Mute topic' }).waitFor()
  await app.page.keyboard.press('Escape')
})

test('a resolved topic offers to open it again, or to go on in another one', async () => {
  await fill('done deal', 'finished')
  await app.page.keyboard.press('Shift+D')
  await app.page.getByRole('main').getByRole('button', { name: 'Reopen', exact: true }).waitFor()
  await app.page.getByText('This topic is resolved. Writing here keeps it resolved.').waitFor()
  await app.page.getByRole('button', { name: 'Start a follow-up topic' }).click()
  await app.page.getByRole('textbox', { name: 'Topic', exact: true }).fill('next deal')
  const text = app.page.getByRole('textbox', { name: 'Message', exact: true })
  expect(await text.inputValue()).toBe('#**general>✔ done deal**')
  await text.press('Escape')
  await app.page.getByRole('button', { name: 'Open it again' }).click()
  await app.page.getByRole('main').getByRole('button', { name: 'Resolve', exact: true }).waitFor()
})

test('on a phone the dialog fits, in the dark too', async () => {
  await say(ben, 'small', 'a message of a phone')
  const phone = await openApp(ben, { viewport: PHONE, colorScheme: 'dark' })
  await phone.open('small', 'a message of a phone')
  await phone
    .article('a message of a phone')
    .dispatchEvent('pointerdown', { pointerType: 'touch', clientX: 50, clientY: 50 })
  expect(await problemsOf(phone.page)).toEqual([])
  await phone.menuItem('Move messages…').click()
  await phone.dialog('Move messages').getByRole('button', { name: 'Move 1 message', exact: true }).waitFor()
  expect(await problemsOf(phone.page)).toEqual([])
  expect(await overflow(phone.page)).toBe(0)
  await phone.close()
})
