import { expect, test } from 'vitest'
import { getMessages, sendMessage, updateMessage } from '../../api/endpoints/messages.ts'
import { layCable } from '../../scripts/shots/cable.ts'
import { CHANNEL, clientOf } from '../faults/place.ts'
import { OWNER } from '../faults/server-process.ts'
import { openSetting } from '../faults/setting.ts'
import { opened } from '../opened.ts'
import { useApp } from './use-app.ts'

const setting = opened(() => openSetting(1))
const cable = opened(() => layCable(setting.server.url))
const { app } = useApp(cable, OWNER, { password: OWNER.password })

const other = () => clientOf(setting.server.url, setting.people[1]!)
const say = (topic: string, content: string) =>
  other().call(sendMessage, { type: 'channel', to: CHANNEL, topic, content })
const field = () => app.page.getByRole('textbox', { name: 'Message' })
const article = (name: RegExp) => app.page.getByRole('article', { name })

async function sentTo(topic: string): Promise<string[]> {
  const narrow = [
    { operator: 'channel', operand: CHANNEL, negated: false },
    { operator: 'topic', operand: topic, negated: false },
  ]
  const asked = { anchor: 'newest', num_before: 100, num_after: 0, narrow, apply_markdown: false }
  return (await other().call(getMessages, asked)).messages.map(({ content }) => content)
}

async function open(topic: string): Promise<void> {
  const { id } = await say(topic, 'hello')
  await app.go(`#narrow/channel/1/topic/${topic.replaceAll(' ', '.20')}/with/${id}`)
  await article(/hello/).waitFor()
}

async function write(text: string): Promise<void> {
  await field().fill(text)
  await field().press('Enter')
}

test('while the server is away, what is written waits, and goes out once when it is back', async () => {
  await open('restart')
  await write('before')
  await expect.poll(() => sentTo('restart')).toEqual(['hello', 'before'])
  await setting.server.kill()
  await write('meanwhile one')
  await write('meanwhile two')
  await field().fill('half a sentence')
  await app.page.getByText('You are offline.').first().waitFor()
  await article(/meanwhile two, sending/).waitFor()
  await setting.server.start()
  await expect.poll(() => sentTo('restart')).toEqual(['hello', 'before', 'meanwhile one', 'meanwhile two'])
  await expect.poll(() => article(/sending/).count()).toBe(0)
  await expect.poll(() => app.page.getByText('You are offline.').count()).toBe(0)
  expect(await field().inputValue()).toBe('half a sentence')
  await say('restart', 'welcome back')
  await article(/welcome back/).waitFor()
  expect(await app.page.getByRole('article').count()).toBe(5)
})

test('a connection that is cut in the middle doubles nothing and loses nothing', async () => {
  await open('cut')
  const texts = ['one', 'two', 'three', 'four', 'five']
  for (const [index, text] of texts.entries()) {
    await write(text)
    if (index % 2 === 0) cable.pullOut()
    else cable.plugIn()
  }
  cable.plugIn()
  await expect.poll(() => sentTo('cut')).toEqual(['hello', ...texts])
  await expect.poll(() => article(/sending/).count()).toBe(0)
  expect(await app.page.getByRole('article').count()).toBe(6)
})

test('somebody who writes notices that nothing gets through, even if the poll for events still waits', async () => {
  await open('frayed')
  cable.fray()
  await write('into the void')
  await expect.poll(() => app.page.getByRole('status').innerText()).toMatch(/^You are offline\./)
  cable.plugIn()
  await expect.poll(() => sentTo('frayed')).toEqual(['hello', 'into the void'])
})

const rename = async (topic: string, to: string): Promise<void> => {
  const narrow = [
    { operator: 'channel', operand: CHANNEL, negated: false },
    { operator: 'topic', operand: topic, negated: false },
  ]
  const { messages } = await other().call(getMessages, { anchor: 'oldest', num_before: 0, num_after: 1, narrow })
  await other().call(updateMessage, { message_id: messages[0]!.id, topic: to, propagate_mode: 'change_all' })
}

test('what waits for a topic that is renamed meanwhile goes to its new name', async () => {
  await open('old name')
  cable.pullOut()
  await write('sent in the dark')
  await article(/sent in the dark, sending/).waitFor()
  await rename('old name', 'new name')
  cable.plugIn()
  await expect.poll(() => sentTo('new name')).toContain('sent in the dark')
  expect(await sentTo('old name')).not.toContain('sent in the dark')
  await app.page.getByRole('heading', { level: 1, name: 'new name', exact: true }).waitFor()
  await article(/sent in the dark$/).waitFor()
})

test('the same after the app was closed, when nothing tells of the new name', async () => {
  await open('first name')
  cable.pullOut()
  await write('closed before it went')
  await article(/closed before it went, sending/).waitFor()
  await app.page.goto('about:blank')
  await rename('first name', 'second name')
  cable.plugIn()
  await app.go('#inbox')
  await expect.poll(() => sentTo('second name')).toContain('closed before it went')
  expect(await sentTo('first name')).not.toContain('closed before it went')
})

/** As on a machine whose disk is slow: nothing that the page stores in its database arrives. */
const holdUpDatabase = () =>
  app.page.evaluate(
    () =>
      new Promise<void>((held) => {
        indexedDB.open('parley').onsuccess = ({ target }) => {
          const { result } = target as IDBOpenDBRequest
          const outbox = result.transaction('outbox', 'readwrite').objectStore('outbox')
          const askAgain = () => {
            outbox.count().onsuccess = askAgain
            held()
          }
          askAgain()
        }
      }),
  )

test('a message is not lost with a page that is closed before the database of the browser has it', async () => {
  await open('slow disk')
  cable.pullOut()
  await holdUpDatabase()
  await write('closed at once')
  await article(/closed at once, sending/).waitFor()
  await app.page.goto('about:blank')
  cable.plugIn()
  await app.go('#inbox')
  await expect.poll(() => sentTo('slow disk')).toEqual(['hello', 'closed at once'])
})

test('a browser without network says so at once, and what was written goes out when it is back', async () => {
  await open('tunnel')
  await app.page.context().setOffline(true)
  const status = app.page.getByRole('status')
  await expect.poll(() => status.innerText()).toMatch(/^You are offline\./)
  await write('in the tunnel')
  await article(/in the tunnel, sending/).waitFor()
  await app.page.getByRole('button', { name: 'Try now', exact: true }).click()
  expect(await sentTo('tunnel')).not.toContain('in the tunnel')
  await app.page.context().setOffline(false)
  await expect.poll(() => sentTo('tunnel')).toContain('in the tunnel')
  await expect.poll(() => status.innerText()).not.toMatch(/offline/)
  expect(await app.page.getByRole('button', { name: 'Try now', exact: true }).count()).toBe(0)
})
