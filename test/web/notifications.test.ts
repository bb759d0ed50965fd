import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteMessage, sendMessage } from '../../api/endpoints/messages.ts'
import { muteUser, unmuteUser } from '../../api/endpoints/muted-users.ts'
import { updateSettings } from '../../api/endpoints/settings.ts'
import { updateUserTopic } from '../../api/endpoints/user-topics.ts'
import { layCable } from '../../scripts/shots/cable.ts'
import { opened } from '../opened.ts'
import { useServer } from '../use-server.ts'
import { overflow, problemsOf } from './accessible.ts'
import { openApp, PHONE } from './app-page.ts'
import { useApp } from './use-app.ts'

interface ShownNotice {
  title: string
  body: string
  silent: boolean
  isClosed: boolean
}

/** Stands for the notifications of the browser, and records them. */
function record(permission: string): void {
  // The empty page of a new tab has no storage.
  if (location.protocol === 'about:') return
  const shown: (ShownNotice & { press(): void })[] = []
  class Recorder {
    static permission = sessionStorage.getItem('permission') ?? permission
    static answer = 'granted'
    onclick: (() => void) | null = null
    onclose: (() => void) | null = null
    readonly #entry: (typeof shown)[number]
    constructor(title: string, { body, silent }: { body: string; silent: boolean }) {
      this.#entry = { title, body, silent, isClosed: false, press: () => this.onclick?.() }
      shown.push(this.#entry)
    }
    static async requestPermission(): Promise<string> {
      Recorder.permission = Recorder.answer
      sessionStorage.setItem('permission', Recorder.answer)
      return Recorder.answer
    }
    close(): void {
      this.#entry.isClosed = true
      this.onclose?.()
    }
  }
  Object.assign(globalThis, { Notification: Recorder, shown })
}

const { server, ann, ben } = useServer({ members: ['ann', 'ben'], channel: 'general' })
const cable = opened(() => layCable(server.url))

beforeAll(() => say('soup', 'first'))

const { app, page, browser } = useApp(cable, ann)
beforeAll(async () => {
  await page.context().addInitScript(record, 'default')
  await page.reload()
})

const say = async (topic: string, content: string): Promise<number> =>
  (await ben.client.call(sendMessage, { type: 'channel', to: 'general', topic, content })).id
const tell = async (content: string): Promise<number> =>
  (await ben.client.call(sendMessage, { type: 'direct', to: JSON.stringify([ann.id]), content })).id
const generalId = (): number => server.channelId('general')
const shownOn = (at: Page): Promise<ShownNotice[]> =>
  at.evaluate(() =>
    (globalThis as unknown as { shown: ShownNotice[] }).shown.map(({ title, body, silent, isClosed }) => ({
      title,
      body,
      silent,
      isClosed,
    })),
  )
const bodies = async () => (await shownOn(page)).map(({ body }) => body)
const region = (at = page) => at.getByRole('region', { name: 'Desktop notifications' })
const chooseInMenu = async (name: string) => {
  await page.getByRole('navigation', { name: 'Conversations' }).getByRole('button', { expanded: false }).first().click()
  await page.getByRole('menuitem', { name }).click()
}

/** In another conversation, with nothing shown. */
beforeEach(async () => {
  await app.go('#inbox')
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
  await page.evaluate(() => (globalThis as unknown as { shown: ShownNotice[] }).shown.splice(0))
})

test('a question above the messages is put off, and stays so', async () => {
  await app.go(`#narrow/channel/${generalId()}/topic/soup`)
  await region()
    .getByText(/Sounds stay off/)
    .waitFor()
  expect(await problemsOf(page)).toEqual([])
  await region().getByRole('button', { name: 'Not now' }).click()
  await region().waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('article').first().waitFor()
  expect(await region().count()).toBe(0)
})

test('the browser may say no, and the menu says what to do', async () => {
  await page.evaluate(() => Object.assign(Notification, { answer: 'denied' }))
  await chooseInMenu('Notifications')
  await page.getByRole('status').getByText('The browser blocks notifications').waitFor()
  await tell('nobody hears this')
  await page.getByRole('list', { name: 'Inbox' }).getByRole('link', { name: 'Ben, 1 unread' }).waitFor()
  expect(await bodies()).toEqual([])
  // The person has changed it in the settings of the browser.
  await page.evaluate(() => {
    Object.assign(Notification, { permission: 'granted', answer: 'granted' })
    sessionStorage.setItem('permission', 'granted')
    dispatchEvent(new Event('focus'))
  })
})

test('a direct message and a mention notify without a sound, and lead to their place', async () => {
  await tell('psst')
  await say('soup', 'not for anybody')
  const id = await say('bread', 'for @**Ann**')
  await expect
    .poll(() => shownOn(page))
    .toEqual([
      { title: 'Ben', body: 'psst', silent: true, isClosed: false },
      { title: 'Ben mentioned you', body: '#general › bread\nfor @Ann', silent: true, isClosed: false },
    ])
  await page.evaluate(() => (globalThis as unknown as { shown: { press(): void }[] }).shown[1]?.press())
  await page.getByRole('heading', { level: 1, name: 'bread' }).waitFor()
  expect(page.url()).toContain(`/near/${id}`)
})

test('the conversation that is open does not notify, and what is read or deleted is taken back', async () => {
  await app.go(`#narrow/channel/${generalId()}/topic/soup`)
  await page.getByRole('article').first().waitFor()
  await page.bringToFront()
  await say('soup', 'here, @**Ann**')
  const deleted = await say('bread', 'gone, @**Ann**')
  await expect.poll(async () => (await bodies()).map((body) => body.split('\n')[1])).toEqual(['gone, @Ann'])
  await server.owner.call(deleteMessage, { message_id: deleted })
  await expect.poll(async () => (await shownOn(page))[0]?.isClosed).toBe(true)
})

test('muted people and muted topics do not notify, also when all comes at once after a cut', async () => {
  const mute = (visibility_policy: 0 | 1) =>
    ann.client.call(updateUserTopic, { stream_id: generalId(), topic: 'noise', visibility_policy })
  cable.pullOut()
  await mute(1)
  await say('noise', 'hey @**Ann**')
  await ann.client.call(muteUser, { muted_user_id: ben.id })
  await tell('unheard')
  await ann.client.call(unmuteUser, { muted_user_id: ben.id })
  await mute(0)
  await say('noise', 'again @**Ann**')
  cable.plugIn()
  await expect.poll(bodies).toEqual(['#general › noise\nagain @Ann'])
})

test('the settings of the person hold: no text of direct messages, or nothing at all', async () => {
  await ann.client.call(updateSettings, { pm_content_in_desktop_notifications: false })
  await tell('secret')
  await expect.poll(bodies).toEqual(['New direct message'])
  await chooseInMenu('Notifications')
  await page.getByRole('status').getByText('Notifications are off.').waitFor()
  await tell('silence')
  await chooseInMenu('Notifications')
  await page.getByRole('status').getByText('Notifications are on.').waitFor()
  await tell('secret again')
  await expect.poll(bodies).toEqual(['New direct message', 'New direct message'])
  await ann.client.call(updateSettings, { pm_content_in_desktop_notifications: true })
})

test('one of several tabs notifies, and none if one of them shows the conversation', async () => {
  const second = await page.context().newPage()
  await second.addInitScript(() => sessionStorage.setItem('permission', 'granted'))
  await second.goto(`${cable.url}/#inbox`)
  await second.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
  await second
    .getByRole('link', { name: /^general/ })
    .first()
    .waitFor()
  const both = async () => [...(await shownOn(page)), ...(await shownOn(second))].map(({ body }) => body)
  await tell('once')
  await expect.poll(both).toEqual(['once'])
  await second.goto(`${cable.url}/#narrow/dm/${ben.id}`)
  await second.getByRole('article').first().waitFor()
  await second.bringToFront()
  await tell('seen')
  await second.getByRole('article', { name: /seen/ }).waitFor()
  await say('bread', 'twice @**Ann**')
  await expect.poll(both).toEqual(['once', '#general › bread\ntwice @Ann'])
  await second.close()
})

test('the question is accessible on a phone in dark', async () => {
  const other = await openApp(browser, server, ben, { viewport: PHONE, colorScheme: 'dark' })
  await other.page.context().addInitScript(record, 'default')
  await other.page.reload()
  await other.go(`#narrow/channel/${generalId()}/topic/soup`)
  await region(other.page).waitFor()
  expect(await problemsOf(other.page)).toEqual([])
  expect(await overflow(other.page)).toBe(0)
  await region(other.page).getByRole('button', { name: 'Allow notifications' }).click()
  await other.page.getByRole('status').getByText('Notifications are on.').waitFor()
  expect(await region(other.page).count()).toBe(0)
  await other.page.context().close()
})
