import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendMessage } from '../../api/endpoints/messages.ts'
import { addReaction } from '../../api/endpoints/reactions.ts'
import { useServer } from '../use-server.ts'
import { overflow, problemsOf } from './accessible.ts'
import { SCREENS } from './app-page.ts'
import { useApp, useBrowser } from './use-app.ts'

const { server, ann } = useServer({ members: ['ann'], channel: 'general' })
let topic: string

beforeAll(async () => {
  const ben = await server.person('נועה פלדמן', 'general')
  topic = `#narrow/channel/${server.channelId('general')}/topic/lunch`
  const say = (content: string, name = 'lunch') =>
    ben.client.call(sendMessage, { type: 'channel', to: 'general', topic: name, content })
  const { id } = await say('**soup** for @**Ann**, `code`, :tada: and https://example.org')
  await say('```python\nprint("soup")\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n$$x^2$$')
  await say('مرحبا', 'שלום')
  await ben.client.call(addReaction, { message_id: id, emoji_name: 'tada' })
  await ben.client.call(sendMessage, { type: 'direct', to: JSON.stringify([ann.id]), content: 'hello' })
})

const browser = useBrowser()

describe.each(SCREENS)('on $name', ({ viewport, colorScheme }) => {
  const { app } = useApp(server, ann, { browser, viewport, colorScheme })
  afterAll(() => app.page.context().close())

  test.each([
    ['the inbox', () => '#inbox', 'Inbox'],
    ['a topic', () => topic, 'lunch'],
    ['direct messages', () => `#narrow/dm/${ann.id + 1}`, 'נועה פלדמן'],
    ['all messages', () => '#feed', 'All messages'],
    ['recent conversations', () => '#recent', 'Recent'],
    ['the topics of a channel', () => topic.replace('#narrow', '#topics').replace('/topic/lunch', ''), 'general'],
    ['an unknown address', () => '#nowhere', 'This page does not exist'],
    ['what is not built yet', () => '#settings/profile', 'This is not here yet'],
  ])('%s is accessible', async (_, fragment, title) => {
    await app.go(fragment())
    await app.page.getByRole('heading', { level: 1, name: title }).waitFor()
    expect(await problemsOf(app.page)).toEqual([])
    expect(await overflow(app.page)).toBe(0)
    const main = await app.page.getByRole('main').boundingBox()
    expect(main!.width).toBeGreaterThan(viewport.width / 2)
  })

  test('a message that waits is accessible, and so are those that fade while another one is answered', async () => {
    const { page } = app
    const sent = Promise.withResolvers<void>()
    await page.route('**/json/messages', async (route) => {
      if (route.request().method() === 'POST') await sent.promise
      await route.fallback()
    })
    await app.go(topic)
    await page.getByRole('article').first().waitFor()
    await page.getByRole('textbox', { name: 'Message' }).fill('`soup` for @**Ann**, https://example.org')
    await page.getByRole('textbox', { name: 'Message' }).press('Enter')
    await page.getByRole('article', { name: /soup for @?Ann.*, sending/ }).waitFor()
    expect(await problemsOf(page)).toEqual([])
    sent.resolve()
    await expect.poll(() => page.getByRole('article', { name: /, sending/ }).count()).toBe(0)
    await app.go('#feed')
    await page.getByRole('article', { name: /مرحبا/ }).focus()
    await page.keyboard.press('r')
    await page.getByRole('group', { name: 'Write to general › שלום' }).waitFor()
    expect(await problemsOf(page)).toEqual([])
  })

  test('the list of keys is accessible', async () => {
    await app.go(topic)
    await app.page.getByRole('article').first().waitFor()
    await app.page.keyboard.press('?')
    await app.page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    expect(await problemsOf(app.page)).toEqual([])
    await app.page.getByRole('button', { name: 'Close' }).click()
  })
})
