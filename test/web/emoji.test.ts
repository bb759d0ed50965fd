import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { uploadCustomEmoji } from '../../api/endpoints/emoji.ts'
import { deleteMessage } from '../../api/endpoints/messages.ts'
import { addReaction } from '../../api/endpoints/reactions.ts'
import { picture } from '../pictures.ts'
import { useServer } from '../use-server.ts'
import { overflow, problemsOf } from './accessible.ts'
import { PHONE } from './app-page.ts'
import { say } from './message-page.ts'
import { useMessages } from './use-app.ts'

const { server, ann, ben } = useServer({ members: ['ann', 'ben'], channel: 'general' })
const { app, openApp } = useMessages(server, ann)

const picker = (page: Page = app.page): Locator => page.getByRole('dialog', { name: 'Add reaction' })
const openPicker = async (words: string): Promise<void> => {
  await (await app.toolbar(words)).getByRole('button', { name: 'Add reaction' }).click()
  await picker().getByRole('button', { name: 'grinning', exact: true }).waitFor()
}

test('a picker whose emoji cannot be loaded says so, and has them the next time', async () => {
  await say(ben, 'away', 'pick one')
  await app.open('away', 'pick one')
  await app.page.route('**/emoji-list-*.js', (route) => route.abort())
  await (await app.toolbar('pick one')).getByRole('button', { name: 'Add reaction' }).click()
  await app.page
    .getByRole('alert')
    .getByText('This part of the app could not be loaded.')
    .waitFor({ state: 'attached' })
  await app.page.unroute('**/emoji-list-*.js')
  await app.page.keyboard.press('Escape')
  await openPicker('pick one')
  await app.page.keyboard.press('Escape')
})

test('what is searched before the emoji are there is picked when they have come', async () => {
  await say(ben, 'early', 'quick as that')
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const early = await openApp(ann, {
    prepare: (page) => page.route('**/emoji-list-*.js', (route) => arrived.then(() => route.continue())),
  })
  await early.open('early', 'quick as that')
  await early.article('quick').focus()
  await early.page.keyboard.press('+')
  await early.page.keyboard.type('octopus')
  await early.page.keyboard.press('Enter')
  expect(await picker(early.page).getByRole('searchbox', { name: 'Search emoji' }).inputValue()).toBe('octopus')
  expect(await picker(early.page).getByRole('heading', { name: 'No emoji has this name' }).count()).toBe(0)
  arrive()
  await early.article('quick').getByRole('button', { name: 'octopus, 1', pressed: true }).waitFor()
  await picker(early.page).waitFor({ state: 'detached' })
  await early.close()
})

test('each emoji is there once, and the emoji are one tab stop', async () => {
  await say(ben, 'once', 'only once')
  await app.open('once', 'only once')
  await openPicker('only once')
  const names = await picker()
    .getByRole('gridcell')
    .getByRole('button')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
  expect(new Set(names).size).toBe(names.length)
  await picker().getByRole('searchbox', { name: 'Search emoji' }).press('Shift+Tab')
  expect(await app.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(names[0])
  await app.page.keyboard.press('Escape')
})

test('emoji of the organization can be searched for and used', async () => {
  const filename = { filename: 'lantern.png', type: 'image/png', bytes: await picture() }
  await server.owner.call(uploadCustomEmoji, { emoji_name: 'green_lantern', filename })
  await say(ben, 'custom', 'well done')
  await app.open('custom', 'well done')
  await openPicker('well done')
  await picker().getByRole('grid', { name: 'Test' }).getByRole('button', { name: 'green lantern' }).waitFor()
  await picker().getByRole('searchbox', { name: 'Search emoji' }).fill('green lan')
  await app.page.keyboard.press('Enter')
  await app.article('well done').getByRole('button', { name: 'green lantern, 1', pressed: true }).waitFor()
  await openPicker('well done')
  await picker().getByRole('searchbox', { name: 'Search emoji' }).fill('thanks')
  await picker().getByRole('button', { name: 'folded hands' }).waitFor()
  await picker().getByRole('searchbox', { name: 'Search emoji' }).fill('no such thing')
  await picker().getByRole('heading', { name: 'No emoji has this name' }).waitFor()
  expect(await problemsOf(app.page)).toEqual([])
  await app.page.keyboard.press('Escape')
})

test('what one used last stands among those that one uses often, also after a reload', async () => {
  await say(ben, 'often', 'use me')
  await app.open('often', 'use me')
  await openPicker('use me')
  await picker().getByRole('searchbox', { name: 'Search emoji' }).fill('octopus')
  await app.page.keyboard.press('Enter')
  await app.article('use me').getByRole('button', { name: 'octopus, 1' }).waitFor()
  await app.page.reload()
  await openPicker('use me')
  await picker().getByRole('grid', { name: 'You use often' }).getByRole('button', { name: 'octopus' }).waitFor()
  await app.page.keyboard.press('Escape')
})

test('a skin tone changes how hands look, and nothing that others get', async () => {
  await say(ben, 'tones', 'raise your hand')
  await app.open('tones', 'raise your hand')
  await openPicker('raise your hand')
  await picker().getByRole('combobox', { name: 'Skin tone' }).selectOption({ label: '✋🏾' })
  await picker().getByRole('searchbox', { name: 'Search emoji' }).fill('thumbs up')
  const thumb = picker().getByRole('button', { name: 'thumbs up', exact: true })
  await expect.poll(() => thumb.textContent()).toBe('👍🏾')
  await thumb.click()
  const own = app.article('raise your').getByRole('button', { name: 'thumbs up, 1', pressed: true })
  await expect.poll(() => own.textContent()).toBe('👍🏾1')
  const other = await openApp(ben)
  await other.open('tones', 'raise your hand')
  const theirs = other.article('raise your').getByRole('button', { name: 'thumbs up, 1', pressed: false })
  await expect.poll(() => theirs.textContent()).toBe('👍1')
  await expect.poll(() => theirs.getAttribute('aria-description')).toBe('Ann reacted with thumbs up')
  await other.close()
})

test('one person reacts while another takes the reaction back, and both see the same', async () => {
  const id = await say(ben, 'together', 'all together')
  await ben.client.call(addReaction, { message_id: id, emoji_name: 'tada' })
  const other = await openApp(ben)
  await other.open('together', 'all together')
  await app.open('together', 'all together')
  // Both requests go out together, before either page has heard of the other.
  const path = '**/json/messages/*/reactions'
  const asked = app.page.waitForRequest(path)
  await other.page.route(path, async (route) => {
    await asked
    await route.continue()
  })
  await other.article('all together').getByRole('button', { name: 'tada, 1' }).click()
  await app.article('all together').getByRole('button', { name: 'tada, 1' }).click()
  await app.article('all together').getByRole('button', { name: 'tada, 1', pressed: true }).waitFor()
  await other.article('all together').getByRole('button', { name: 'tada, 1', pressed: false }).waitFor()
  await other.close()
})

test('a reaction that is refused is taken back with a reason', async () => {
  const id = await say(ben, 'refused', 'too late')
  await app.open('refused', 'too late')
  await app.page.route('**/json/messages/*/reactions', async (route) => {
    await server.owner.call(deleteMessage, { message_id: id })
    await route.continue()
  })
  await openPicker('too late')
  await picker().getByRole('grid', { name: 'You use often' }).getByRole('button').first().click()
  await app.toast('This message was deleted, or you can no longer see it.').waitFor()
  await app.page.unroute('**/json/messages/*/reactions')
})

test('the picker fits on a phone, in the dark too', async () => {
  await say(ben, 'pocket', 'small emoji')
  const phone = await openApp(ann, { viewport: PHONE, colorScheme: 'dark' })
  await phone.open('pocket', 'small emoji')
  await phone.article('small').dispatchEvent('pointerdown', { pointerType: 'touch', clientX: 50, clientY: 50 })
  await phone.page
    .getByRole('dialog', { name: 'Message actions' })
    .getByRole('button', { name: 'Add reaction' })
    .click()
  // The whole table would take axe half a minute.
  await picker(phone.page).getByRole('searchbox', { name: 'Search emoji' }).fill('grinning')
  await picker(phone.page).getByRole('button', { name: 'grinning', exact: true }).waitFor()
  expect(await problemsOf(phone.page)).toEqual([])
  expect(await overflow(phone.page)).toBe(0)
  await phone.close()
})
