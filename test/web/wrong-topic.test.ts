import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { endpoints } from '../../api/endpoints/index.ts'
import { messagesIn } from '../channel-messages.ts'
import { useServer } from '../use-server.ts'
import { overflow, problemsOf } from './accessible.ts'
import { PHONE } from './app-page.ts'
import { useApp } from './use-app.ts'

const { server, ann, ben } = useServer({ members: ['ann', 'ben'], channel: 'infra' })
let channelId: number
let otherId: number

const LONG = 'Postgres 17 upgrade: rehearsal, then production on Thursday'

const addressOf = (topic: string, id = channelId) =>
  `#narrow/channel/${id}/topic/${encodeURIComponent(topic).replaceAll('%', '.')}`
const say = async (topic: string, content: string) =>
  (await ben.client.call(endpoints.sendMessage, { type: 'channel', to: 'infra', topic, content })).id
const sentTo = async (topic: string) =>
  (await messagesIn(ann.client, channelId)).filter(([subject]) => subject === topic).map(([, content]) => content)
const message = (at: Page = page) => at.getByRole('textbox', { name: 'Message', exact: true })
const button = (name: string): Locator => page.getByRole('button', { name, exact: true })
const composer = (name: string): Locator => page.getByRole('group', { name, exact: true })
const article = (text: string): Locator => page.getByRole('article').filter({ hasText: text })

async function open(topic: string): Promise<void> {
  await app.go(addressOf(topic))
  await composer(`Write to infra › ${topic}`).waitFor()
  await page.getByRole('article').first().waitFor()
}

beforeAll(async () => {
  await ben.client.call(endpoints.subscribe, { subscriptions: [{ name: 'support' }], principals: [ann.id, ben.id] })
  channelId = server.channelId('infra')
  otherId = server.channelId('support')
  await ann.client.call(endpoints.updateSettings, { enter_sends: true })
  await ann.client.call(endpoints.updateSubscriptionSettings, {
    subscription_data: [{ stream_id: channelId, property: 'color', value: '#1f5bd8' }],
  })
  for (const topic of [LONG, 'one', 'two', 'three', 'feed', 'renamed', 'moved', 'done'])
    await say(topic, `about ${topic}`)
})

const { app, page, openApp } = useApp(server, ann)

test('(a) the lid has the colour of the channel and the whole name of the topic', async () => {
  await open(LONG)
  const lid = composer(`Write to infra › ${LONG}`)
  await lid.getByRole('link', { name: 'infra' }).waitFor()
  await lid.getByText(LONG, { exact: true }).waitFor()
  const colorOf = (at: Locator) => at.evaluate((one) => getComputedStyle(one).color)
  const blue = await colorOf(lid.getByRole('link', { name: 'infra' }))
  await app.go(addressOf('anything', otherId))
  const other = composer('Write to support › anything').getByRole('link', { name: 'support' })
  await other.waitFor()
  expect(await colorOf(other)).not.toBe(blue)
})

test('(b) a draft stays in its conversation', async () => {
  await open('one')
  await message().fill('only for one')
  await page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: /^two/ }).click()
  await composer('Write to infra › two').waitFor()
  expect(await message().inputValue()).toBe('')
  await message().fill('hello two')
  await message().press('Enter')
  await expect.poll(() => sentTo('two')).toEqual(['about two', 'hello two'])
  await page.goBack()
  await composer('Write to infra › one').waitFor()
  await expect.poll(() => message().inputValue()).toBe('only for one')
  expect(await sentTo('one')).toEqual(['about one'])
})

test('(b) a composer that is kept open elsewhere says where its words go', async () => {
  await open('one')
  await message().fill('still for one')
  await button('Keep open').click()
  await app.go(addressOf('two'))
  await page.getByRole('heading', { level: 1, name: 'two' }).waitFor()
  const kept = composer('Write to infra › one')
  await kept.getByText('This goes to #infra › one').waitFor()
  expect(await message().inputValue()).toBe('still for one')
  expect(await button('Send').count()).toBe(0)
  expect(await problemsOf(page)).toEqual([])
  await button('Send to “one”').click()
  await expect.poll(() => sentTo('one')).toEqual(['about one', 'still for one'])
  expect(await sentTo('two')).toEqual(['about two', 'hello two'])
  await composer('Write to infra › two').waitFor()
})

test('(b) its words can go here instead, or one goes there', async () => {
  await open('one')
  await message().fill('rather here')
  await button('Keep open').click()
  await app.go(addressOf('three'))
  await button('Send here instead').click()
  await expect.poll(() => sentTo('three')).toEqual(['about three', 'rather here'])
  await open('one')
  expect(await message().inputValue()).toBe('')
  await message().fill('back to one')
  await button('Keep open').click()
  await app.go(addressOf('three'))
  await button('Go there').click()
  await composer('Write to infra › one').waitFor()
  expect(await message().inputValue()).toBe('back to one')
  await button('Send').waitFor()
  await message().fill('')
})

test.each([
  ['all messages', () => '#feed'],
  ['a channel as one feed', () => `#narrow/channel/${channelId}`],
])('(c) %s has no composer until a message is answered; then the others fade', async (_, address) => {
  await app.go(address())
  await article('about feed').waitFor()
  expect(await page.getByRole('group', { name: /^Write to/ }).count()).toBe(0)
  await article('about feed').focus()
  await page.keyboard.press('r')
  const lid = composer('Write to infra › feed')
  await lid.getByText('replying to Ben').waitFor()
  await button('Send to “feed”').waitFor()
  const opacityOf = (text: string) =>
    article(text).evaluate((one) =>
      Math.min(...[one, ...one.children].map((part) => Number(getComputedStyle(part).opacity))),
    )
  expect(await opacityOf('about feed')).toBe(1)
  expect(await opacityOf('about moved')).toBeLessThan(1)
  await message().press('Escape')
})

test('(d) Enter never sends from the name of a topic', async () => {
  await open('one')
  await page.keyboard.press('c')
  const topic = page.getByRole('textbox', { name: 'Topic' })
  await topic.fill('brand new')
  await message().fill('not yet')
  await topic.press('Enter')
  await topic.press('Control+Enter')
  expect(await message().evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await sentTo('brand new')).toEqual([])
  await button('Start topic').click()
  await expect.poll(() => sentTo('brand new')).toEqual(['not yet'])
})

test('(e) a topic that is renamed takes the composer along, and a note says who did it', async () => {
  await open('renamed')
  await message().focus()
  await page.keyboard.type('half a ')
  await rename('renamed', { topic: 'better name' })
  await composer('Write to infra › better name').getByText('Ben renamed this topic. It was “renamed”.').waitFor()
  await page.keyboard.type('thought')
  expect(await message().inputValue()).toBe('half a thought')
  await message().press('Enter')
  await expect.poll(() => sentTo('better name')).toEqual(['about renamed', 'half a thought'])
  await expect.poll(() => composer('Write to infra › better name').getByText('renamed this topic').count()).toBe(0)
})

test('(e) the same for a topic that is moved or resolved', async () => {
  await open('moved')
  await message().fill('with you')
  await rename('moved', { stream_id: otherId })
  await composer('Write to support › moved').getByText('Ben moved this topic here from #infra › moved.').waitFor()
  expect(await message().inputValue()).toBe('with you')
  await message().fill('')
  await open('done')
  await message().fill('wait')
  await rename('done', { topic: '✔ done' })
  await composer('Write to infra › done').getByText('Ben resolved this topic.').waitFor()
  expect(await message().inputValue()).toBe('wait')
  await message().fill('')
})

test('the composer of a phone is accessible', async () => {
  const phone = await openApp(ann, { viewport: PHONE, colorScheme: 'dark' })
  await phone.go(addressOf('two'))
  await phone.page.getByRole('article').first().waitFor()
  await message(phone.page).fill('@**Ben** hi')
  expect(await problemsOf(phone.page)).toEqual([])
  expect(await overflow(phone.page)).toBe(0)
  await message(phone.page).fill('')
  await phone.page.context().close()
})

async function rename(topic: string, change: { topic?: string; stream_id?: number }): Promise<void> {
  const { messages } = await ben.client.call(endpoints.getMessages, {
    narrow: [
      { operator: 'channel', operand: channelId, negated: false },
      { operator: 'topic', operand: topic, negated: false },
    ],
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
  })
  await ben.client.call(endpoints.updateMessage, {
    message_id: messages[0]!.id,
    propagate_mode: 'change_all',
    send_notification_to_new_thread: false,
    send_notification_to_old_thread: false,
    ...change,
  })
}
