import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createChannelFolder } from '../../api/endpoints/channel-folders.ts'
import { subscribe, updateStream } from '../../api/endpoints/channels.ts'
import { markAllAsRead } from '../../api/endpoints/flags.ts'
import { sendMessage } from '../../api/endpoints/messages.ts'
import { updateUserTopic } from '../../api/endpoints/user-topics.ts'
import { made } from '../opened.ts'
import { useServer } from '../use-server.ts'
import { overflow, problemsOf } from './accessible.ts'
import { PHONE } from './app-page.ts'
import { useApp } from './use-app.ts'

const { server, ann } = useServer({ members: ['ann'], channel: 'general' })
const ben = made(() => server.person('בן', 'general'))

beforeAll(async () => {
  for (const { client } of [ann, ben]) await client.call(subscribe, { subscriptions: [{ name: 'garden' }] })
})

const { app, page, openApp } = useApp(server, ann)

const say = async (topic: string, content = 'hello', channel = 'general'): Promise<number> =>
  (await ben.client.call(sendMessage, { type: 'channel', to: channel, topic, content })).id
const tell = async (content: string): Promise<number> =>
  (await ben.client.call(sendMessage, { type: 'direct', to: JSON.stringify([ann.id]), content })).id
const channelId = (name: string): number => server.channelId(name)
const list = () => page.getByRole('list', { name: 'Inbox' })
const row = (name: string) => list().getByRole('link', { name, exact: true })
const item = (name: string) =>
  list()
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name, exact: true }) })
const names = async (): Promise<string[]> =>
  Promise.all((await list().getByRole('link').all()).map(async (one) => (await one.getAttribute('aria-label')) ?? ''))
const away = () => page.mouse.move(5, 5)
const preview = () => page.getByRole('region', { name: 'Preview' })
const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))

/** The inbox with nothing unread, and the pointer and the focus nowhere. */
beforeEach(async () => {
  await ann.client.call(markAllAsRead, {})
  await away()
  await app.go('#recent')
  await page.getByRole('heading', { level: 1, name: 'Recent' }).waitFor()
  await app.go('#inbox')
  await page.getByRole('heading', { name: 'You are all caught up' }).waitFor()
})

describe('reading the list', () => {
  test('direct messages come first, then the channels with their topics', async () => {
    await say('soup')
    await say('bread')
    await say('roses', 'red', 'garden')
    await tell('psst')
    await row('בן, 1 unread').waitFor()
    await expect
      .poll(names)
      .toEqual(['בן, 1 unread', 'garden › roses, 1 unread', 'general › bread, 1 unread', 'general › soup, 1 unread'])
    expect(await page.getByText('4 unread in 4 conversations').count()).toBe(1)
  })

  test('a mention, a follow and a folder are filters, which show how many they have', async () => {
    const { channel_folder_id } = await server.owner.call(createChannelFolder, { name: 'Outside', description: '' })
    await server.owner.call(updateStream, { stream_id: channelId('garden'), folder_id: channel_folder_id })
    await say('soup', '@**Ann** yours')
    await say('bread')
    await say('roses', 'red', 'garden')
    await tell('psst')
    await ann.client.call(updateUserTopic, { stream_id: channelId('general'), topic: 'bread', visibility_policy: 3 })
    await page.getByRole('button', { name: 'Mentions 1' }).click()
    await expect.poll(names).toEqual(['general › soup, 1 unread, mentions you'])
    await page.getByRole('button', { name: 'Followed 1' }).click()
    await expect.poll(names).toEqual(['general › bread, 1 unread'])
    await page.getByRole('button', { name: 'Direct 1' }).click()
    await expect.poll(names).toEqual(['בן, 1 unread'])
    await page.getByRole('button', { name: 'Folder' }).click()
    await page.getByRole('menuitemradio', { name: 'Outside' }).click()
    await expect.poll(names).toEqual(['garden › roses, 1 unread'])
    // Only what is shown is marked.
    await page.getByRole('button', { name: 'Mark all read' }).click()
    await page.getByRole('heading', { name: 'Nothing unread here' }).waitFor()
    await page.getByRole('button', { name: 'Show everything' }).click()
    await expect.poll(async () => (await names()).length).toBe(3)
  })

  test('a channel is folded away, and stays so after a reload', async () => {
    await say('soup')
    await say('roses', 'red', 'garden')
    await list().getByRole('button', { name: 'garden, 1 unread' }).click()
    await row('garden › roses, 1 unread').waitFor({ state: 'detached' })
    await page.reload()
    await row('general › soup, 1 unread').waitFor()
    expect(await names()).toEqual(['general › soup, 1 unread'])
    await list().getByRole('button', { name: 'garden, 1 unread' }).click()
    await row('garden › roses, 1 unread').waitFor()
  })
})

describe('marking as read', () => {
  test('a conversation, with undo, which marks the same messages as unread again', async () => {
    await say('soup', 'one')
    await say('soup', 'two')
    await say('bread')
    await item('general › soup, 2 unread').getByRole('button', { name: 'Mark as read' }).click()
    // It stays under the pointer, and nothing moves.
    await row('general › soup').waitFor()
    await row('general › bread, 1 unread').waitFor()
    await item('general › bread, 1 unread').getByRole('button', { name: 'Mark as read' }).click()
    await page.getByRole('heading', { name: 'You are all caught up' }).waitFor()
    // One button at a time, for the newest action that is left.
    await page.getByRole('button', { name: 'Undo' }).click()
    await row('general › bread, 1 unread').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await row('general › soup, 2 unread').waitFor()
    await page
      .getByRole('navigation', { name: 'Conversations' })
      .getByRole('link', { name: 'general, 3 unread' })
      .waitFor()
  })

  test('a whole channel, and then nothing is left', async () => {
    await say('soup')
    await say('bread')
    await row('general › bread, 1 unread').waitFor()
    await list().getByRole('button', { name: 'Mark general as read' }).click()
    await page.getByRole('heading', { name: 'You are all caught up' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Recent conversations' }).waitFor()
  })

  test('a refusal says why, and the conversation stays unread', async () => {
    await say('soup')
    await row('general › soup, 1 unread').waitFor()
    await page.route('**/json/messages/flags', (route) =>
      route.fulfill({ status: 400, json: { result: 'error', code: 'BAD_REQUEST', msg: 'Invalid message(s)' } }),
    )
    await item('general › soup, 1 unread').getByRole('button', { name: 'Mark as read' }).click()
    await page.getByRole('alert').filter({ hasText: 'Invalid message(s)' }).waitFor()
    await page.unroute('**/json/messages/flags')
    expect(await names()).toEqual(['general › soup, 1 unread'])
  })
})

describe('under the pointer', () => {
  test('nothing moves while rows come and go, and everything is in its place when the pointer leaves', async () => {
    await say('soup')
    await say('bread')
    await row('general › bread, 1 unread').waitFor()
    await item('general › soup, 1 unread').hover()
    const at = await row('general › soup, 1 unread').boundingBox()
    await say('cake')
    await say('roses', 'red', 'garden')
    await tell('psst')
    await row('general › cake, 1 unread').waitFor()
    await row('בן, 1 unread').waitFor()
    expect(await row('general › soup, 1 unread').boundingBox()).toEqual(at)
    await item('general › soup, 1 unread').getByRole('button', { name: 'Mark as read' }).click()
    expect((await row('general › soup').boundingBox())?.y).toBeCloseTo(at?.y ?? 0, 0)
    await away()
    await expect
      .poll(names)
      .toEqual(['בן, 1 unread', 'garden › roses, 1 unread', 'general › cake, 1 unread', 'general › bread, 1 unread'])
  })
})

describe('with keys', () => {
  test('J and K move, E marks as read, the row stays until the focus leaves, and Ctrl Z undoes it', async () => {
    await say('soup')
    await say('bread')
    await say('cake')
    await row('general › cake, 1 unread').waitFor()
    await page.keyboard.press('j')
    expect(await focused()).toBe('general › cake, 1 unread')
    await page.keyboard.press('j')
    expect(await focused()).toBe('general › bread, 1 unread')
    await page.keyboard.press('k')
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toBe('general › bread, 1 unread')
    await page.keyboard.press('e')
    await row('general › bread').waitFor()
    expect(await focused()).toBe('general › bread')
    await page.keyboard.press('j')
    expect(await focused()).toBe('general › soup, 1 unread')
    await row('general › bread').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+z')
    await row('general › bread, 1 unread').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'soup' }).waitFor()
  })

  test('a key counts as soon as the rows are there', async () => {
    const reached = page.evaluate(
      () =>
        new Promise((resolve) => {
          new MutationObserver((_, observer) => {
            if (!document.querySelector('[data-row]')) return
            observer.disconnect()
            document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }))
            resolve(document.activeElement?.getAttribute('aria-label'))
          }).observe(document.body, { childList: true, subtree: true })
        }),
    )
    await say('soup')
    expect(await reached).toBe('general › soup, 1 unread')
  })

  test('F follows and Shift M mutes, which can be undone', async () => {
    await say('soup')
    await say('tea')
    await row('general › soup, 1 unread').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Home')
    await page.keyboard.press('f')
    await page.getByRole('status').getByText('You follow “tea”.').waitFor()
    await page.keyboard.press('Shift+M')
    await page.getByRole('status').getByText('“tea” is muted.').waitFor()
    await page.keyboard.press('ArrowDown')
    await row('general › tea').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+z')
    await row('general › tea, 1 unread').waitFor()
  })
})

describe('the preview', () => {
  test('shows the conversation, and marks nothing as read', async () => {
    const flagged: (string | null)[] = []
    page.on('request', (request) => request.url().includes('/flags') && flagged.push(request.postData()))
    const soup = await say('soup', 'with **noodles**')
    await say('bread', 'with butter')
    // Both, so that no row comes while the pointer is on its way.
    for (const topic of ['soup', 'bread']) await row(`general › ${topic}, 1 unread`).waitFor()
    await item('general › soup, 1 unread').hover()
    await preview()
      .getByRole('article', { name: /with noodles, unread/ })
      .waitFor()
    await preview().getByRole('separator', { name: 'New messages' }).waitFor()
    await page.keyboard.press('j')
    await preview()
      .getByRole('article', { name: /with butter, unread/ })
      .waitFor()
    // A message that comes meanwhile is shown too.
    await say('bread', 'and salt')
    await preview()
      .getByRole('article', { name: /and salt, unread/ })
      .waitFor()
    await row('general › bread, 2 unread').waitFor()
    expect(flagged).toEqual([])
    // Reading does mark, and only what was opened.
    await preview().getByRole('link', { name: 'Open' }).click()
    await page.getByRole('heading', { level: 1, name: 'bread' }).waitFor()
    await expect.poll(() => flagged.length).toBeGreaterThan(0)
    expect(flagged.join()).not.toContain(`${soup}`)
    await app.go('#inbox')
    await row('general › soup, 1 unread').waitFor()
  })

  test('is switched off, also after a reload, and Space brings it back', async () => {
    await say('soup')
    await preview().waitFor()
    await page.getByRole('button', { name: 'Reading pane' }).click()
    await preview().waitFor({ state: 'detached' })
    await page.reload()
    await row('general › soup, 1 unread').waitFor()
    expect(await preview().count()).toBe(0)
    await page.keyboard.press('j')
    await page.keyboard.press('Space')
    await preview()
      .getByRole('article', { name: /unread/ })
      .waitFor()
    expect(await page.getByRole('button', { name: 'Reading pane' }).getAttribute('aria-pressed')).toBe('true')
  })

  test('says that messages cannot be loaded, and tries again', async () => {
    await page.route('**/json/messages?*', (route) => route.abort())
    await say('pudding')
    await preview().getByText('The messages could not be loaded.').waitFor()
    await page.unroute('**/json/messages?*')
    await preview().getByRole('button', { name: 'Try again' }).click()
    await preview()
      .getByRole('article', { name: /unread/ })
      .waitFor()
  })
})

test.each([
  { name: 'a desk in light', options: {} },
  { name: 'a phone in dark', options: { viewport: PHONE, colorScheme: 'dark' as const } },
])('is accessible on $name', async ({ options }) => {
  await say('a very long topic about נועה פלדמן and what we eat in winter', '@**Ann** 你好')
  await tell('psst')
  const other = await openApp(ann, options)
  await other.page.getByRole('list', { name: 'Inbox' }).getByRole('link').first().waitFor()
  if (!('viewport' in options))
    await other.page.getByRole('region', { name: 'Preview' }).getByRole('article').last().waitFor()
  expect(await problemsOf(other.page)).toEqual([])
  expect(await overflow(other.page)).toBe(0)
  await other.page.context().close()
})
