import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { sendMessage } from '../../api/endpoints/messages.ts'
import { useServer } from '../use-server.ts'
import { overflow, problemsOf } from './accessible.ts'
import { PHONE } from './app-page.ts'
import { useApp } from './use-app.ts'

const { server, ann } = useServer({ members: ['ann'], channel: 'general' })

beforeAll(async () => {
  const ines = await server.person('Inês Calvão', 'general')
  await server.person('Inge', 'general')
  const say = (topic: string) =>
    ines.client.call(sendMessage, { type: 'channel', to: 'general', topic, content: `notes ${topic}` })
  await say('Offsite backups')
  await say('lunch')
})

const { app, page, openApp } = useApp(server, ann)

const NAME = 'Go to or do anything'
const palette = (on: Page = page): Locator => on.getByRole('dialog', { name: NAME })
const field = (): Locator => palette().getByRole('combobox', { name: NAME })
const option = (name: string): Locator => palette().getByRole('option', { name, exact: true })
const options = (): Promise<string[]> => palette().getByRole('option').allInnerTexts()
const heading = (name: string): Locator => page.getByRole('heading', { level: 1, name })
const open = async (): Promise<void> => {
  await page.keyboard.press('Control+k')
  await field().waitFor()
}

test('the palette goes to a view, a channel, a topic and a person by their names', async () => {
  await app.go('#inbox')
  await heading('Inbox').waitFor()
  await page.getByRole('button', { name: 'Search or jump to…' }).click()
  await field().fill('rec')
  await option('Recent').waitFor()
  await page.keyboard.press('Enter')
  await heading('Recent').waitFor()
  await open()
  await page.keyboard.type('#gen')
  await option('general').waitFor()
  await page.keyboard.press('Enter')
  await heading('general').waitFor()
  await open()
  await page.keyboard.type('backu')
  await option('Offsite backups').click()
  await heading('Offsite backups').waitFor()
  await open()
  await page.keyboard.type('@ines')
  await option('Inês Calvão').waitFor()
  await page.keyboard.press('Enter')
  await heading('Inês Calvão').waitFor()
})

test('arrows choose, Esc closes, and the focus goes back', async () => {
  await page.getByRole('textbox', { name: 'Message' }).focus()
  await open()
  await page.keyboard.type('in')
  const current = () => palette().getByRole('option', { selected: true }).innerText()
  const first = await current()
  await page.keyboard.press('ArrowDown')
  expect(await current()).not.toBe(first)
  await page.keyboard.press('ArrowUp')
  expect(await current()).toBe(first)
  await page.keyboard.press('Escape')
  await palette().waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Message')
  await page.getByRole('textbox', { name: 'Message' }).blur()
})

test('what is chosen often comes first', async () => {
  await open()
  await page.keyboard.type('@in')
  await option('Inge').waitFor()
  // Nobody of the two has been chosen more often.
  await option('Inge').click()
  await heading('Inge').waitFor()
  for (let time = 0; time < 3; time += 1) {
    await open()
    await page.keyboard.type('@in')
    await option('Inge').click()
    await palette().waitFor({ state: 'detached' })
  }
  await open()
  await page.keyboard.type('@in')
  await option('Inge').waitFor()
  expect((await options())[0]).toContain('Inge')
  await page.keyboard.press('Escape')
})

test('an action is done, and words are searched for, here or everywhere', async () => {
  await app.go(`#narrow/channel/${generalId()}/topic/lunch`)
  await heading('lunch').waitFor()
  await open()
  await page.keyboard.type('>dark')
  await option('Switch to dark theme').waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
  await open()
  await page.keyboard.type('>shortcuts')
  await option('Keyboard shortcuts').click()
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await page.keyboard.press('Escape')
  // What the header of the place offers.
  await open()
  await page.keyboard.type('>mute')
  await option('Mute topic').waitFor()
  await page.keyboard.press('Escape')
  await open()
  await page.keyboard.type('notes')
  await option('Messages with “notes” in this topic').click()
  await page
    .getByRole('feed', { name: 'Search results' })
    .getByRole('article', { name: /notes lunch/ })
    .waitFor()
  await page.getByRole('button', { name: 'Remove topic:lunch' }).waitFor()
  await open()
  await page.keyboard.type('notes')
  await page.keyboard.press('Control+Enter')
  await page
    .getByRole('feed', { name: 'Search results' })
    .getByRole('article', { name: /backups/ })
    .waitFor()
})

test('the palette is accessible, at a desk and on a phone', async () => {
  await open()
  await page.keyboard.type('in')
  await option('Inbox').waitFor()
  expect(await problemsOf(page)).toEqual([])
  await page.keyboard.type('quaternion')
  await palette().getByRole('option', { name: 'Messages with “inquaternion”' }).waitFor()
  expect(await problemsOf(page)).toEqual([])
  await palette().getByRole('button', { name: 'Close' }).click()
  const phone = await openApp(ann, { viewport: PHONE, colorScheme: 'dark' })
  await phone.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Channels' }).click()
  await phone.page.getByRole('main').getByRole('heading', { level: 1, name: 'Channels' }).waitFor()
  await phone.page.getByRole('button', { name: 'Search or jump to…' }).click()
  await palette(phone.page).getByRole('option').first().waitFor()
  expect(await problemsOf(phone.page)).toEqual([])
  expect(await overflow(phone.page)).toBe(0)
  await phone.page.context().close()
})

const generalId = (): number => server.channelId('general')
