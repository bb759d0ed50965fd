import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { sendMessage } from '../../api/endpoints/messages.ts'
import { useServer } from '../use-server.ts'
import { useApp } from './use-app.ts'

const { server, ann, ben } = useServer({ members: ['ann', 'ben'], channel: 'general' })
const { app, page, openApp } = useApp(server, ann)

const say = async (topic: string, content: string): Promise<number> =>
  (await ben.client.call(sendMessage, { type: 'channel', to: 'general', topic, content })).id
const generalId = (): number => server.channelId('general')
const article = (words: string): Locator => page.getByRole('feed').getByRole('article', { name: new RegExp(words) })
const press = (key: string): Promise<void> => page.keyboard.press(key)
const hasFocus = (one: Locator): Promise<boolean> => one.evaluate((element) => element === document.activeElement)
const open = async (topic: string, words: string): Promise<void> => {
  await app.go(`#narrow/channel/${generalId()}/topic/${topic.replaceAll(' ', '.20')}`)
  await article(words).waitFor()
  await expect.poll(() => hasFocus(article(words))).toBe(true)
}

test('what is typed before a quote has come stands behind it', async () => {
  await say('fields', 'go on')
  await open('fields', 'go on')
  const gate = Promise.withResolvers<void>()
  await page.route('**/json/messages/*', async (route) => {
    await gate.promise
    await route.continue()
  })
  await press('>')
  await page.keyboard.type('me too')
  gate.resolve()
  const message = page.getByRole('textbox', { name: 'Message', exact: true })
  await expect.poll(() => message.inputValue()).toMatch(/```quote\ngo on\n```\s+me too$/)
  await page.unroute('**/json/messages/*')
  await message.fill('')
  await press('Escape')
})

test('what is typed before a message can be edited stands behind its text', async () => {
  await ann.client.call(sendMessage, { type: 'channel', to: 'general', topic: 'quick', content: 'a bike' })
  await open('quick', 'a bike')
  const gate = Promise.withResolvers<void>()
  await page.route('**/json/messages/*', (route) => gate.promise.then(() => route.continue()))
  await press('e')
  await page.keyboard.type(' and a tent')
  gate.resolve()
  const edit = page.getByRole('textbox', { name: 'Edit message' })
  await expect.poll(() => edit.inputValue()).toBe('a bike and a tent')
  await page.unroute('**/json/messages/*')
  await press('Escape')
})

test('what is typed before a topic can be started from a message is its name', async () => {
  await say('quick start', 'a boat')
  await open('quick start', 'a boat')
  const gate = Promise.withResolvers<void>()
  await page.route('**/json/messages/*', (route) => gate.promise.then(() => route.continue()))
  await press('.')
  await page.getByRole('menuitem', { name: 'Start a topic from this' }).press('Enter')
  await page.keyboard.type('sailing')
  gate.resolve()
  const topic = page.getByRole('textbox', { name: 'Topic', exact: true })
  await expect.poll(() => topic.inputValue()).toBe('sailing')
  await page.unroute('**/json/messages/*')
  await page.keyboard.type(' on')
  await expect.poll(() => topic.inputValue()).toBe('sailing on')
  await topic.fill('')
  await press('Escape')
})

test('what is typed before a slow palette or search has come stands in its field, and triggers nothing', async () => {
  await say('slow', 'stay here')
  for (const [key, name, text] of [
    ['Control+k', 'Go to or do anything', 'recen'],
    ['/', 'Search', 'n p'],
  ] as const) {
    const slow = await openApp(ann)
    await slow.go(`#narrow/channel/${generalId()}/topic/slow`)
    await slow.page.getByRole('article', { name: /stay here/ }).waitFor()
    const gate = Promise.withResolvers<void>()
    await slow.page.route('**/static/web/**', async (route) => {
      await gate.promise
      await route.continue()
    })
    await slow.page.keyboard.press(key)
    await slow.page.keyboard.type(text)
    gate.resolve()
    const field = slow.page.getByRole('combobox', { name, exact: true })
    await expect.poll(() => field.inputValue()).toBe(text)
    await slow.page.context().close()
  }
})

test.each([
  ['m', 'Move messages', 'Topic', 'a new place'],
  ['<', 'Forward', 'Topic', 'a new place'],
] as const)(
  'what is typed before the dialog of %s has come stands in its field, and triggers nothing',
  async (...given) => {
    const [key, dialog, field, text] = given
    await ann.client.call(sendMessage, { type: 'channel', to: 'general', topic: 'hurry', content: 'stay as you are' })
    const slow = await openApp(ann)
    await slow.go(`#narrow/channel/${generalId()}/topic/hurry`)
    await slow.page
      .getByRole('article', { name: /stay as you are/ })
      .first()
      .focus()
    const gate = Promise.withResolvers<void>()
    await slow.page.route('**/static/web/**', (route) => gate.promise.then(() => route.continue()))
    await slow.page.keyboard.press(key)
    await slow.page.keyboard.type(text)
    await slow.page.keyboard.press('Enter')
    gate.resolve()
    const topic = slow.page.getByRole('dialog', { name: dialog }).getByLabel(field, { exact: true })
    await expect.poll(() => topic.inputValue()).toBe(text)
    expect(await slow.page.getByRole('textbox', { name: 'Edit message' }).count()).toBe(0)
    expect(slow.page.url()).toContain('/topic/hurry')
    await slow.page.context().close()
  },
)

test('Esc before a dialog has come closes it, and the keys after it count again', async () => {
  await ann.client.call(sendMessage, { type: 'channel', to: 'general', topic: 'changed my mind', content: 'no dialog' })
  const slow = await openApp(ann)
  await slow.go(`#narrow/channel/${generalId()}/topic/changed.20my.20mind`)
  await slow.page.getByRole('article', { name: /no dialog/ }).focus()
  const gate = Promise.withResolvers<void>()
  const asked = slow.page.waitForRequest(/MoveDialog/)
  await slow.page.route('**/static/web/**', (route) => gate.promise.then(() => route.continue()))
  await slow.page.keyboard.press('m')
  const code = await asked
  await slow.page.keyboard.press('Escape')
  await slow.page.keyboard.press('+')
  await slow.page.getByRole('dialog', { name: 'Add reaction' }).waitFor()
  gate.resolve()
  await code.response()
  await slow.page.keyboard.press('Escape')
  await expect.poll(() => slow.page.getByRole('dialog').count()).toBe(0)
  await slow.page.keyboard.press('m')
  await slow.page.getByRole('dialog', { name: 'Move messages' }).waitFor()
  await slow.page.context().close()
})
