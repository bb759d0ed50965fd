import { beforeAll, expect, test } from 'vitest'
import { updateMessage } from '../../api/endpoints/messages.ts'
import { useServer } from '../use-server.ts'
import { problemsOf } from './accessible.ts'
import { channelId, say } from './message-page.ts'
import { useMessages } from './use-app.ts'

const { server, ann, ben } = useServer({ members: ['ann', 'ben'], channel: 'general' })

beforeAll(async () => {
  await say(ben, 'walk', 'first [one](https://example.org/1)')
  await say(ben, 'walk', '# A title\n\nsecond [two](https://example.org/2)\n\n### A part')
  await say(ann, 'walk', 'third')
})

const { app, page, openApp } = useMessages(server, ann)
beforeAll(() => app.open('walk', 'third'))

/** The name of what has the focus, and the words of its message, if it is in one. */
const focused = (): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement
    const message = element?.closest('article')?.querySelector('.body')?.textContent?.trim().split(' ')[0] ?? '-'
    return `${message} ${element?.getAttribute('aria-label') ?? element?.textContent?.trim()}`
  })
const hasFocus = (words: string): Promise<boolean> =>
  app.article(words).evaluate((one) => one === document.activeElement)
const press = async (...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key)
}

test('the list of messages is one tab stop: Tab walks through one message and leaves, and comes back to it', async () => {
  await app.article('first').focus()
  const seen: string[] = []
  for (let stops = 0; stops < 10 && !(seen.at(-1) ?? 'first').startsWith('-'); stops += 1) {
    await press('Tab')
    seen.push(await focused())
  }
  expect(seen).toEqual(['first Ben', 'first one', 'first Add reaction', '- general'])
  await press('Shift+Tab')
  await expect.poll(() => hasFocus('first')).toBe(true)
  await press('Shift+Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('[role=feed]'))).toBe(null)
  await press('Tab')
  await expect.poll(() => hasFocus('first')).toBe(true)
})

test('Esc leads from a part of a message to the message', async () => {
  await app.article('first').getByRole('link', { name: 'one' }).focus()
  await press('Escape')
  await expect.poll(() => hasFocus('first')).toBe(true)
})

test('the focus stays with the message when its picker closes, and when its last reaction goes', async () => {
  await (await app.toolbar('third')).getByRole('button', { name: 'Add reaction', exact: true }).click()
  const picker = app.dialog('Add reaction')
  await picker.getByRole('searchbox', { name: 'Search emoji' }).fill('tada')
  await picker.getByRole('button', { name: 'tada', exact: true }).click()
  const reaction = app.article('third').getByRole('button', { name: 'tada, 1', exact: true, pressed: true })
  await reaction.waitFor()
  await expect.poll(focused).toMatch(/^third/)
  // One button of this name, although reactions have one beside them, too.
  await app.article('third').hover()
  expect(await app.article('third').getByRole('button', { name: 'Add reaction' }).count()).toBe(1)
  await reaction.click()
  await reaction.waitFor({ state: 'detached' })
  await expect.poll(focused).toMatch(/^third/)
})

test('the keys of messages wait while a dialog is open, wherever it stands', async () => {
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('not yet')
  await app.article('third').focus()
  await page.getByRole('button', { name: 'Send later', exact: true }).click()
  const dialog = app.dialog('Send later')
  await dialog.waitFor()
  await press('ArrowUp', 'Home', 'k', 'Shift+D', 'F6')
  expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true)
  await press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => app.article('third').getAttribute('tabindex')).toBe('0')
  await page.getByRole('button', { name: 'Resolve', exact: true }).waitFor()
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('')
})

test('Shift E asks for another name of the topic', async () => {
  await app.article('third').focus()
  await press('Shift+E')
  const dialog = app.dialog('Move messages')
  await dialog.getByRole('radio', { name: 'The whole topic', exact: true, checked: true }).waitFor()
  const field = dialog.getByRole('textbox', { name: 'Topic', exact: true })
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
  await field.fill('stroll')
  await dialog.getByRole('button', { name: 'Move 3 messages', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'stroll', exact: true }).waitFor()
})

test('a topic that is resolved while it is read keeps its line of new messages and its focus', async () => {
  for (const words of ['oldest', 'middle', 'newest']) await say(ben, 'settled', words)
  await app.open('settled', 'oldest')
  const line = app.article('oldest').getByRole('separator', { name: 'New messages', exact: true })
  await line.waitFor()
  await app.article('middle').focus()
  // They have become read.
  await expect.poll(() => page.getByRole('article', { name: /unread/ }).count()).toBe(0)
  await press('Shift+D')
  await page.getByRole('button', { name: 'Reopen', exact: true }).waitFor()
  await line.waitFor()
  await expect.poll(() => hasFocus('middle')).toBe(true)
})

test('the message beside one that somebody takes away gets its focus', async () => {
  const ids = [
    await say(ben, 'parting', 'north'),
    await say(ben, 'parting', 'middle'),
    await say(ben, 'parting', 'south'),
  ]
  await app.open('parting', 'south')
  await app.article('middle').focus()
  await ben.client.call(updateMessage, { message_id: ids[1]!, topic: 'elsewhere', propagate_mode: 'change_one' })
  await app.article('middle').waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus('south')).toBe(true)
  await press('k')
  await expect.poll(() => hasFocus('north')).toBe(true)
  // The whole conversation is there, so each message says of how many it is one.
  const sizes = page.getByRole('feed', { name: 'Messages' }).getByRole('article')
  const sizesOf = () =>
    sizes.evaluateAll((all) => all.map(({ ariaPosInSet, ariaSetSize }) => `${ariaPosInSet} ${ariaSetSize}`))
  await expect.poll(sizesOf).toEqual(['1 2', '2 2'])
})

test('a link to the place that is open opens it anew', async () => {
  await page.getByRole('button', { name: 'New message', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'New message', exact: true }).waitFor()
  await page
    .getByRole('navigation', { name: 'Conversations' })
    .getByRole('link', { name: /^parting/ })
    .click()
  await page.getByRole('heading', { level: 1, name: 'parting', exact: true }).waitFor()
  await app.article('south').waitFor()
})

test('titles in a message stand below that of the page, and no level is left out', async () => {
  await app.open('stroll', 'third')
  await page.getByRole('article').getByRole('heading', { level: 2, name: 'A title', exact: true }).waitFor()
  await page.getByRole('article').getByRole('heading', { level: 3, name: 'A part', exact: true }).waitFor()
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  expect(await problemsOf(page)).toEqual([])
})

test('the way back leads out of what stands before the page', async () => {
  const layers: readonly [name: string, open: () => Promise<unknown>][] = [
    ['Browse channels', () => page.getByRole('button', { name: 'Browse channels', exact: true }).click()],
    ['Go to or do anything', () => press('Control+k')],
    ['Ben', () => app.article('first').getByRole('button', { name: 'Ben', exact: true }).click()],
  ]
  for (const [name, open] of layers) {
    await app.go('#inbox')
    await app.open('stroll', 'first')
    await open()
    await app.dialog(name).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Inbox', exact: true }).waitFor()
    await app.dialog(name).waitFor({ state: 'detached' })
  }
})

test('who cannot see it is told of new messages in the open conversation, and of no others', async () => {
  await app.open('stroll', 'third')
  await say(ben, 'elsewhere', 'unheard')
  await say(ben, 'stroll', 'heard')
  await page.getByRole('status').getByText('1 new from Ben', { exact: true }).waitFor({ state: 'attached' })
})

test('the sidebar says that a channel is open, as topics and as one feed', async () => {
  const current = page.getByRole('navigation', { name: 'Conversations' }).locator('[aria-current=page]')
  for (const way of ['topics', 'narrow']) {
    await app.go(`#${way}/channel/${channelId(server)}`)
    await page.getByRole('heading', { level: 1, name: 'general', exact: true }).waitFor()
    await expect.poll(() => current.evaluateAll((all) => all.map((one) => one.textContent))).toEqual(['general'])
  }
})

test('a short text is said where it can be reached: in the dialog that is open', async () => {
  await app.go('#inbox')
  await page.getByRole('button', { name: 'Browse channels', exact: true }).click()
  const dialog = app.dialog('Browse channels')
  await dialog.getByRole('button', { name: 'Leave general', exact: true }).click()
  await dialog.getByRole('status').getByText('You left general.').waitFor()
  await expect.poll(() => page.getByRole('status').count()).toBe(1)
  await press('Control+z')
  await dialog.getByRole('button', { name: 'Leave general', exact: true }).waitFor()
  await press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => page.getByRole('status').count()).toBe(1)
})

test('a button that is off while the server answers has the focus again when the answer is no', async () => {
  await app.open('stroll', 'third')
  const refuse = { status: 400, json: { result: 'error', code: 'BAD_REQUEST', msg: 'Not today' } }
  await page.route(/\/json\/messages\/\d+$/, (route) =>
    route.request().method() === 'GET' ? route.continue() : route.fulfill(refuse),
  )
  for (const [item, name, act] of [
    ['Delete message…', 'Delete message', /^Delete message$/],
    ['Move messages…', 'Move messages', /^Move \d messages?$/],
  ] as const) {
    await app.choose('third', item)
    const dialog = app.dialog(name)
    if (name === 'Move messages') await dialog.getByRole('textbox', { name: 'Topic', exact: true }).fill('elsewhere')
    const button = dialog.getByRole('button', { name: act })
    await expect.poll(() => button.isEnabled()).toBe(true)
    await button.focus()
    await press('Enter')
    await dialog.getByRole('alert').getByText('Not today').waitFor()
    await expect.poll(() => button.evaluate((one) => one.matches(':focus'))).toBe(true)
    await press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
  await page.unroute(/\/json\/messages\/\d+$/)
})

test('the same failure is said each time it happens', async () => {
  await app.open('stroll', 'third')
  await page.route('**/json/messages/flags', (route) => route.abort())
  const region = page.locator('body > * > [role=alert]')
  await region.evaluate((one) => {
    const times = { heard: 0 }
    new MutationObserver(() => {
      if (!one.textContent?.startsWith('The server cannot be reached.')) return
      times.heard += 1
      one.setAttribute('data-heard', `${times.heard}`)
    }).observe(one, { childList: true, characterData: true, subtree: true })
  })
  await app.article('third').focus()
  for (const count of [1, 2]) {
    await press('b')
    await expect.poll(() => app.toast('The server cannot be reached.').count()).toBe(count)
  }
  await expect.poll(() => region.getAttribute('data-heard')).toBe('2')
  await page.unroute('**/json/messages/flags')
})

test.each(['', '#recent', '#drafts'])('the tab order of %s begins with a link to the messages', async (place) => {
  const { page: fresh } = await openApp(ann)
  await fresh.goto('about:blank')
  await fresh.goto(`${server.url}/${place}`)
  await fresh.getByRole('navigation', { name: 'Conversations' }).locator('[aria-current=page]').waitFor()
  await fresh.keyboard.press('Tab')
  expect(await fresh.evaluate(() => document.activeElement?.textContent)).toBe('Skip to messages')
  await fresh.context().close()
})
