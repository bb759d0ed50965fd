import { beforeAll, expect, test } from 'vitest'
import { createChannelFolder } from '../../api/endpoints/channel-folders.ts'
import { subscribe, updateStream } from '../../api/endpoints/channels.ts'
import { sendMessage } from '../../api/endpoints/messages.ts'
import { updateSubscriptionSettings } from '../../api/endpoints/subscriptions.ts'
import { updateUserTopic } from '../../api/endpoints/user-topics.ts'
import { updateUser } from '../../api/endpoints/users.ts'
import { useServer } from '../use-server.ts'
import { overflow, problemsOf } from './accessible.ts'
import { PHONE } from './app-page.ts'
import { channelId, say } from './message-page.ts'
import { useApp } from './use-app.ts'

const LONG_TOPIC = 'Postgres upgrade: rehearsal on staging, then production day!'
const CHANNELS = ['alarms', 'infra', 'backend', 'noise', '日本チーム', 'קהילה']

const { server, ann, ben } = useServer({ members: ['ann', 'ben'], channel: 'general' })

beforeAll(async () => {
  for (const { client } of [ann, ben])
    await client.call(subscribe, { subscriptions: CHANNELS.map((name) => ({ name })) })
  const { channel_folder_id: folder_id } = await server.owner.call(createChannelFolder, {
    name: 'Engineering',
    description: '',
  })
  for (const name of ['infra', 'backend'])
    await server.owner.call(updateStream, { stream_id: channelId(server, name), folder_id })
  await ann.client.call(updateSubscriptionSettings, {
    subscription_data: [
      { stream_id: channelId(server, 'alarms'), property: 'pin_to_top', value: true },
      { stream_id: channelId(server, 'backend'), property: 'is_muted', value: true },
      { stream_id: channelId(server, 'noise'), property: 'is_muted', value: true },
    ],
  })
})

const { app, page, openApp } = useApp(server, ann)

const nav = (at = page) => at.getByRole('navigation', { name: 'Conversations' })
const link = (name: string) => nav().getByRole('link', { name, exact: true })
const section = (name: string) => nav().getByRole('button', { name, exact: true })
/** The headings and the channels of the sidebar, from top to bottom. */
const order = () =>
  nav()
    .locator('.channels')
    .getByRole('button')
    .or(nav().locator('.channels').getByRole('link'))
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))

test('pinned channels come first, then folders, then the rest; muted ones are last in their section', async () => {
  await link('alarms').waitFor()
  expect(await order()).toEqual([
    'Pinned',
    'Show only unread',
    'alarms',
    'Engineering',
    'infra',
    'backend, muted',
    'Channels',
    'general',
    'קהילה',
    '日本チーム',
    'noise, muted',
  ])
})

test('a section that is folded away shows the sum of its channels, without what is muted, also after a reload', async () => {
  await ann.client.call(updateUserTopic, {
    stream_id: channelId(server, 'infra'),
    topic: 'chatter',
    visibility_policy: 1,
  })
  await say(ben, 'disk', 'full', 'infra')
  await say(ben, 'disk', 'almost, @**Ann**', 'infra')
  await say(ben, 'chatter', 'so they say', 'infra')
  await say(ben, 'queue', 'long', 'backend')
  await link('infra, 2 unread, mentions you').waitFor()
  await section('Engineering').click()
  await section('Engineering, 2 unread, mentions you').waitFor()
  expect(await link('infra, 2 unread, mentions you').count()).toBe(0)
  await page.reload()
  await section('Engineering, 2 unread, mentions you').click()
  await link('infra, 2 unread, mentions you').waitFor()
})

test('a person can see only what is unread; the open channel stays', async () => {
  await app.go(`#channels/${channelId(server, 'general')}`)
  await section('Show only unread').click()
  expect(await section('Show only unread').getAttribute('aria-pressed')).toBe('true')
  await link('alarms').waitFor({ state: 'detached' })
  expect(await order()).toEqual([
    'Pinned',
    'Show only unread',
    'Engineering',
    'infra, 2 unread, mentions you',
    'Channels',
    'general',
  ])
  await section('Show only unread').click()
  await link('alarms').waitFor()
})

test('the open channel has its topics, of 60 characters too, and muted ones say so', async () => {
  await say(ben, LONG_TOPIC, 'at six', 'infra')
  await app.go(`#narrow/channel/${channelId(server, 'infra')}/topic/disk`)
  await link('chatter, 1 unread, muted').waitFor()
  expect(await link('disk').getAttribute('aria-current')).toBe('page')
  await link(`${LONG_TOPIC}, 1 unread`).click()
  await page.getByRole('heading', { level: 1, name: LONG_TOPIC }).waitFor()
  await page.getByRole('group', { name: `Write to infra › ${LONG_TOPIC}`, exact: true }).waitFor()
  expect(await overflow(page)).toBeLessThanOrEqual(0)
})

test('names in every script and direction are whole, and change nothing around them', async () => {
  const names = ['أمينة بن يوسف', 'נועה פלדמן', '小林 美咲', 'Maximiliana Papadopoulou-Konstantinidis', 'กมลชนก 🌶️']
  const people = []
  for (const [index, full_name] of names.entries()) {
    const person = await server.person(`P${index}`, 'קהילה')
    await server.owner.call(updateUser, { user_id: person.id, full_name })
    people.push(person)
  }
  for (const { client } of people) {
    await client.call(sendMessage, { type: 'direct', to: JSON.stringify([ann.id]), content: 'hello' })
    await client.call(sendMessage, { type: 'channel', to: 'קהילה', topic: 'שלום → hello', content: 'مرحبا hello' })
  }
  for (const name of names) await link(`${name}, 1 unread`).waitFor()
  await link('קהילה, 5 unread').click()
  await link('שלום → hello, 5 unread').click()
  await page.getByRole('heading', { level: 1, name: 'שלום → hello' }).waitFor()
  for (const name of names) await page.getByRole('article', { name: new RegExp(`^${name}, .*مرحبا hello`) }).waitFor()
  // Each text has its own direction, whatever is beside it.
  const direction = await page
    .getByRole('article')
    .first()
    .getByText('مرحبا hello')
    .evaluate((one) => getComputedStyle(one.closest('[dir]')!).direction)
  expect(direction).toBe('rtl')
  expect(await overflow(page)).toBeLessThanOrEqual(0)
})

test('on a phone the same names fit, and nothing is in the way of assistive technology', async () => {
  const phone = await openApp(ann, { viewport: PHONE, colorScheme: 'dark' })
  await phone.go(
    `#narrow/channel/${channelId(server, 'infra')}/topic/${encodeURIComponent(LONG_TOPIC).replaceAll('%', '.')}`,
  )
  await phone.page.getByRole('article', { name: /at six/ }).waitFor()
  expect(await overflow(phone.page)).toBeLessThanOrEqual(0)
  await phone.go('#inbox')
  await phone.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Channels' }).click()
  await nav(phone.page).getByRole('link', { name: 'קהילה', exact: true }).waitFor()
  expect(await overflow(phone.page)).toBeLessThanOrEqual(0)
  expect(await problemsOf(phone.page)).toEqual([])
})

test('on a phone the tab says under what a view is found', async () => {
  const phone = await openApp(ann, { viewport: PHONE })
  const tab = phone.page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]')
  for (const [view, name] of [
    ['#recent', 'Channels'],
    ['#feed', 'Channels'],
    [`#topics/channel/${channelId(server, 'infra')}`, 'Channels'],
    ['#scheduled', 'You'],
    ['#inbox', 'Inbox'],
  ] as const) {
    await phone.go(view)
    await expect.poll(() => tab.allInnerTexts()).toEqual([expect.stringContaining(name)])
  }
})

test('a new direct message begins beside the list', async () => {
  await section('New direct message').click()
  await page.getByRole('heading', { level: 1, name: 'New message' }).waitFor()
})
