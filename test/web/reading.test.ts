import { expect, test } from 'vitest'
import { deleteQueue } from '../../api/endpoints/events.ts'
import { deleteMessage, sendMessage, updateMessage } from '../../api/endpoints/messages.ts'
import { addReaction } from '../../api/endpoints/reactions.ts'
import { useServer } from '../use-server.ts'
import { useApp } from './use-app.ts'

const { server, ann, ben } = useServer({ members: ['ann', 'ben'], channel: 'general' })
const { app, page, openApp } = useApp(server, ann)

const say = async (topic: string, content: string): Promise<number> =>
  (await ben.client.call(sendMessage, { type: 'channel', to: 'general', topic, content })).id
const feed = () => page.getByRole('feed', { name: 'Messages' })
const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const nav = () => page.getByRole('navigation', { name: 'Conversations' })

test('a conversation opens at the first unread message, and reading marks it', async () => {
  for (const number of [1, 2, 3]) await say('lunch', `soup ${number}`)
  await nav().getByRole('link', { name: 'general, 3 unread' }).waitFor()
  await app.go(`#narrow/channel/${generalId()}/topic/lunch`)
  await heading('lunch').waitFor()
  await feed().getByRole('separator', { name: 'New messages' }).waitFor()
  expect(await feed().getByRole('article').count()).toBe(3)
  await nav().getByRole('link', { name: 'general', exact: true }).waitFor()
  // The line stays until the place is left.
  expect(await feed().getByRole('separator', { name: 'New messages' }).count()).toBe(1)
})

test('messages, edits, reactions, moves and deletions appear while the conversation is open', async () => {
  const id = await say('lunch', 'bread')
  await feed().getByRole('article', { name: /bread/ }).waitFor()
  await ben.client.call(updateMessage, { message_id: id, content: 'butter' })
  await feed()
    .getByRole('article', { name: /butter.*edited/ })
    .waitFor()
  await ben.client.call(addReaction, { message_id: id, emoji_name: 'tada' })
  await feed()
    .getByRole('article', { name: /butter/ })
    .getByRole('button', { name: /^tada, 1/ })
    .waitFor()
  const gone = await say('lunch', 'crumbs')
  await feed()
    .getByRole('article', { name: /crumbs/ })
    .waitFor()
  await server.owner.call(deleteMessage, { message_id: gone })
  await feed()
    .getByRole('article', { name: /crumbs/ })
    .waitFor({ state: 'detached' })
  await ben.client.call(updateMessage, { message_id: id, topic: 'dinner' })
  await feed()
    .getByRole('article', { name: /butter/ })
    .waitFor({ state: 'detached' })
})

test('links with only an id, to moved messages and to nothing lead to the right place', async () => {
  const id = await say('tea', 'green')
  await ben.client.call(updateMessage, { message_id: id, topic: 'coffee' })
  await app.go(`#narrow/channel/${generalId()}/topic/tea/near/${id}`)
  await heading('coffee').waitFor()
  expect(page.url()).toContain('-general/topic/coffee')
  await app.go('#narrow/channel/99999/topic/x')
  await heading('You cannot see this conversation').waitFor()
  const gone = await say('milk', 'warm')
  await server.owner.call(deleteMessage, { message_id: gone })
  for (const place of ['near', 'with']) {
    await app.go(`#narrow/channel/${generalId()}/topic/milk/${place}/${gone}`)
    await heading('You cannot see this conversation').waitFor()
    await expect.poll(() => page.getByRole('complementary', { name: 'People' }).count()).toBe(0)
    await app.go('#inbox')
    await heading('Inbox').waitFor()
  }
  await app.go('#nowhere')
  await heading('This page does not exist').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Inbox' }).click()
  await heading('Inbox').waitFor()
})

test('a place that opens gives the focus to its first unread message, and says its name', async () => {
  await say('pie', 'apple')
  await app.go(`#narrow/channel/${generalId()}/topic/pie`)
  const article = feed().getByRole('article', { name: /apple/ })
  await article.waitFor()
  await expect.poll(() => article.evaluate((one) => one === document.activeElement)).toBe(true)
  expect(await page.getByRole('status').textContent()).toContain('pie · general')
})

test('a lost queue brings new state, and place and text stay', async () => {
  await page.getByRole('textbox', { name: 'Message' }).fill('half a sentence')
  const queues = await server.database.pool.query('select id from event_queue where user_id = $1', [ann.id])
  for (const { id } of queues.rows) await ann.client.call(deleteQueue, { queue_id: id }).catch(() => undefined)
  await say('pie', 'cherry')
  await feed()
    .getByRole('article', { name: /cherry/ })
    .waitFor()
  expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('half a sentence')
  await page.getByRole('textbox', { name: 'Message' }).fill('')
})

test('the inbox lists unread conversations, marks them as read, and that can be undone', async () => {
  await app.go('#inbox')
  await say('cake', 'who wants some?')
  const row = page.getByRole('link', { name: 'general › cake, 1 unread' })
  const item = page.getByRole('list', { name: 'Inbox' }).getByRole('listitem').filter({ has: row })
  await row.waitFor()
  await item.hover()
  await item.getByRole('button', { name: 'Mark as read' }).click()
  await row.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await row.waitFor()
  await page.getByRole('button', { name: 'Mark all read' }).click()
  await page.getByRole('heading', { name: 'You are all caught up' }).waitFor()
})

const generalId = (): number => server.channelId('general')

test('a feed and a window in the background mark nothing as read, and the title counts what is for me', async () => {
  await app.go('#feed')
  await say('title', `@**Ann|${ann.id}** look`)
  await feed().getByRole('article', { name: /look/ }).waitFor()
  await expect.poll(() => page.title()).toBe('(1) All messages · Test')
  await page.evaluate(() => {
    document.hasFocus = () => false
  })
  await app.go(`#narrow/channel/${generalId()}/topic/title`)
  await feed().getByRole('article', { name: /look/ }).waitFor()
  await expect.poll(() => page.title()).toBe('(1) title · general · Test')
  // Another window is in front for as long as reading takes, and marks what it shows.
  await say('elsewhere', 'meanwhile')
  await nav()
    .getByRole('link', { name: /^general, 2 unread/ })
    .waitFor()
  const inFront = await openApp(ann)
  await inFront.go(`#narrow/channel/${generalId()}/topic/elsewhere`)
  await nav()
    .getByRole('link', { name: /^general, 1 unread/ })
    .waitFor()
  expect(await page.title()).toBe('(1) title · general · Test')
  await inFront.page.context().close()
  await page.evaluate(() => Reflect.deleteProperty(document, 'hasFocus'))
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect.poll(() => page.title()).toBe('title · general · Test')
})
