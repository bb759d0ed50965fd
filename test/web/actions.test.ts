import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { createChannel } from '../../api/endpoints/channels.ts'
import { getMessages, sendMessage } from '../../api/endpoints/messages.ts'
import { addReaction } from '../../api/endpoints/reactions.ts'
import { updateRealm } from '../../api/endpoints/realm.ts'
import type { Person } from '../harness.ts'
import { useServer } from '../use-server.ts'
import { problemsOf } from './accessible.ts'
import { PHONE } from './app-page.ts'
import { useApp } from './use-app.ts'

const { server, ann, ben } = useServer({ members: ['ann', 'ben'], channel: 'general' })
const { app, page, openApp } = useApp(server, ann)
beforeAll(() => page.context().grantPermissions(['clipboard-read', 'clipboard-write']))

const channelId = (): number => server.channelId('general')
const placeOf = (topic: string): string => `#narrow/channel/${channelId()}/topic/${topic}`
const say = async (who: Person, topic: string, content: string): Promise<number> =>
  (await who.client.call(sendMessage, { type: 'channel', to: 'general', topic, content })).id
const article = (words: string, on: Page = page): Locator =>
  on.getByRole('feed', { name: 'Messages' }).getByRole('article', { name: new RegExp(words) })
const toolbar = async (words: string): Promise<Locator> => {
  await article(words).hover()
  return article(words).getByRole('toolbar', { name: 'Message actions' })
}
const menuItem = (name: string): Locator =>
  page.getByRole('menu', { name: 'Message actions' }).getByRole('menuitem', { name, exact: true })
const openMenu = async (words: string): Promise<void> => {
  await (await toolbar(words)).getByRole('button', { name: 'More' }).click()
  await menuItem('Copy link').waitFor()
}
const choose = async (words: string, name: string): Promise<void> => {
  await openMenu(words)
  await menuItem(name).click()
}
const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText())
/** Opens the place of a message that was just sent. */
const open = async (topic: string, words: string): Promise<void> => {
  await app.go(placeOf(topic))
  await article(words).waitFor()
}
const letDelete = (group: 'role:nobody' | 'role:everyone') =>
  server.owner.call(updateRealm, { can_delete_own_message_group: { new: server.realm.groups.system(group).id } })
const picker = (): Locator => page.getByRole('dialog', { name: 'Add reaction' })

test('a reaction is added with the picker, counted for others, and taken back', async () => {
  const id = await say(ben, 'reactions', 'ship it')
  await open('reactions', 'ship it')
  await (await toolbar('ship it')).getByRole('button', { name: 'Add reaction' }).click()
  await picker().getByRole('searchbox', { name: 'Search emoji' }).fill('thumbs u')
  await picker().getByRole('button', { name: 'thumbs up', exact: true }).click()
  const own = article('ship it').getByRole('button', { name: 'thumbs up, 1', pressed: true })
  await own.waitFor()
  await ben.client.call(addReaction, { message_id: id, emoji_name: '+1' })
  const both = article('ship it').getByRole('button', { name: 'thumbs up, 2', pressed: true })
  await both.waitFor()
  expect(await both.getAttribute('aria-description')).toBe('You and Ben reacted with thumbs up')
  await both.click()
  await article('ship it').getByRole('button', { name: 'thumbs up, 1', pressed: false }).click()
  // The person who reads comes first, also if others were faster.
  expect(await both.getAttribute('aria-description')).toBe('You and Ben reacted with thumbs up')
})

test('the menu has all actions in their order', async () => {
  const { id } = await server.owner.call(createChannel, { name: 'reports', subscribers: [], invite_only: true })
  await server.owner.call(updateRealm, { enable_read_receipts: true, moderation_request_channel_id: id })
  await say(ann, 'menu', 'all of it')
  await open('menu', 'all of it')
  await openMenu('all of it')
  await menuItem('Report to moderators').waitFor()
  const items = page.getByRole('menu', { name: 'Message actions' }).getByRole('menuitem')
  const names = await items.evaluateAll((all) => all.map((one) => one.querySelector('.grow')?.textContent))
  expect(names).toEqual([
    'Reply here',
    'Quote',
    'Forward to another topic',
    'Edit',
    'Move messages…',
    'Start a topic from this',
    'Mark unread from here',
    'Save for later',
    'Remind me…',
    'Copy link',
    'Copy as Markdown',
    'Read by…',
    'Edit history',
    'Report to moderators',
    'Delete message…',
  ])
  expect(await problemsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
})

test('a menu has the focus as soon as it is there, and an Esc from elsewhere closes it too', async () => {
  await say(ben, 'hasty', 'no patience')
  await open('hasty', 'no patience')
  const more = (await toolbar('no patience')).getByRole('button', { name: 'More' })
  const wasOpen = await more.evaluate(async (button: HTMLElement) => {
    button.focus()
    button.click()
    const isOpen = () => document.querySelector('[role=menu]') !== null
    for (let turn = 0; turn < 100 && !isOpen(); turn += 1) await Promise.resolve()
    const before = isOpen() && document.activeElement?.closest('[role=menu]') !== null
    button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
    return before
  })
  expect(wasOpen).toBe(true)
  await page.getByRole('menu').waitFor({ state: 'detached' })
})

test('the button and the item that reply lead to the composer, and an item marks as unread', async () => {
  await say(ben, 'answers', 'any questions')
  await open('answers', 'any questions')
  const field = page.getByRole('textbox', { name: 'Message', exact: true })
  const hasFocus = () => expect.poll(() => field.evaluate((one) => one === document.activeElement))
  await (await toolbar('any questions')).getByRole('button', { name: 'Reply', exact: true }).click()
  await hasFocus().toBe(true)
  await page.keyboard.press('Escape')
  await hasFocus().toBe(false)
  await choose('any questions', 'Reply here')
  await hasFocus().toBe(true)
  await choose('any questions', 'Mark unread from here')
  await article('any questions.*unread').waitFor()
  await choose('any questions', 'Save for later')
  await article('any questions.*saved').waitFor()
})

test('a reaction that is taken back before the server has answered is gone in the end', async () => {
  const id = await say(ben, 'reactions', 'slow boat')
  await ben.client.call(addReaction, { message_id: id, emoji_name: 'tada' })
  await open('reactions', 'slow boat')
  const held = Promise.withResolvers<void>()
  await page.route('**/reactions', (route) => held.promise.then(() => route.continue()))
  const reaction = (count: number, pressed: boolean) =>
    article('slow boat').getByRole('button', { name: `tada, ${count}`, pressed })
  await reaction(1, false).click()
  await reaction(2, true).waitFor()
  await reaction(2, true).click()
  await reaction(1, false).waitFor()
  const taken = page.waitForResponse((response) => response.request().method() === 'DELETE')
  held.resolve()
  await taken
  const { messages } = await ben.client.call(getMessages, { message_ids: [id] })
  expect(messages[0]?.reactions).toHaveLength(1)
  await reaction(1, false).waitFor()
  await page.unroute('**/reactions')
})

test('two quick presses send one request', async () => {
  const id = await say(ben, 'reactions', 'twice')
  await ben.client.call(addReaction, { message_id: id, emoji_name: 'tada' })
  await open('reactions', 'twice')
  let requests = 0
  page.on('request', (request) => {
    if (request.url().includes('/reactions')) requests += 1
  })
  await article('twice').getByRole('button', { name: 'tada, 1' }).dblclick()
  await article('twice').getByRole('button', { name: 'tada, 2', pressed: true }).waitFor()
  await expect.poll(() => requests).toBe(1)
  // What is below the picker does not get the second press.
  await (await toolbar('twice')).getByRole('button', { name: 'Add reaction' }).click()
  const under = await page.evaluateHandle(() => {
    const cover = document.createElement('button')
    cover.style.cssText = 'position: fixed; inset: 0'
    cover.onclick = () => cover.append('pressed')
    return document.body.appendChild(cover)
  })
  await page.getByRole('dialog', { name: 'Add reaction' }).getByRole('button', { name: 'octopus' }).dblclick()
  await article('twice').getByRole('button', { name: 'octopus, 1', pressed: true }).waitFor()
  expect(await under.evaluate((one) => one.textContent)).toBe('')
  await under.evaluate((one) => one.remove())
  expect(requests).toBe(2)
})

test('arrows move in the emoji in two directions, and Enter picks one', async () => {
  await say(ben, 'arrows', 'grid')
  await open('arrows', 'grid')
  await article('grid').focus()
  await page.keyboard.press('+')
  const search = picker().getByRole('searchbox', { name: 'Search emoji' })
  await search.waitFor()
  // The names are there when the table has been loaded.
  await picker().getByRole('button', { name: 'grinning', exact: true }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  const [first, second] = await picker()
    .getByRole('row')
    .first()
    .getByRole('button')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
  expect(await focused()).toBe(second)
  await page.keyboard.press('ArrowDown')
  expect(await focused()).not.toBe(second)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowLeft')
  expect(await focused()).toBe(first)
  await page.keyboard.press('ArrowUp')
  expect(await focused()).toBe('Search emoji')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await article('grid')
    .getByRole('button', { name: `${first}, 1`, pressed: true })
    .waitFor()
  await picker().waitFor({ state: 'detached' })
})

test('a message is deleted after a question, by those who may', async () => {
  await say(ann, 'deletions', 'oops')
  await say(ben, 'deletions', 'his words')
  await open('deletions', 'oops')
  await openMenu('his words')
  expect(await menuItem('Delete message…').count()).toBe(0)
  await page.keyboard.press('Escape')
  await letDelete('role:nobody')
  await expect
    .poll(async () => {
      await openMenu('oops')
      const count = await menuItem('Delete message…').count()
      await page.keyboard.press('Escape')
      return count
    })
    .toBe(0)
  await letDelete('role:everyone')
  await choose('oops', 'Delete message…')
  const dialog = page.getByRole('dialog', { name: 'Delete message' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await choose('oops', 'Delete message…')
  await dialog.getByRole('button', { name: 'Delete message' }).click()
  await article('oops').waitFor({ state: 'detached' })
  await dialog.waitFor({ state: 'detached' })
  // The next message has the focus now.
  await expect.poll(() => article('his words').evaluate((one) => one === document.activeElement)).toBe(true)
})

test('a message is saved, its link and its source are copied', async () => {
  const id = await say(ben, 'copies', 'some **bold** words')
  await open('copies', 'bold')
  const save = (await toolbar('bold')).getByRole('button', { name: 'Save for later' })
  await save.click()
  await article('bold.*saved').waitFor()
  expect(await save.getAttribute('aria-pressed')).toBe('true')
  await article('bold').focus()
  await page.keyboard.press('b')
  await article('bold.*saved').waitFor({ state: 'detached' })
  await choose('bold', 'Copy link')
  await expect.poll(copied).toBe(`${server.url}/#narrow/channel/${channelId()}-general/topic/copies/near/${id}`)
  await choose('bold', 'Copy as Markdown')
  await expect.poll(copied).toBe('some **bold** words')
})

test('what is marked unread stays unread while it is in view', async () => {
  await say(ben, 'later', 'read me')
  await say(ben, 'later', 'me too')
  await open('later', 'me too')
  await article('me too.*unread').waitFor({ state: 'detached' })
  await article('read me').focus()
  await page.keyboard.press('Shift+U')
  await article('read me.*unread').waitFor()
  await article('me too.*unread').waitFor()
  await say(ben, 'later', 'newest')
  await article('newest.*unread').waitFor()
  // In the time in which reading would have marked them, another page marks its own message.
  await say(ben, 'control', 'beside')
  const beside = await page.context().newPage()
  await beside.goto(`${server.url}/${placeOf('control')}`)
  await article('beside.*unread', beside).waitFor({ state: 'detached' })
  await article('beside', beside).waitFor()
  await beside.close()
  expect(await article('unread').count()).toBe(3)
})

test('a topic is resolved and reopened, and the other person sees it', async () => {
  await say(ben, 'plan', 'what now?')
  const other = await openApp(ben)
  await other.go(placeOf('plan'))
  await article('what now', other.page).waitFor()
  await open('plan', 'what now')
  await page.getByRole('main').getByRole('button', { name: 'Resolve', exact: true }).click()
  await page.getByRole('main').getByRole('button', { name: 'Reopen' }).waitFor()
  await other.page.getByRole('main').getByRole('button', { name: 'Reopen' }).click()
  await page.getByRole('main').getByRole('button', { name: 'Resolve', exact: true }).waitFor()
  await page.getByRole('heading', { level: 1, name: 'plan', exact: true }).waitFor()
  await article('what now').waitFor()
  await other.page.context().close()
})

test('two quick presses resolve a topic once', async () => {
  await say(ben, 'hasty', 'quick now')
  await open('hasty', 'quick now')
  const gate = Promise.withResolvers<void>()
  let requests = 0
  await page.route('**/json/messages/*', (route) => {
    // Messages are also marked as read meanwhile.
    if (route.request().method() !== 'PATCH') return route.continue()
    requests += 1
    return gate.promise.then(() => route.continue())
  })
  await page.getByRole('main').getByRole('button', { name: 'Resolve', exact: true }).dblclick()
  gate.resolve()
  await page.getByRole('main').getByRole('button', { name: 'Reopen' }).waitFor()
  await page.unroute('**/json/messages/*')
  expect(requests).toBe(1)
})

test('a topic is followed at once, and not any more if the server does not hear of it', async () => {
  await say(ben, 'far away', 'slow boat')
  await open('far away', 'slow boat')
  const held = Promise.withResolvers<void>()
  await page.route('**/json/user_topics', (route) => held.promise.then(() => route.abort()))
  await page.keyboard.press('f')
  await page.getByRole('button', { name: 'Following', exact: true }).waitFor()
  await page.keyboard.press('f')
  await page.getByRole('button', { name: 'Follow', exact: true }).waitFor()
  await page.keyboard.press('f')
  await page.getByRole('button', { name: 'Following', exact: true }).waitFor()
  held.resolve()
  await page.getByRole('button', { name: 'Follow', exact: true }).waitFor()
  await page.unroute('**/json/user_topics')
})

test('a topic is followed and its people are shown beside it', async () => {
  await say(ben, 'crew', 'ahoy')
  await open('crew', 'ahoy')
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await page.getByRole('button', { name: 'Following', exact: true }).click()
  await page.getByRole('button', { name: 'Follow', exact: true }).waitFor()
  const people = page.getByRole('complementary', { name: 'People' })
  await people.getByRole('button', { name: /^Ben/ }).click()
  const card = page.getByRole('dialog', { name: 'Ben' })
  await card.getByRole('button', { name: 'Send a direct message' }).waitFor()
  await card.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('main').getByRole('button', { name: 'People', pressed: true }).click()
  await people.waitFor({ state: 'detached' })
  await page.reload()
  await article('ahoy').waitFor()
  expect(await people.count()).toBe(0)
  await page.getByRole('main').getByRole('button', { name: 'People', pressed: false }).click()
  await people.waitFor()
})

test('code can be copied, and a spoiler opens with its button', async () => {
  await say(ben, 'content', 'see\n```python\nprint(1)\n```\n```spoiler Ending\nthey win\n```')
  await open('content', 'see')
  await article('see').getByRole('button', { name: 'Copy code' }).click()
  await expect.poll(copied).toBe('print(1)\n')
  expect(await article('see').getByText('they win').isVisible()).toBe(false)
  await article('see').getByRole('button', { name: 'Show spoiler' }).click()
  await article('see').getByText('they win').waitFor()
})

test('on a phone a long press opens the actions', async () => {
  await say(ben, 'phone', `press me${'\n\nand on'.repeat(10)}\n\nat its end`)
  const phone = await openApp(ann, { viewport: PHONE, hasTouch: true })
  await phone.go(placeOf('phone'))
  await article('press me', phone.page).waitFor()
  const { x, y } = (await article('press me', phone.page).getByText('at its end').boundingBox())!
  const finger = await phone.page.context().newCDPSession(phone.page)
  const touch = (type: 'touchStart' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', { x: x + 40, y: y + 5 })
  const sheet = phone.page.getByRole('dialog', { name: 'Message actions' })
  await sheet.waitFor()
  // Now an action lies under the finger. Lifting it must not choose the action.
  await touch('touchEnd')
  await sheet.getByRole('button', { name: 'thumbs up' }).click()
  await article('press me', phone.page).getByRole('button', { name: 'thumbs up, 1', pressed: true }).waitFor()
  await phone.page.getByRole('button', { name: 'Back' }).click()
  await phone.page
    .getByRole('navigation', { name: 'Conversations' })
    .getByRole('link', { name: /general/ })
    .waitFor()
  await phone.page.context().close()
})
