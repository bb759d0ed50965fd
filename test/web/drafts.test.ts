import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { endpoints } from '../../api/endpoints/index.ts'
import { layCable } from '../../scripts/shots/cable.ts'
import { opened } from '../opened.ts'
import { useServer } from '../use-server.ts'
import { useApp } from './use-app.ts'

const { server, ann, ben } = useServer({ members: ['ann', 'ben'], channel: 'infra' })
const cable = opened(() => layCable(server.url))
let channelId: number

const addressOf = (topic: string) =>
  `#narrow/channel/${channelId}/topic/${encodeURIComponent(topic).replaceAll('%', '.')}`
const say = (topic: string, content: string) =>
  ben.client.call(endpoints.sendMessage, { type: 'channel', to: 'infra', topic, content })
const stored = async () =>
  (await ann.client.call(endpoints.getDrafts, {})).drafts.map(({ topic, content }) => [topic, content])
const message = (at: Page) => at.getByRole('textbox', { name: 'Message', exact: true })
const text = (at: Page) => expect.poll(() => message(at).inputValue())

async function open(topic: string): Promise<void> {
  await first.go(addressOf(topic))
  await second.go(addressOf(topic))
  for (const at of [desk, laptop]) {
    await at.getByRole('group', { name: `Write to infra › ${topic}`, exact: true }).waitFor()
    await at.getByRole('article').first().waitFor()
  }
}

beforeAll(async () => {
  channelId = server.channelId('infra')
  await ann.client.call(endpoints.updateSettings, { enter_sends: true })
  for (const topic of ['shared', 'sent', 'closed', 'apart', 'later', 'alone', 'moment', 'old name'])
    await say(topic, `about ${topic}`)
})

// Two devices of one person. The cable of the second can be pulled out.
const { app: first, page: desk, browser } = useApp(server, ann)
const { app: second, page: laptop } = useApp(cable, ann, { browser })

test('what is typed on one device is in the composer of the other, and both can go on', async () => {
  await open('shared')
  await message(desk).fill('begun at the desk')
  await text(laptop).toBe('begun at the desk')
  await message(laptop).fill('begun at the desk, ended on the way')
  await text(desk).toBe('begun at the desk, ended on the way')
  expect(await stored()).toEqual([['shared', 'begun at the desk, ended on the way']])
  await message(desk).fill('')
  await text(laptop).toBe('')
  await expect.poll(stored).toEqual([])
})

test('a draft that is sent from one device is gone from the other', async () => {
  await open('sent')
  await message(desk).fill('done')
  await text(laptop).toBe('done')
  await message(laptop).press('Enter')
  await text(desk).toBe('')
  await expect.poll(stored).toEqual([])
  await desk.reload()
  await desk.getByRole('article').filter({ hasText: 'done' }).waitFor()
  expect(await message(desk).inputValue()).toBe('')
})

test('a draft is gone as soon as its message goes to the server, also if the page is closed then', async () => {
  await open('closed')
  await message(desk).fill('the last words')
  await desk.getByText('Draft saved').waitFor()
  await expect.poll(stored).toEqual([['closed', 'the last words']])
  // What the page does after it has sent the request has no effect.
  await desk.evaluate(() => {
    const send = window.fetch
    function count(this: IDBObjectStore): IDBRequest {
      return this.count()
    }
    window.fetch = (address, init) => {
      if (init?.method !== 'POST' || !String(address).endsWith('/json/messages')) return send(address, init)
      window.fetch = () => new Promise(() => {})
      Object.assign(IDBObjectStore.prototype, { put: count, delete: count })
      return send(address, init)
    }
  })
  await message(desk).press('Enter')
  await laptop.getByRole('article').filter({ hasText: 'the last words' }).waitFor()
  await desk.reload()
  await desk.getByRole('article').filter({ hasText: 'the last words' }).waitFor()
  await expect.poll(stored).toEqual([])
  expect(await message(desk).inputValue()).toBe('')
})

test('of two texts the newest wins, and the other stays as a draft of its own', async () => {
  await open('apart')
  await message(desk).fill('as agreed')
  await text(laptop).toBe('as agreed')
  cable.pullOut()
  await laptop.getByText('You are offline.').first().waitFor()
  await message(laptop).fill('written on the train')
  await laptop.getByText('Draft saved').waitFor()
  // The server counts seconds.
  const second = Math.floor(Date.now() / 1000)
  await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(second)
  await message(desk).fill('written at the desk, later')
  await expect.poll(stored).toEqual([['apart', 'written at the desk, later']])
  cable.plugIn()
  await laptop.getByRole('button', { name: 'Try now' }).click()
  await text(laptop).toBe('written at the desk, later')
  await expect
    .poll(async () => (await stored()).toSorted())
    .toEqual([
      ['apart', 'written at the desk, later'],
      ['apart', 'written on the train'],
    ])
  expect(await message(desk).inputValue()).toBe('written at the desk, later')
})

test('the text that was typed last stays where it is, also if the other device was quicker', async () => {
  await open('later')
  await message(desk).fill('as agreed')
  await text(laptop).toBe('as agreed')
  cable.pullOut()
  await laptop.getByText('You are offline.').first().waitFor()
  await message(desk).fill('first')
  await expect.poll(async () => (await stored()).map(([, content]) => content)).toContain('first')
  const second = Math.floor(Date.now() / 1000)
  await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(second)
  await message(laptop).fill('last')
  await laptop.getByText('Draft saved').waitFor()
  cable.plugIn()
  await laptop.getByRole('button', { name: 'Try now' }).click()
  await text(desk).toBe('last')
  expect(await message(laptop).inputValue()).toBe('last')
  const texts = (await stored()).filter(([topic]) => topic === 'later').map(([, content]) => content)
  expect(texts.toSorted()).toEqual(['first', 'last'])
})

test('a draft follows its topic, and the note says who renamed it', async () => {
  await open('old name')
  await message(desk).fill('still here')
  await text(laptop).toBe('still here')
  const { messages } = await ben.client.call(endpoints.getMessages, {
    narrow: [{ operator: 'topic', operand: 'old name', negated: false }],
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
  })
  await server.owner.call(endpoints.updateMessage, {
    message_id: messages[0]!.id,
    topic: 'new name',
    propagate_mode: 'change_all',
  })
  for (const at of [desk, laptop]) {
    const composer = at.getByRole('group', { name: 'Write to infra › new name', exact: true })
    await composer.getByText('renamed this topic').waitFor()
    await text(at).toBe('still here')
  }
  await expect
    .poll(async () => (await stored()).filter(([, content]) => content === 'still here'))
    .toEqual([['new name', 'still here']])
})

test('who does not want drafts on the server has them only here, and loses none', async () => {
  await open('alone')
  await message(desk).fill('for my eyes')
  await text(laptop).toBe('for my eyes')
  await ann.client.call(endpoints.updateSettings, { enable_drafts_synchronization: false })
  await message(desk).fill('for my eyes only')
  await desk.getByText('Draft saved').waitFor()
  await desk.reload()
  await text(desk).toBe('for my eyes only')
  expect(await message(laptop).inputValue()).toBe('for my eyes')
  await ann.client.call(endpoints.updateSettings, { enable_drafts_synchronization: true })
  await text(laptop).toBe('for my eyes only')
})

test('what was typed in the last moment before a reload is back', async () => {
  await open('moment')
  await message(desk).evaluate((box: HTMLTextAreaElement) => {
    box.value = 'typed and gone'
    box.dispatchEvent(new InputEvent('input', { bubbles: true }))
    location.reload()
  })
  await text(desk).toBe('typed and gone')
  await message(desk).fill('')
  await desk.reload()
  await desk.getByRole('article').first().waitFor()
  expect(await message(desk).inputValue()).toBe('')
})
