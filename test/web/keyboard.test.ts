import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { sendMessage, updateMessage } from '../../api/endpoints/messages.ts'
import { addReaction } from '../../api/endpoints/reactions.ts'
import { updateRealm } from '../../api/endpoints/realm.ts'
import { useServer } from '../use-server.ts'
import { useApp } from './use-app.ts'

const { server, ann, ben } = useServer({ members: ['ann', 'ben'], channel: 'general' })
const { app, page } = useApp(server, ann)

const say = async (topic: string, content: string): Promise<number> =>
  (await ben.client.call(sendMessage, { type: 'channel', to: 'general', topic, content })).id
const tell = (content: string) =>
  ben.client.call(sendMessage, { type: 'direct', to: JSON.stringify([ann.id]), content })
const generalId = (): number => server.channelId('general')
const heading = (name: string): Locator => page.getByRole('heading', { level: 1, name, exact: true })
const article = (words: string): Locator => page.getByRole('feed').getByRole('article', { name: new RegExp(words) })
const nav = (name: string): Locator =>
  page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name, exact: true })
/** Presses keys without waiting between them, because two keys of a sequence have to come soon after each other. */
const press = async (...keys: string[]): Promise<void> => {
  await Promise.all(keys.map((key) => page.keyboard.press(key)))
}
const hasFocus = (one: Locator): Promise<boolean> => one.evaluate((element) => element === document.activeElement)
const open = async (topic: string, words: string): Promise<void> => {
  await app.go(`#narrow/channel/${generalId()}/topic/${topic}`)
  await article(words).waitFor()
  await expect.poll(() => hasFocus(article(words))).toBe(true)
}

test.each([
  ['g', 'i', '#inbox'],
  ['g', 'r', '#recent'],
  ['g', 'm', '#narrow/is/mentioned'],
  ['g', 'a', '#feed'],
  ['g', 'l', '#narrow/is/starred'],
  ['g', 'd', '#drafts'],
])('%s then %s goes to %s', async (first, second, fragment) => {
  await press(first, second)
  await expect.poll(() => new URL(page.url()).hash).toBe(fragment)
})

test('the keys of other chat programs go to the same places', async () => {
  await press('t')
  await heading('Recent').waitFor()
  await press('a')
  await heading('All messages').waitFor()
  await press('Shift+I')
  await heading('Inbox').waitFor()
  await press('Alt+ArrowLeft')
  await heading('All messages').waitFor()
  await press('Alt+ArrowRight')
  await heading('Inbox').waitFor()
  for (const [key, sign] of [
    ['q', '#'],
    ['w', '@'],
  ] as const) {
    await press(key)
    const field = page.getByRole('combobox', { name: 'Go to or do anything' })
    await field.waitFor()
    expect(await field.inputValue()).toBe(sign)
    await press('Escape')
    await field.waitFor({ state: 'detached' })
  }
})

test('N and P open what is unread, S goes up, Shift J marks all as read, and Ctrl Z undoes that', async () => {
  await say('apples', 'red ones')
  await say('pears', 'green ones')
  await tell('hello Ann')
  await app.go('#inbox')
  await page.getByRole('link', { name: 'Ben, 1 unread' }).first().waitFor()
  await press('Shift+J')
  await page.getByRole('heading', { name: 'You are all caught up' }).waitFor()
  await press('n')
  await page.getByText('Nothing else is unread').first().waitFor()
  await press('Control+z')
  await nav('general, 2 unread').waitFor()
  await press('p')
  await heading('Ben').waitFor()
  await press('n')
  await expect.poll(() => page.url()).toContain('/topic/')
  await article('ones').waitFor()
  await nav('general, 1 unread').waitFor()
  await press('n')
  await nav('general').waitFor()
  await press('s')
  await page.getByRole('table', { name: 'Topics' }).waitFor()
})

test('the key of each item of a menu does what the item does', async () => {
  const id = await say('kitchen', 'who cooks?')
  await ben.client.call(addReaction, { message_id: id, emoji_name: 'tada' })
  await open('kitchen', 'who cooks')
  // The second of two keys means nothing to the message.
  await press('g', 'l')
  await expect.poll(() => new URL(page.url()).hash).toBe('#narrow/is/starred')
  await open('kitchen', 'who cooks')
  await press('b')
  await article('who cooks.*saved').waitFor()
  await press('=')
  await article('who cooks').getByRole('button', { name: 'tada, 2', pressed: true }).waitFor()
  await press('.')
  const menu = page.getByRole('menu', { name: 'Message actions' })
  await menu.waitFor()
  await press('Escape')
  await menu.waitFor({ state: 'detached' })
  // Only one's own messages can be edited.
  await press('e')
  expect(await page.getByRole('textbox', { name: 'Edit message' }).count()).toBe(0)
  await press('Shift+U')
  await article('who cooks.*unread').waitFor()
  await press('f')
  await page.getByRole('button', { name: 'Following' }).waitFor()
})

test('each key of a message opens what the sheet says', async () => {
  await server.owner.call(updateRealm, { enable_read_receipts: true })
  const own = { type: 'channel', to: 'general', topic: 'keys' } as const
  const { id } = await ann.client.call(sendMessage, { ...own, content: 'old words' })
  await ann.client.call(updateMessage, { message_id: id, content: 'new words' })
  await open('keys', 'new words')
  for (const [key, role, name] of [
    ['<', 'dialog', 'Forward'],
    [':', 'dialog', 'Add reaction'],
    ['i', 'menu', 'Message actions'],
    ['m', 'dialog', 'Move messages'],
    ['Shift+E', 'dialog', 'Move messages'],
    ['Shift+V', 'dialog', 'Read by'],
    ['Shift+H', 'dialog', 'Edit history'],
    ['e', 'textbox', 'Edit message'],
  ] as const) {
    await article('new words').focus()
    await press(key)
    const opened = page.getByRole(role, { name, exact: true })
    await opened.waitFor()
    await press('Escape')
    await opened.waitFor({ state: 'detached' })
  }
  await article('new words').focus()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await press('l')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(`/topic/keys/near/${id}`)
  await press('Shift+M')
  await page.getByRole('status').getByText('“keys” is muted.').waitFor()
  await press('Shift+M')
  await page.getByRole('status').getByText('“keys” is not muted any more.').waitFor()
  await press('>')
  const message = page.getByRole('textbox', { name: 'Message', exact: true })
  await expect.poll(() => message.inputValue()).toContain('```quote\nnew words\n```')
  await message.fill('')
  await article('new words').focus()
  await press('c')
  await expect.poll(() => hasFocus(page.getByRole('textbox', { name: 'Topic', exact: true }))).toBe(true)
  await press('Escape')
  await app.go('#inbox')
  await heading('Inbox').waitFor()
  await press('x')
  await expect.poll(() => hasFocus(page.getByRole('combobox', { name: 'To', exact: true }))).toBe(true)
  await press('Escape')
  await heading('Inbox').waitFor()
})

test('F6 and Shift F6 go from region to region', async () => {
  await open('keys', 'new words')
  const region = () =>
    page.evaluate(() => {
      const here = document.activeElement
      if (here?.closest('nav')) return 'navigation'
      if (here?.closest('aside')) return 'people'
      return here?.matches('textarea') ? 'composer' : (here?.closest('main') && 'list') || ''
    })
  const seen = new Set<string>()
  for (let press = 0; press < 4; press += 1) {
    await page.keyboard.press('F6')
    seen.add(await region())
  }
  expect([...seen].toSorted()).toEqual(['composer', 'list', 'navigation', 'people'])
  expect(await region()).toBe('list')
  await press('F6')
  expect(await region()).toBe('composer')
  await press('Shift+F6')
  expect(await region()).toBe('list')
})

test('single keys work with any layout, and wait after Esc has left a text', async () => {
  await say('layout', 'first')
  await say('layout', 'second')
  await open('layout', 'first')
  const type = (key: string, code: string) =>
    page.evaluate(
      (init) => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true })),
      { key, code },
    )
  await type('о', 'KeyJ')
  await expect.poll(() => hasFocus(article('second'))).toBe(true)
  await type('л', 'KeyK')
  await expect.poll(() => hasFocus(article('first'))).toBe(true)
  await press('r')
  await page.keyboard.type('half a sentence')
  // Both at once: a busy machine may take its time between two keys of a test.
  await page.evaluate(() => {
    for (const key of ['Escape', 'b'])
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  })
  await expect.poll(() => hasFocus(article('first'))).toBe(true)
  expect(await article('saved').count()).toBe(0)
  await page.getByRole('textbox', { name: 'Message' }).fill('')
})

test('a key that leads to a field gives it the focus before the next key comes', async () => {
  await say('fields', 'go on')
  await open('fields', 'go on')
  // No key pauses any more because an earlier text was left.
  await page.reload()
  await expect.poll(() => hasFocus(article('go on'))).toBe(true)
  const focusAfter = (key: string) =>
    page.evaluate(async (pressed) => {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true }))
      // The browser handles the next key in a task of its own.
      await new Promise((next) => setTimeout(next))
      return document.activeElement?.getAttribute('aria-label')
    }, key)
  expect(await focusAfter('r')).toBe('Message')
  await press('Escape')
  expect(await focusAfter('c')).toBe('Topic')
  await press('Escape')
  expect(await focusAfter('x')).toBe('To')
  await press('Escape')
  await app.go(`#topics/channel/${generalId()}`)
  await page.getByRole('heading', { level: 1, name: 'general' }).waitFor()
  expect(await focusAfter('c')).toBe('Topic')
  await press('Escape')
})

test('a whole visit without a pointer: read, reply, react, move, search', async () => {
  await press('g', 'i')
  await heading('Inbox').waitFor()
  await press('Shift+J')
  await page.getByRole('heading', { name: 'You are all caught up' }).waitFor()
  await say('picnic', 'Saturday at the lake?')
  await nav('general, 1 unread').waitFor()
  // Read.
  await press('n')
  await heading('picnic').waitFor()
  await expect.poll(() => hasFocus(article('Saturday'))).toBe(true)
  await nav('general').waitFor()
  // Reply.
  await press('r')
  await page.keyboard.type('I bring lemonade')
  await press('Enter')
  await article('lemonade').waitFor()
  await press('Escape', 'Home')
  await expect.poll(() => hasFocus(article('Saturday'))).toBe(true)
  // React.
  await press('+')
  const picker = page.getByRole('dialog', { name: 'Add reaction' })
  await picker.getByRole('searchbox', { name: 'Search emoji' }).waitFor()
  await page.keyboard.type('tada')
  await picker.getByRole('button', { name: 'tada', exact: true }).waitFor()
  await press('Enter')
  await article('Saturday').getByRole('button', { name: 'tada, 1', pressed: true }).waitFor()
  // Move the answer to a topic of its own.
  await press('End')
  await expect.poll(() => hasFocus(article('lemonade'))).toBe(true)
  await press('m')
  const move = page.getByRole('dialog', { name: 'Move messages' })
  await expect.poll(() => hasFocus(move.getByRole('textbox', { name: 'Topic' }))).toBe(true)
  await page.keyboard.type('drinks')
  await move.getByRole('button', { name: 'Move 1 message', exact: true }).waitFor()
  await press('Enter')
  await article('lemonade').waitFor({ state: 'detached' })
  await page.getByRole('status').getByText('1 message moved to general › drinks').waitFor()
  // Search, and go to what was found.
  await press('/')
  await expect.poll(() => hasFocus(page.getByRole('combobox', { name: 'Search' }))).toBe(true)
  await page.keyboard.type('lemonade')
  await press('Enter')
  await page
    .getByRole('feed', { name: 'Search results' })
    .getByRole('article', { name: /lemonade/ })
    .waitFor()
  await press('Escape')
  await expect.poll(() => hasFocus(article('lemonade'))).toBe(true)
  await press('Enter')
  await heading('drinks').waitFor()
  await expect.poll(() => hasFocus(article('lemonade'))).toBe(true)
})
