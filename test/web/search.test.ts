import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { addAlertWords } from '../../api/endpoints/alert-words.ts'
import { updateMessageFlags } from '../../api/endpoints/flags.ts'
import { sendMessage, updateMessage } from '../../api/endpoints/messages.ts'
import { addReaction } from '../../api/endpoints/reactions.ts'
import { uploadFile } from '../../api/endpoints/uploads.ts'
import { updateUserTopic } from '../../api/endpoints/user-topics.ts'
import type { Person } from '../harness.ts'
import { picture } from '../pictures.ts'
import { useServer } from '../use-server.ts'
import { overflow, problemsOf } from './accessible.ts'
import { PHONE } from './app-page.ts'
import { useApp } from './use-app.ts'

const { server, ann, ben } = useServer({ members: ['ann', 'ben'], channel: 'general' })
let soup: number

beforeAll(async () => {
  soup = await say(ben, 'lunch', 'tomato soup at noon, see https://example.org')
  await say(ann, 'lunch', 'bread with the soup')
  await say(ben, 'soup of the day', 'lentils')
  await ben.client.call(addReaction, { message_id: soup, emoji_name: 'tada' })
  await ben.client.call(sendMessage, { type: 'direct', to: JSON.stringify([ann.id]), content: 'secret soup' })
})

const { app, page, openApp } = useApp(server, ann)

const say = async (who: Person, topic: string, content: string): Promise<number> =>
  (await who.client.call(sendMessage, { type: 'channel', to: 'general', topic, content })).id
const field = (on: Page = page): Locator => on.getByRole('search').getByRole('combobox', { name: 'Search' })
const option = (name: string | RegExp): Locator =>
  page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option', { name })
const results = (on: Page = page): Locator => on.getByRole('feed', { name: 'Search results' })
const result = (words: string): Locator => results().getByRole('article', { name: new RegExp(words) })
const filters = (): Promise<string[]> =>
  page
    .getByRole('list', { name: 'Filters' })
    .getByRole('button', { name: /^Remove/ })
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))
const remove = (filter: string): Locator => page.getByRole('button', { name: `Remove ${filter}`, exact: true })
const focused = (): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null)
const search = async (text: string): Promise<void> => {
  await app.go('#search')
  await field().fill(text)
  await page.keyboard.press('Enter')
}

test('/ opens the search from anywhere, and words find messages with their places and hits', async () => {
  await app.go('#inbox')
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
  await page.keyboard.press('/')
  await expect.poll(focused).toBe('Search')
  await field().pressSequentially('soup')
  await page.keyboard.press('Enter')
  await result('tomato soup').waitFor()
  expect(page.url()).toContain('#narrow/search/soup')
  expect(await results().getByRole('article').count()).toBe(4)
  // The newest first.
  expect(await results().getByRole('article').first().getAttribute('aria-label')).toContain('secret soup')
  await expect.poll(() => page.getByRole('status').textContent()).toContain('4 messages')
  expect(await result('tomato').locator('.highlight').allTextContents()).toContain('soup')
  // The topic is a hit too.
  await result('lentils').getByRole('link', { name: 'general › soup of the day' }).click()
  await page.getByRole('heading', { level: 1, name: 'soup of the day' }).waitFor()
  expect(page.url()).toMatch(/-general\/topic\/soup.20of.20the.20day\/near\/\d+$/)
  await page.goBack()
  await result('tomato soup').waitFor()
  expect(await result('tomato').locator('.highlight').allTextContents()).toContain('soup')
})

test('searching marks nothing as read, and offers no composer before somebody replies', async () => {
  await page
    .getByRole('navigation', { name: 'Conversations' })
    .getByRole('link', { name: /^Ben, 1 unread/ })
    .waitFor()
  expect(await result('secret soup').getAttribute('aria-label')).toContain('unread')
  expect(await page.getByRole('textbox', { name: 'Message' }).count()).toBe(0)
  await result('tomato soup').focus()
  await page.keyboard.press('r')
  await page.getByRole('group', { name: 'Write to general › lunch' }).waitFor()
  await page.keyboard.press('Escape')
})

test('a suggestion becomes a filter, which keys change and remove', async () => {
  await app.go('#search')
  await field().fill('soup be')
  await option('sender:Ben, messages written by Ben').click()
  await remove('sender:Ben').waitFor()
  expect(await field().inputValue()).toBe('soup')
  await result('tomato soup').waitFor()
  await result('bread').waitFor({ state: 'detached' })
  expect(page.url()).toContain(`#narrow/sender/${ben.id}-Ben/search/soup`)
  // Backspace selects the last filter, - negates it.
  await field().press('Home')
  await page.keyboard.press('Backspace')
  expect(await focused()).toBe('Edit sender:Ben')
  await page.keyboard.press('-')
  await remove('-sender:Ben').waitFor()
  await result('bread').waitFor()
  expect(page.url()).toContain(`#narrow/-sender/${ben.id}-Ben/search/soup`)
  // Enter takes it back into the text.
  await page.keyboard.press('Enter')
  await expect.poll(() => field().inputValue()).toBe('soup -sender:Ben')
  await field().fill('soup has:link')
  await page.keyboard.press('Enter')
  await remove('has:link').waitFor()
  await field().fill('is:unr')
  await page.keyboard.press('Enter')
  await expect.poll(filters).toEqual(['Remove has:link', 'Remove is:unread'])
  await field().press('Home')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  expect(await focused()).toBe('Edit has:link')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Backspace')
  await expect.poll(filters).toEqual(['Remove has:link'])
  expect(await focused()).toBe('Search')
  await remove('has:link').click()
  await page.getByRole('list', { name: 'Filters' }).waitFor({ state: 'detached' })
})

test('filters that name a conversation go on as a search, and Enter opens the conversation', async () => {
  await search('channel:general')
  await remove('channel:general').waitFor()
  await result('lentils').waitFor()
  await field().fill('sender:Ann')
  await page.keyboard.press('Enter')
  await result('lentils').waitFor({ state: 'detached' })
  expect(page.url()).toMatch(/#narrow\/channel\/\d+-general\/sender\/\d+-Ann$/)
  await remove('sender:Ann').click()
  await result('lentils').waitFor()
  await field().press('Enter')
  await page.getByRole('heading', { level: 1, name: 'general' }).waitFor()
  await page.getByRole('feed', { name: 'Messages' }).waitFor()
})

test.each([
  ['channel:general topic:lunch soup', ['tomato soup', 'bread']],
  ['topic:"soup of the day" is:unread', ['lentils']],
  ['from:me', ['bread']],
  ['dm:Ben soup', ['secret soup']],
  ['dm-including:Ben', ['secret soup']],
  ['is:dm -sender:Ann', ['secret soup']],
  ['has:reaction', ['tomato soup']],
  ['channels:public lentils', ['lentils']],
  ['in:home lentils', ['lentils']],
])('%s finds what it says', async (text, found) => {
  await app.go('#search')
  await field().fill(text)
  await page.keyboard.press('Shift+Enter')
  for (const words of found) await result(words).waitFor()
  await expect.poll(() => results().getByRole('article').count()).toBe(found.length)
})

test('links by message, by names and with every operator lead to their place', async () => {
  await app.go(`#narrow/id/${soup}`)
  await result('tomato soup').waitFor()
  await remove(`id:${soup}`).waitFor()
  await app.go(`#narrow/is/unread/near/${soup}`)
  await remove(`near:${soup}`).waitFor()
  await app.go(`#narrow/stream/general/sender/Ben`)
  await remove('channel:general').waitFor()
  await remove('sender:Ben').waitFor()
  await expect.poll(() => page.url()).toMatch(/channel\/\d+-general\/sender\/\d+-Ben$/)
  // A channel by its name alone is the channel.
  await app.go('#narrow/channel/general')
  await page.getByRole('heading', { level: 1, name: 'general' }).waitFor()
})

test('an operand that does not exist is refused with the reason of the server', async () => {
  await search('channel:nowhere')
  const refusal = page.getByRole('main').getByRole('alert')
  await expect.poll(() => refusal.textContent()).toBe('Invalid narrow operator: unknown channel nowhere')
  await search('is:tasty')
  await expect.poll(() => refusal.textContent()).toBe("Invalid narrow operator: unknown 'is' operand tasty")
})

test.each([
  ['sender:nobody', 'unknown user nobody'],
  ['mentions:nobody', 'unknown user nobody'],
  ['dm:nobody', 'unknown user in nobody'],
  ['dm-including:nobody', 'unknown user nobody'],
  ['has:salt', "unknown 'has' operand salt"],
  ['in:kitchen', "unknown 'in' operand kitchen"],
  ['channels:tasty', 'unknown channels operand tasty'],
  ['id:soup', 'Invalid message ID'],
  ['with:soup', "Invalid 'with' operator"],
  ['is:dm channel:general', 'No message can be both a channel message and direct message'],
])('%s is refused: %s', async (text, reason) => {
  await app.go('#search')
  await field().fill(text)
  await page.keyboard.press('Shift+Enter')
  await page.getByRole('main').getByRole('alert').filter({ hasText: reason }).waitFor()
})

/** One message for each operator. All have the word nutmeg. */
async function seedOperators(): Promise<number> {
  const general = server.channelId('general')
  const starred = await say(ben, 'spice', 'nutmeg starred')
  await ann.client.call(updateMessageFlags, { messages: [starred], op: 'add', flag: 'starred' })
  await say(ben, 'spice', 'nutmeg for @**Ann**')
  await say(ben, 'followed', 'nutmeg followed')
  await say(ben, 'quiet', 'nutmeg quiet')
  const policies = [
    ['followed', 3],
    ['quiet', 1],
  ] as const
  for (const [topic, visibility_policy] of policies)
    await ann.client.call(updateUserTopic, { stream_id: general, topic, visibility_policy })
  await say(ben, '✔ done', 'nutmeg done')
  await ann.client.call(addAlertWords, { alert_words: ['saffron'] })
  await say(ben, 'spice', 'nutmeg saffron')
  await say(ben, '', 'nutmeg nameless')
  const filename = { filename: 'jar.png', type: 'image/png', bytes: await picture() }
  const { url } = await ben.client.call(uploadFile, { filename })
  await say(ben, 'spice', `nutmeg in a jar: [jar.png](${url})`)
  const cleo = await server.person('Cleo', 'general')
  const group = JSON.stringify([ann.id, cleo.id])
  await ben.client.call(sendMessage, { type: 'direct', to: group, content: 'nutmeg for three' })
  return starred
}

test('each operator and each of its operands can be typed', async () => {
  const id = await seedOperators()
  const all = 9
  for (const [text, words, count] of [
    ['is:starred nutmeg', 'starred', 1],
    ['is:mentioned nutmeg', 'for @Ann', 1],
    ['mentions:me nutmeg', 'for @Ann', 1],
    ['is:followed nutmeg', 'followed', 1],
    ['is:muted nutmeg', 'quiet', 1],
    ['is:resolved nutmeg', 'done', 1],
    ['is:alerted nutmeg', 'saffron', 1],
    ['is:private nutmeg', 'three', 1],
    ['has:image nutmeg', 'jar', 1],
    ['has:attachment nutmeg', 'jar', 1],
    ['has:link nutmeg', 'jar', 1],
    ['topic:"" nutmeg', 'nameless', 1],
    ['in:all nutmeg', 'quiet', all],
    ['-in:home nutmeg', 'quiet', 1],
    ['dm:Ben,Cleo nutmeg', 'three', 1],
    ['pm-with:Ben,Cleo nutmeg', 'three', 1],
    ['group-pm-with:Cleo nutmeg', 'three', 1],
    ['stream:general nutmeg', 'starred', all - 1],
    ['streams:public nutmeg', 'starred', all - 1],
    [`id:${id}`, 'starred', 1],
    [`with:${id} nutmeg`, 'starred', 4],
    [`near:${id} nutmeg`, 'starred', all],
    ['-channel:general nutmeg', 'three', 1],
    ['search:nutmeg search:saffron', 'saffron', 1],
  ] as const) {
    await app.go('#search')
    await field().fill(text)
    await page.keyboard.press('Shift+Enter')
    await result(words).waitFor()
    await expect.poll(async () => [text, await results().getByRole('article').count()]).toEqual([text, count])
  }
})

test('nothing found says which filter to drop, with what there would be', async () => {
  await search('sender:Ann lentils')
  await page.getByRole('heading', { name: 'Nothing found' }).waitFor()
  const offer = page.getByRole('button', { name: /^Without sender:Ann.*1 message$/ })
  await offer.waitFor()
  await page.getByRole('button', { name: /^Without “lentils”/ }).waitFor()
  await offer.click()
  await result('lentils').waitFor()
  await search('quaternion')
  await page.getByRole('heading', { name: 'Nothing found' }).waitFor()
})

test('new messages that match appear, and changed ones go', async () => {
  await search('pumpkin')
  await page.getByRole('heading', { name: 'Nothing found' }).waitFor()
  await say(ben, 'dinner', 'pumpkin pie')
  await result('pumpkin pie').waitFor()
  await say(ben, 'dinner', 'plain cake')
  const id = await say(ben, 'dinner', 'pumpkin seeds')
  await result('pumpkin seeds').waitFor()
  expect(await results().getByRole('article').count()).toBe(2)
  await ben.client.call(updateMessage, { message_id: id, content: 'sunflower' })
  await expect.poll(() => results().getByRole('article').count()).toBe(1)
})

test('older results come while one scrolls', async () => {
  for (let number = 1; number <= 70; number += 1) await say(ben, 'many', `walnut ${number}`)
  await search('walnut')
  await result('walnut 70').waitFor()
  await page.getByRole('main').getByText('More than 50 messages').waitFor()
  await results().getByRole('article').first().focus()
  await page.keyboard.press('End')
  await result('walnut 1,|walnut 1$').first().waitFor()
  await page.getByRole('main').getByText('70 messages').waitFor()
})

test('the search is accessible, at a desk and on a phone', async () => {
  await search('soup')
  await result('tomato soup').waitFor()
  expect(await problemsOf(page)).toEqual([])
  await field().fill('soup b')
  await option(/^sender:Ben/).waitFor()
  expect(await problemsOf(page)).toEqual([])
  const phone = await openApp(ann, { viewport: PHONE, colorScheme: 'dark' })
  await phone.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Search' }).click()
  await field(phone.page).fill('soup -sender:Ann has:link')
  await phone.page.keyboard.press('Shift+Enter')
  await results(phone.page)
    .getByRole('article', { name: /tomato/ })
    .waitFor()
  expect(await problemsOf(phone.page)).toEqual([])
  expect(await overflow(phone.page)).toBe(0)
  await field(phone.page).fill('quaternion')
  await phone.page.keyboard.press('Enter')
  await phone.page.getByRole('heading', { name: 'Nothing found' }).waitFor()
  expect(await problemsOf(phone.page)).toEqual([])
  await phone.page.context().close()
})
