import { beforeAll, describe, expect, test } from 'vitest'
import { subscribe, updateStream } from '../../api/endpoints/channels.ts'
import { markAllAsRead } from '../../api/endpoints/flags.ts'
import { sendMessage, updateMessage } from '../../api/endpoints/messages.ts'
import { addReaction, removeReaction } from '../../api/endpoints/reactions.ts'
import { updateUserTopic } from '../../api/endpoints/user-topics.ts'
import { useServer } from '../use-server.ts'
import { overflow, problemsOf } from './accessible.ts'
import { PHONE } from './app-page.ts'
import { useApp } from './use-app.ts'

const { server, ann, ben } = useServer({ members: ['ann', 'ben'], channel: 'general' })

const say = async (topic: string, content = 'hello', by = ben, channel = 'general'): Promise<number> =>
  (await by.client.call(sendMessage, { type: 'channel', to: channel, topic, content })).id
const channelId = (name: string): number => server.channelId(name)

beforeAll(async () => {
  for (const { client } of [ann, ben]) await client.call(subscribe, { subscriptions: [{ name: 'garden' }] })
  await say('soup')
  await say('bread', 'mine', ann)
  await say('✔ cake')
  await say('roses', 'red', ben, 'garden')
  await ben.client.call(sendMessage, { type: 'direct', to: JSON.stringify([ann.id]), content: 'psst' })
  await ann.client.call(markAllAsRead, {})
})

const { app, page, openApp } = useApp(server, ann)

const table = (name: string) => page.getByRole('table', { name })
const rows = async (name: string): Promise<(string | null)[]> =>
  Promise.all((await table(name).locator('tbody').getByRole('link').all()).map((one) => one.getAttribute('aria-label')))
const listed = (name = 'Recent conversations') => expect.poll(() => rows(name))
const chip = (name: string) => page.getByRole('main').getByRole('button', { name })
const away = () => page.mouse.move(5, 5)
const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))

describe('recent conversations', () => {
  test('are listed with the newest first, and stay current', async () => {
    await app.go('#recent')
    await listed().toEqual(['Ben', 'garden › roses', 'general › cake', 'general › bread', 'general › soup'])
    const heads = await table('Recent conversations').getByRole('columnheader').allTextContents()
    expect(heads).toEqual(['Conversation', 'People', 'Latest'])
    const id = await say('soup', 'is ready')
    await listed().toEqual(['general › soup, 1 unread', 'Ben', 'garden › roses', 'general › cake', 'general › bread'])
    await ben.client.call(updateMessage, {
      message_id: id,
      topic: 'stew',
      send_notification_to_new_thread: false,
    })
    await listed().toContain('general › stew, 1 unread')
  })

  test('are filtered by what is unread, followed, muted, by who took part, and by channel', async () => {
    const policy = (topic: string, visibility_policy: 1 | 3) =>
      ann.client.call(updateUserTopic, { stream_id: channelId('general'), topic, visibility_policy })
    await policy('bread', 3)
    await policy('soup', 1)
    await chip('Unread 1').click()
    await listed().toEqual(['general › stew, 1 unread'])
    await chip('I took part').click()
    await listed().toEqual(['general › bread'])
    await chip('Followed').click()
    await listed().toEqual(['general › bread'])
    await page.getByRole('button', { name: 'All', exact: true }).click()
    await listed().not.toContain('general › soup')
    await chip('Include muted').click()
    await listed().toContain('general › soup')
    await chip('Any channel').click()
    await page.getByRole('menuitemradio', { name: 'garden' }).click()
    await listed().toEqual(['garden › roses'])
    await chip('garden').click()
    await page.getByRole('menuitemradio', { name: 'Direct messages' }).click()
    await listed().toEqual(['Ben'])
    await chip('Direct messages').click()
    await page.getByRole('menuitemradio', { name: 'Any channel' }).click()
    const words = page.getByRole('searchbox', { name: 'Filter by word or person' })
    await words.fill('ben ros')
    await listed().toEqual(['garden › roses'])
    await words.fill('nothing like that')
    await page.getByRole('heading', { name: 'No conversation is like that' }).waitFor()
    await words.fill('')
  })

  test('do not change their order under the pointer', async () => {
    const before = await rows('Recent conversations')
    await table('Recent conversations').getByRole('link', { name: 'garden › roses' }).hover()
    await say('bread', 'with butter')
    await say('tea')
    await listed().toContain('general › tea, 1 unread')
    expect((await rows('Recent conversations')).slice(0, before.length)).toEqual(
      before.map((name) => (name === 'general › bread' ? 'general › bread, 1 unread' : name)),
    )
    await away()
    await expect
      .poll(async () => (await rows('Recent conversations')).slice(0, 2))
      .toEqual(['general › tea, 1 unread', 'general › bread, 1 unread'])
  })

  test('have keys: J, E, and Enter', async () => {
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    expect(await focused()).toBe('general › bread, 1 unread')
    await page.keyboard.press('e')
    await listed().toContain('general › bread')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'bread' }).waitFor()
  })
})

describe('the topics of a channel', () => {
  test('explain themselves once', async () => {
    await app.go(`#topics/channel/${channelId('general')}`)
    const line = page.getByText('Each line is a topic: one conversation.')
    await line.waitFor()
    await page.getByRole('button', { name: 'Got it' }).click()
    await line.waitFor({ state: 'detached' })
    await page.reload()
    await table('Topics').getByRole('link', { name: 'soup' }).waitFor()
    expect(await line.count()).toBe(0)
  })

  test('are filtered, and the resolved ones have a mark', async () => {
    expect(await table('Topics').getByRole('columnheader').allTextContents()).toEqual([
      'Conversation',
      'People',
      'Latest',
    ])
    await chip('Resolved 1').click()
    await listed('Topics').toEqual(['cake'])
    await chip('Open').click()
    await listed('Topics').not.toContain('cake')
    await chip('Followed').click()
    await listed('Topics').toEqual(['bread'])
    await page.getByRole('button', { name: 'All', exact: true }).click()
  })

  test('have a menu in each row, which follows and mutes, with undo', async () => {
    const row = table('Topics').getByRole('row').filter({ hasText: 'stew' })
    await row.hover()
    await row.getByRole('button', { name: 'Actions for stew' }).click()
    await page.getByRole('menuitem', { name: 'Mute topic' }).click()
    await page.getByRole('status').getByText('“stew” is muted.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await row.getByRole('button', { name: 'Actions for stew' }).click()
    await page.getByRole('menuitem', { name: 'Mute topic' }).waitFor()
    await page.route('**/json/user_topics', (route) =>
      route.fulfill({ status: 400, json: { result: 'error', code: 'BAD_REQUEST', msg: 'Not now' } }),
    )
    await page.getByRole('menuitem', { name: 'Follow' }).click()
    await page.getByRole('alert').filter({ hasText: 'Not now' }).waitFor()
    await page.unroute('**/json/user_topics')
  })

  test('lead to the feed of the channel and to a new topic', async () => {
    await away()
    await page.getByRole('tab', { name: 'As one feed' }).click()
    await page.getByRole('feed', { name: 'Messages' }).getByRole('article').first().waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'New topic' }).click()
    await page.getByRole('textbox', { name: 'Topic' }).fill('pie')
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('who wants some?')
    await page.getByRole('button', { name: 'Start topic' }).click()
    await page.getByRole('heading', { level: 1, name: 'pie' }).waitFor()
    await app.go(`#topics/channel/${channelId('general')}`)
    await listed('Topics').toContain('pie')
  })

  test('of a channel that the person may not see are not shown', async () => {
    await server.owner.call(subscribe, { subscriptions: [{ name: 'cellar' }], invite_only: true })
    await app.go(`#topics/channel/${channelId('cellar')}`)
    await page.getByRole('heading', { name: 'You cannot see this conversation' }).waitFor()
    await server.owner.call(updateStream, { stream_id: channelId('cellar'), is_private: false })
    await page.getByRole('heading', { level: 1, name: 'cellar' }).waitFor()
  })
})

describe('mentions and reactions', () => {
  test('are two tabs, and a reaction to an own message appears and goes', async () => {
    await say('soup', 'for @**Ann**')
    await page
      .getByRole('navigation', { name: 'Conversations' })
      .getByRole('link', { name: /^Mentions/ })
      .click()
    await page.getByRole('article', { name: /for @Ann/ }).waitFor()
    await page.getByRole('tab', { name: 'Reactions' }).click()
    await page.getByRole('heading', { level: 1, name: 'Reactions' }).waitFor()
    await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor()
    const id = await say('bread', 'I baked it', ann)
    const other = await say('bread', 'I ate it')
    await ben.client.call(addReaction, { message_id: other, emoji_name: 'tada' })
    await ben.client.call(addReaction, { message_id: id, emoji_name: 'tada' })
    await page
      .getByRole('article', { name: /I baked it/ })
      .getByRole('button', { name: 'tada, 1' })
      .waitFor()
    expect(await page.getByRole('article').count()).toBe(1)
    await ben.client.call(removeReaction, { message_id: id, emoji_name: 'tada' })
    await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor()
    await ben.client.call(addReaction, { message_id: id, emoji_name: 'tada' })
  })
})

test.each([
  { name: 'a desk in light', options: {} },
  { name: 'a phone in dark', options: { viewport: PHONE, colorScheme: 'dark' as const } },
])('are accessible on $name', async ({ options }) => {
  await say('נועה פלדמן wants to know what we eat in a very long winter', '你好 @**Ann**')
  const other = await openApp(ann, options)
  for (const [address, title] of [
    ['#recent', 'Recent'],
    [`#topics/channel/${channelId('general')}`, 'general'],
    ['#narrow/has/reaction/sender/me', 'Reactions'],
  ] as const) {
    await other.go(address)
    await other.page.getByRole('heading', { level: 1, name: title }).waitFor()
    const first = title === 'Reactions' ? other.page.getByRole('article') : other.page.getByRole('row').nth(1)
    await first.waitFor()
    expect(await problemsOf(other.page)).toEqual([])
    expect(await overflow(other.page)).toBe(0)
  }
  if (!('viewport' in options)) {
    await other.go('#recent')
    await other.page.getByRole('button', { name: 'Any channel' }).click()
    await other.page.getByRole('menu').waitFor()
    expect(await problemsOf(other.page)).toEqual([])
  }
  await other.page.context().close()
})
