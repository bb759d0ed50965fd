import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { sendMessage } from '../../api/endpoints/messages.ts'
import { useServer } from '../use-server.ts'
import { problemsOf } from './accessible.ts'
import { useApp } from './use-app.ts'

const { server, ann } = useServer({ members: ['ann'], channel: 'general' })
const { app, page } = useApp(server, ann)

const article = (words: string): Locator => page.getByRole('feed').getByRole('article', { name: new RegExp(words) })
const hasFocus = (one: Locator): Promise<boolean> => one.evaluate((element) => element === document.activeElement)
const sheet = (): Locator => page.getByRole('dialog', { name: 'Keyboard shortcuts' })

/** What the sheet says at least. */
const SHEET = [
  ['Go to or do anything', 'Ctrl', 'K'],
  ['Search messages', '/'],
  ['This sheet', '?'],
  ['Close, step back', 'Esc'],
  ['Undo the last action', 'Ctrl', 'Z'],
  ['Next region', 'F6'],
  ['Back, forward', 'Alt', '←'],
  ['Inbox', 'G', 'I'],
  ['Recent', 'G', 'R'],
  ['Mentions', 'G', 'M'],
  ['All messages', 'G', 'A'],
  ['Later', 'G', 'L'],
  ['Drafts', 'G', 'D'],
  ['Next, previous message', 'J', 'K'],
  ['Next unread conversation', 'N'],
  ['Next unread direct message', 'P'],
  ['Newest message', 'End'],
  ['First unread', 'Home'],
  ['Mark unread from here', 'Shift', 'U'],
  ['Mark all here read', 'Shift', 'J'],
  ['Resolve or reopen', 'Shift', 'D'],
  ['Follow', 'F'],
  ['Mute', 'Shift', 'M'],
  ['Up to the channel', 'S'],
  ['Rename', 'Shift', 'E'],
  ['Reply here', 'R'],
  ['Quote', '>'],
  ['React', '+'],
  ['Edit mine', 'E'],
  ['Move', 'M'],
  ['Save for later', 'B'],
  ['Copy link', 'L'],
  ['All actions', '.'],
  ['New topic', 'C'],
  ['New direct message', 'X'],
  ['Send', 'Enter'],
  ['New line', 'Shift', 'Enter'],
  ['Send later', 'Ctrl', 'Shift', 'Enter'],
  ['Preview', 'Alt', 'P'],
] as const

test('? lists the keys, and one switch turns single keys off for this account', async () => {
  for (const content of ['first', 'second']) {
    await ann.client.call(sendMessage, { type: 'channel', to: 'general', topic: 'layout', content })
  }
  await app.go(`#narrow/channel/${server.channelId('general')}/topic/layout`)
  await article('second').focus()
  await page.keyboard.press('?')
  const row = (action: string): Locator => sheet().getByRole('table').getByRole('row').filter({ hasText: action })
  await row('Go to or do anything').waitFor()
  expect(await row('Mark unread from here').innerText()).toContain('Shift')
  for (const [action, ...keys] of SHEET) {
    const texts = await sheet().getByRole('row').filter({ hasText: action }).allInnerTexts()
    expect(texts.some((text) => keys.every((key) => text.split(/\s+/).includes(key)))).toBe(true)
  }
  expect(await problemsOf(page)).toEqual([])
  await sheet().getByRole('searchbox', { name: 'Find a shortcut' }).fill('quote')
  await expect.poll(() => sheet().getByRole('row').filter({ hasText: 'Reply here' }).count()).toBe(0)
  await row('Quote').waitFor()
  const off = sheet().getByRole('switch', { name: 'Single-key shortcuts' })
  await off.click()
  expect(await off.getAttribute('aria-checked')).toBe('false')
  await page.keyboard.press('Escape')
  await sheet().waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(article('second'))).toBe(true)
  await page.reload()
  await article('second').waitFor()
  await article('second').focus()
  // What is typed goes to the composer.
  await page.keyboard.type('back')
  const field = page.getByRole('textbox', { name: 'Message' })
  await expect.poll(() => field.inputValue()).toMatch(/back$/)
  expect(await hasFocus(field)).toBe(true)
  await field.fill('')
  // Combinations still work, and the palette turns single keys on again.
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Go to or do anything' }).fill('>single')
  await page.getByRole('option', { name: 'Turn single-key shortcuts on' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await article('second').focus()
  await page.keyboard.press('k')
  await expect.poll(() => hasFocus(article('first'))).toBe(true)
})
