import type { Locator, Page, Request } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { endpoints } from '../../api/endpoints/index.ts'
import { messagesIn } from '../channel-messages.ts'
import type { Person } from '../harness.ts'
import { useServer } from '../use-server.ts'
import { useApp } from './use-app.ts'

const { server, ann, ben } = useServer({ members: ['ann', 'ben'], channel: 'infra' })
let channelId: number

const FORBIDDEN = '@*role:administrators* look'
const REASON = "You are not allowed to mention user group 'role:administrators'."

const addressOf = (topic: string) =>
  `#narrow/channel/${channelId}-infra/topic/${encodeURIComponent(topic).replaceAll('%', '.')}`
const say = (who: Person, topic: string, content: string) =>
  who.client.call(endpoints.sendMessage, { type: 'channel', to: JSON.stringify(channelId), topic, content })
const sentTo = async (topic: string) =>
  (await messagesIn(ann.client, channelId)).filter(([subject]) => subject === topic).map(([, content]) => content)

/** Opens a topic that has one message, so that the list is there. */
async function open(at: Page, topic: string): Promise<Locator> {
  await at.goto(`${server.url}/${addressOf(topic)}`)
  await at.getByRole('group', { name: `Write to infra › ${topic}`, exact: true }).waitFor()
  await at.getByRole('article').first().waitFor()
  return message(at)
}
const message = (at: Page) => at.getByRole('textbox', { name: 'Message', exact: true })
const button = (at: Page | Locator, name: string) => at.getByRole('button', { name, exact: true })
const article = (at: Page, text: string) => at.getByRole('article').filter({ hasText: text })

beforeAll(async () => {
  channelId = server.channelId('infra')
  for (const { client } of [ann, ben]) await client.call(endpoints.updateSettings, { enter_sends: true })
  for (const topic of ['lunch', 'keys', 'drafts', 'other', 'refusals', 'lost', 'twice', 'typing', 'feed'])
    await say(ben, topic, `about ${topic}`)
  await say(ben, 'Backups, offsite', 'about backups')
})

const { app, page, browser } = useApp(server, ann)
const { page: bens } = useApp(server, ben, { browser })

test('Enter sends to the conversation that the lid names, Shift Enter is a line, and the focus stays', async () => {
  const field = await open(page, 'lunch')
  await open(bens, 'lunch')
  await page.keyboard.press('r')
  await page.keyboard.type('**Soup**')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('today?')
  await page.keyboard.press('Enter')
  await page.keyboard.type('or rice')
  await page.keyboard.press('Enter')
  await article(bens, 'or rice').waitFor()
  expect(await sentTo('lunch')).toEqual(['about lunch', '**Soup**\ntoday?', 'or rice'])
  expect(await field.inputValue()).toBe('')
  // Each message is there once, and none is still on its way.
  await expect.poll(() => article(page, 'or rice').count()).toBe(1)
  await expect.poll(() => page.getByRole('article', { name: /sending/ }).count()).toBe(0)
  expect(await page.getByRole('article').count()).toBe(3)
})

test('Esc keeps the text and leads to the messages', async () => {
  const field = await open(page, 'lunch')
  await field.fill('half a thought')
  await field.press('Escape')
  expect(
    await page.evaluate(() => document.activeElement?.getAttribute('role') ?? document.activeElement?.tagName),
  ).toBe('ARTICLE')
  expect(await field.inputValue()).toBe('half a thought')
  await field.fill('')
})

test('where Enter does not send, Ctrl Enter does', async () => {
  const field = await open(page, 'keys')
  await ann.client.call(endpoints.updateSettings, { enter_sends: false })
  await page.getByText('Ctrl Enter sends').waitFor()
  await field.focus()
  await page.keyboard.type('one')
  await page.keyboard.press('Enter')
  await page.keyboard.type('two')
  expect(await field.inputValue()).toBe('one\ntwo')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => sentTo('keys')).toEqual(['about keys', 'one\ntwo'])
  await ann.client.call(endpoints.updateSettings, { enter_sends: true })
  await page.getByText('Shift Enter new line').waitFor()
})

test('Enter of an input method does not send', async () => {
  const field = await open(page, 'keys')
  await field.focus()
  const devtools = await page.context().newCDPSession(app.page)
  await devtools.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 })
  await devtools.send('Input.dispatchKeyEvent', {
    type: 'rawKeyDown',
    key: 'Enter',
    code: 'Enter',
    windowsVirtualKeyCode: 229,
  })
  await devtools.send('Input.insertText', { text: '日本' })
  expect(await field.inputValue()).toBe('日本')
  await page.keyboard.press('Enter')
  await expect.poll(() => sentTo('keys')).toEqual(['about keys', 'one\ntwo', '日本'])
})

test('a refused message stays in place with the reason, and can be tried again, edited and discarded', async () => {
  const field = await open(page, 'refusals')
  await field.fill(FORBIDDEN)
  await field.press('Enter')
  const refused = page.getByRole('article', { name: /not sent/ })
  expect(await refused.getByRole('alert').textContent()).toContain(`Not sent. ${REASON}`)
  await button(refused, 'Try again').click()
  await refused.getByRole('alert').waitFor()
  // It is still there after the page was closed.
  await page.reload()
  await refused.getByRole('alert').waitFor()
  await field.fill('written meanwhile')
  await button(refused, 'Edit').click()
  await expect.poll(() => field.inputValue()).toBe(`${FORBIDDEN}\n\nwritten meanwhile`)
  expect(await refused.count()).toBe(0)

  await field.press('Enter')
  await button(refused, 'Discard').click()
  await expect.poll(() => refused.count()).toBe(0)
  // The focus does not go with the button.
  await expect.poll(() => article(page, 'about refusals').evaluate((one) => one === document.activeElement)).toBe(true)
  await page.reload()
  await article(page, 'about refusals').waitFor()
  expect(await refused.count()).toBe(0)
  expect(await sentTo('refusals')).toEqual(['about refusals'])
})

test('a text that is too long stays in the composer', async () => {
  const field = await open(page, 'refusals')
  const long = `${'x'.repeat(9_999)}😀 y`
  await field.fill(long)
  await field.press('Enter')
  const group = page.getByRole('group', { name: /^Write to/ })
  expect(await group.getByRole('alert').textContent()).toBe('Not sent. It is 2 characters too long.')
  expect(await field.inputValue()).toBe(long)
  await field.fill('short')
  expect(await group.getByRole('alert').count()).toBe(0)
  await field.fill('')
  expect(await sentTo('refusals')).toEqual(['about refusals'])
})

test('a draft belongs to its conversation, survives a reload, and is gone when it is sent', async () => {
  const field = await open(page, 'drafts')
  await field.fill('not yet')
  await page.getByText('Draft saved').waitFor()
  await open(page, 'other')
  expect(await field.inputValue()).toBe('')
  await open(page, 'drafts')
  await expect.poll(() => field.inputValue()).toBe('not yet')
  await page.reload()
  await expect.poll(() => field.inputValue()).toBe('not yet')
  await field.press('Enter')
  await expect.poll(() => sentTo('drafts')).toEqual(['about drafts', 'not yet'])
  await page.reload()
  await article(page, 'not yet').waitFor()
  expect(await field.inputValue()).toBe('')
})

test('without a connection messages wait, survive a reload, and go out once and in order', async () => {
  const field = await open(page, 'lost')
  const requests: Request[] = []
  await page.context().route('**/json/messages', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    requests.push(route.request())
    await route.abort()
  })
  for (const text of ['first', 'second', 'third']) {
    await field.fill(text)
    await field.press('Enter')
  }
  await expect.poll(() => requests.length).toBeGreaterThan(0)
  await page.reload()
  await page.getByRole('article', { name: /third, sending/ }).waitFor()
  // The first request had reached the server, although the browser got no answer.
  const [lost] = requests
  await page.request.post(lost!.url(), { headers: await lost!.allHeaders(), data: lost!.postData()! })
  expect(await sentTo('lost')).toEqual(['about lost', 'first'])
  await page.context().unroute('**/json/messages')
  await page.reload()
  await expect.poll(() => sentTo('lost')).toEqual(['about lost', 'first', 'second', 'third'])
  await expect.poll(() => page.getByRole('article', { name: /sending/ }).count()).toBe(0)
  await expect.poll(() => page.getByRole('article').allTextContents()).toHaveLength(4)
})

test('a message whose answer is lost by a reload is never seen twice', async () => {
  const field = await open(page, 'twice')
  const requests: Request[] = []
  await page.context().route('**/json/messages', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    requests.push(route.request())
    await route.abort()
  })
  await page.addInitScript(() => {
    const seen = () => [...document.querySelectorAll('article')].filter((one) => one.textContent.includes('only once'))
    const watch = new MutationObserver(() => {
      sessionStorage['most'] = Math.max(Number(sessionStorage['most'] ?? 0), seen().length)
    })
    watch.observe(document, { childList: true, subtree: true })
  })
  await field.fill('only once')
  await field.press('Enter')
  await expect.poll(() => requests.length).toBeGreaterThan(0)
  const [sent] = requests
  // The page is closed before the answer.
  await page.goto(`${server.url}/accounts/password/reset/`)
  await page.request.post(sent!.url(), { headers: await sent!.allHeaders(), data: sent!.postData()! })
  await page.context().unroute('**/json/messages')
  const again = page.waitForResponse((one) => one.request().method() === 'POST' && /json.messages$/.test(one.url()))
  await page.goto(`${server.url}/${addressOf('twice')}`)
  expect((await again).ok()).toBe(true)
  await article(page, 'only once').waitFor()
  await expect.poll(() => page.getByRole('article', { name: /sending/ }).count()).toBe(0)
  expect(await page.evaluate(() => sessionStorage['most'])).toBe('1')
  expect(await sentTo('twice')).toEqual(['about twice', 'only once'])
})

test('somebody starts a topic; Enter never sends from its name, and similar topics are shown', async () => {
  await open(page, 'lunch')
  await page.keyboard.press('c')
  const topic = page.getByRole('textbox', { name: 'Topic' })
  await topic.fill('backup test')
  await page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option', { name: 'Backups, offsite' }).waitFor()
  await topic.press('Enter')
  await page.keyboard.type('Does it restore?')
  await page.getByRole('group', { name: 'Write to infra › backup test', exact: true }).waitFor()
  await topic.press('Enter')
  expect(await sentTo('backup test')).toEqual([])
  await button(page, 'Start topic').click()
  await page.getByRole('heading', { name: 'backup test', level: 1 }).waitFor()
  await article(page, 'Does it restore?').waitFor()
  expect(await sentTo('backup test')).toEqual(['Does it restore?'])
  await page.keyboard.type('It does.')
  await page.keyboard.press('Enter')
  await expect.poll(() => sentTo('backup test')).toEqual(['Does it restore?', 'It does.'])
})

test('a similar topic takes what was written', async () => {
  await page.goto(`${server.url}/#narrow/channel/${channelId}`)
  await button(page, 'New topic').click()
  await message(page).fill('where are they?')
  await page.getByRole('textbox', { name: 'Topic' }).fill('offsite')
  await page.getByRole('option', { name: 'Backups, offsite' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('group', { name: 'Write to infra › Backups, offsite', exact: true }).waitFor()
  await expect.poll(() => message(page).inputValue()).toBe('where are they?')
  await message(page).fill('')
})

test('somebody chooses whom to write to', async () => {
  await open(page, 'lunch')
  await button(page, 'New message').click()
  await page.getByRole('combobox', { name: 'To' }).fill('be')
  await page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option', { name: 'Ben' }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.getByRole('group', { name: 'Write to Ben', exact: true }).waitFor()
  await page.keyboard.type('only for you')
  await bens.goto(`${server.url}/#narrow/dm/${ann.id}`)
  await bens.getByText('Ann is typing').waitFor()
  await page.keyboard.press('Enter')
  await article(bens, 'only for you').waitFor()
  await expect.poll(() => bens.getByText('Ann is typing').count()).toBe(0)
})

test('a direct message has its text before its people, goes along when more are chosen, and Esc goes back', async () => {
  await page.goto(`${server.url}/#inbox`)
  await button(page, 'New message').click()
  await page.getByRole('heading', { level: 1, name: 'New message', exact: true }).waitFor()
  await message(page).fill('dinner?')
  const to = page.getByRole('combobox', { name: 'To', exact: true })
  await to.fill('ben')
  await page.getByRole('option', { name: 'Ben', exact: true }).click()
  await page.getByRole('group', { name: 'Write to Ben', exact: true }).waitFor()
  await expect.poll(() => message(page).inputValue()).toBe('dinner?')
  await page.getByRole('button', { name: 'Remove Ben', exact: true }).click()
  await expect.poll(() => message(page).inputValue()).toBe('dinner?')
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { level: 1, name: 'Inbox', exact: true }).waitFor()
  await expect.poll(() => button(page, 'New message').evaluate((one) => one === document.activeElement)).toBe(true)
  await button(page, 'New message').click()
  await to.fill('ben')
  await page.keyboard.press('Enter')
  await message(page).fill('lunch then')
  await button(page, 'Send').click()
  await page.getByRole('heading', { level: 1, name: 'Ben', exact: true }).waitFor()
  await article(page, 'lunch then').waitFor()
  await expect.poll(() => message(page).evaluate((one) => one === document.activeElement)).toBe(true)
})

test('Alt P shows what a text will look like, and then the text again', async () => {
  const field = await open(page, 'lunch')
  await field.fill('**loud**')
  await page.keyboard.press('Alt+p')
  await page
    .getByRole('group', { name: /^Write to/ })
    .getByText('loud', { exact: true })
    .waitFor()
  expect(await button(page, 'Preview').getAttribute('aria-pressed')).toBe('true')
  await page.keyboard.press('Alt+p')
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
  expect(await field.inputValue()).toBe('**loud**')
  await field.fill('')
})

test('others see who is typing in a topic', async () => {
  const field = await open(page, 'typing')
  await open(bens, 'typing')
  await field.focus()
  await page.keyboard.type('hm')
  await bens.getByText('Ann is typing').waitFor()
  await field.fill('')
  await expect.poll(() => bens.getByText('Ann is typing').count()).toBe(0)
})

test('a list of several conversations has no composer until a message is answered', async () => {
  await page.goto(`${server.url}/#feed`)
  const one = article(page, 'about feed')
  await one.waitFor()
  expect(await page.getByRole('group', { name: /^Write to/ }).count()).toBe(0)
  await one.focus()
  await page.keyboard.press('r')
  await page.getByRole('group', { name: 'Write to infra › feed', exact: true }).waitFor()
  await page.keyboard.type('an answer')
  await button(page, 'Send to “feed”').click()
  await expect.poll(() => sentTo('feed')).toEqual(['about feed', 'an answer'])
  await expect.poll(() => page.getByRole('group', { name: /^Write to/ }).count()).toBe(0)
})

test('a file is uploaded, and its link is in the text', async () => {
  const field = await open(page, 'lunch')
  const chooser = page.waitForEvent('filechooser')
  await button(page, 'Attach').click()
  await (await chooser).setFiles({ name: 'menu.txt', mimeType: 'text/plain', buffer: Buffer.from('soup') })
  await expect.poll(() => field.inputValue()).toMatch(/^\[menu\.txt\]\(\/user_uploads\/.*menu\.txt\)\n$/)
  await field.fill('')
})

test('an emoji is put where the person writes', async () => {
  const field = await open(page, 'lunch')
  await field.fill('soup!')
  await field.press('ArrowLeft')
  await button(page, 'Emoji').click()
  const picker = page.getByRole('dialog', { name: 'Emoji' })
  await picker.getByRole('searchbox', { name: 'Search emoji' }).fill('tada')
  await picker.getByRole('button', { name: 'tada', exact: true }).click()
  await expect.poll(() => field.inputValue()).toBe('soup :tada: !')
  await page.keyboard.type('and ')
  expect(await field.inputValue()).toBe('soup :tada: and !')
  await field.fill('')
})

test('the text is formatted and previewed as the server renders it, and formatting can be undone', async () => {
  const field = await open(page, 'lunch')
  await field.fill('soup @**Ben**')
  await field.selectText()
  await button(page, 'Bold').click()
  expect(await field.inputValue()).toBe('**soup @**Ben****')
  await page.keyboard.press('Control+z')
  expect(await field.inputValue()).toBe('soup @**Ben**')
  await button(page, 'Preview').click()
  await page
    .getByRole('group', { name: /^Write to/ })
    .getByText('@Ben', { exact: true })
    .waitFor()
  expect(await field.isVisible()).toBe(false)
  await button(page, 'Preview').click()
  await field.fill('')
})

test('where nobody may write, the composer says why', async () => {
  await open(page, 'other')
  await server.owner.call(endpoints.updateStream, {
    stream_id: channelId,
    can_send_message_group: { new: server.realm.groups.system('role:moderators').id },
  })
  await page.getByText('You can read this channel, but you cannot write here.').waitFor()
  expect(await message(page).count()).toBe(0)
  const cy = await server.person('Cy')
  await page.goto(`${server.url}/#narrow/dm/${cy.id}`)
  await page.getByRole('group', { name: 'Write to Cy', exact: true }).waitFor()
  await server.owner.call(endpoints.deactivateUser, { user_id: cy.id })
  await page.getByText('Cy no longer uses this organization.').waitFor()
})
