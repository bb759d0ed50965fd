import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { getMessage, sendMessage } from '../../api/endpoints/messages.ts'
import { addSubmessage } from '../../api/endpoints/submessages.ts'
import { changeChannel } from '../people.ts'
import { useServer } from '../use-server.ts'
import { overflow, problemsOf } from './accessible.ts'
import { PHONE } from './app-page.ts'
import { useApp } from './use-app.ts'

const { server, ann, ben } = useServer({ members: ['ann', 'ben'], channel: 'general' })
const { app: annsApp, page: here, browser } = useApp(server, ann)
const { app: bensApp, page: there } = useApp(server, ben, { browser, viewport: PHONE, colorScheme: 'dark' })
let topic: string

beforeAll(async () => {
  topic = `#narrow/channel/${server.channelId('general')}/topic/menu`
  await annsApp.go(topic)
  await bensApp.go(topic)
})

const say = async (content: string, by = ann) =>
  (await by.client.call(sendMessage, { type: 'channel', to: 'general', topic: 'menu', content })).id

const write = async (page: Page, text: string) => {
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(text)
  await page.keyboard.press('Enter')
}

const widget = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const box = (page: Page, name: string, option: string) =>
  widget(page, name).getByRole('checkbox', { name: option, exact: true })

/** Waits for a checkbox in this state. What is ticked has another name for the browser's own queries. */
const ticked = (page: Page, name: string, option: string, checked = true) =>
  widget(page, name).getByRole('checkbox', { name: option, exact: true, checked }).waitFor()

/** Waits until everybody who looks reads how many votes there are. */
const votes = (page: Page, name: string, text: string) => widget(page, name).getByText(text).waitFor()

test('a poll is written in the composer, voted in by two people, and votes are taken back', async () => {
  await write(here, '/poll Soup or salad?\n- Soup\n- Salad')
  await box(here, 'Soup or salad?', 'Soup').click()
  await ticked(here, 'Soup or salad?', 'Soup')
  await box(there, 'Soup or salad?', 'Soup').click()
  await box(there, 'Soup or salad?', 'Salad').click()
  for (const page of [here, there]) await votes(page, 'Soup or salad?', '3 votes ·')
  await ticked(there, 'Soup or salad?', 'Soup')
  await box(there, 'Soup or salad?', 'Soup').click()
  for (const page of [here, there]) await votes(page, 'Soup or salad?', '2 votes ·')
  expect(await here.getByText('/poll').count()).toBe(0)
  await here.getByRole('article', { name: /^Ann, .*, Soup or salad\?/ }).waitFor()
})

test('everybody adds options, and only the author changes the question', async () => {
  await say('/poll Where?\nHarbor')
  await widget(there, 'Where?').getByRole('textbox', { name: 'New option' }).fill('Castle')
  await widget(there, 'Where?').getByRole('button', { name: 'Add option' }).click()
  await box(here, 'Where?', 'Castle').waitFor()
  expect(await widget(there, 'Where?').getByRole('button', { name: 'Edit question' }).count()).toBe(0)
  await widget(here, 'Where?').getByRole('button', { name: 'Edit question' }).click()
  await here.getByRole('textbox', { name: 'Question' }).fill('Where do we eat?')
  await here.keyboard.press('Enter')
  await box(there, 'Where do we eat?', 'Castle').waitFor()
})

test('two people who vote and add the same at once both see one result', async () => {
  await say('/poll When?\nNoon')
  const add = async (page: Page) => {
    await widget(page, 'When?').getByRole('textbox', { name: 'New option' }).fill('One')
    await box(page, 'When?', 'Noon').waitFor()
  }
  await Promise.all([add(here), add(there)])
  await Promise.all([here, there].map((page) => box(page, 'When?', 'Noon').click()))
  await Promise.all(
    [here, there].map((page) => widget(page, 'When?').getByRole('textbox', { name: 'New option' }).press('Enter')),
  )
  for (const page of [here, there]) {
    await votes(page, 'When?', '2 votes ·')
    await box(page, 'When?', 'One').waitFor()
    expect(await widget(page, 'When?').getByRole('checkbox').count()).toBe(2)
  }
})

test('a to-do list is written, ticked, opened again and made longer by two people', async () => {
  await write(here, '/todo Trip\nPack: light\nPay')
  await box(there, 'Trip', 'Pack').click()
  await ticked(here, 'Trip', 'Pack')
  await widget(here, 'Trip').getByText('1 of 2 done').waitFor()
  await widget(there, 'Trip').getByRole('button', { name: 'Add a task' }).click()
  await widget(there, 'Trip').getByRole('textbox', { name: 'Task' }).fill('Wave')
  await widget(there, 'Trip').getByRole('textbox', { name: 'Description' }).fill('to everybody')
  await widget(there, 'Trip').getByRole('button', { name: 'Add task' }).click()
  await box(here, 'Trip', 'Wave').click()
  await ticked(there, 'Trip', 'Wave')
  await widget(here, 'Trip').getByText('to everybody').waitFor()
  await box(here, 'Trip', 'Pack').click()
  await ticked(there, 'Trip', 'Pack', false)
  expect(await widget(there, 'Trip').getByRole('button', { name: 'Edit title' }).count()).toBe(0)
  await widget(here, 'Trip').getByRole('button', { name: 'Edit title' }).click()
  await here.getByRole('textbox', { name: 'Title' }).fill('Journey')
  await here.getByRole('button', { name: 'Save', exact: true }).click()
  await widget(there, 'Journey').waitFor()
})

test('two people who tick one task at once see the same in the end', async () => {
  const id = await say('/todo Race\nRun')
  await Promise.all([here, there].map((page) => box(page, 'Race', 'Run').waitFor()))
  await Promise.all([here, there].map((page) => box(page, 'Race', 'Run').click()))
  const steps = async () => (await ann.client.call(getMessage, { message_id: id })).message.submessages.length
  await expect.poll(steps).toBe(3)
  // The last step tells that the ones before it have come.
  await widget(here, 'Race').getByRole('button', { name: 'Edit title' }).click()
  await here.getByRole('textbox', { name: 'Title' }).fill('Raced')
  await here.keyboard.press('Enter')
  await widget(there, 'Raced').waitFor()
  await widget(here, 'Raced').waitFor()
  const states = await Promise.all([here, there].map((page) => box(page, 'Raced', 'Run').getAttribute('aria-checked')))
  expect(states[0]).toBe(states[1])
})

test('what a foreign client adds is ignored, and a widget that nobody knows is its text', async () => {
  const id = await say('/poll Odd?\nYes')
  await box(here, 'Odd?', 'Yes').waitFor()
  const add = (content: string, msg_type: string) =>
    ben.client.call(addSubmessage, { message_id: id, msg_type, content })
  await add('{"type":"vote","key":"canned,9","vote":1}', 'widget')
  await add('{"type":"vote","key":"canned,0","vote":1}', 'other')
  await add('{"type":"vote","key":"canned,0","vote":1}', 'widget')
  await votes(here, 'Odd?', '1 vote ·')
})

test('the choices of a bot are buttons that answer', async () => {
  const choices = [{ short_name: 'A', long_name: 'All of it', reply: 'I take all' }]
  const form = { widget_type: 'zform', extra_data: { type: 'choices', heading: 'How much?', choices } }
  await ann.client.call(sendMessage, {
    type: 'channel',
    to: 'general',
    topic: 'menu',
    content: 'How much?',
    widget_content: JSON.stringify(form),
  })
  await widget(there, 'How much?').getByRole('button', { name: 'A' }).click()
  await here.getByRole('article', { name: /^Ben, .*, I take all/ }).waitFor()
})

test('a refused vote is taken back and the reason is said', async () => {
  await say('/poll Late?\nYes')
  await box(here, 'Late?', 'Yes').waitFor()
  const id = server.channelId('general')
  await here.route('**/json/submessage', async (route) => {
    await changeChannel(server, id, { is_archived: true })
    await route.continue()
  })
  await box(here, 'Late?', 'Yes').click()
  await here
    .getByRole('alert')
    .getByText('This message was deleted, or you can no longer see it.')
    .waitFor({ state: 'attached' })
  await ticked(here, 'Late?', 'Yes', false)
  await here.unroute('**/json/submessage')
  await changeChannel(server, id, { is_archived: false })
})

test('what is typed into a poll or a to-do list is still there if it could not be sent', async () => {
  await say('/poll Which boat?\nThe red one')
  await say('/todo Repairs\nOars')
  await here.route('**/json/submessage', (route) => route.abort())
  const poll = widget(here, 'Which boat?')
  await poll.getByRole('textbox', { name: 'New option' }).fill('The blue one')
  await poll.getByRole('button', { name: 'Add option' }).click()
  await poll.getByRole('button', { name: 'Edit question' }).click()
  await poll.getByRole('textbox', { name: 'Question' }).fill('Which ship?')
  await poll.getByRole('button', { name: 'Save' }).click()
  const list = widget(here, 'Repairs')
  await list.getByRole('button', { name: 'Add a task' }).click()
  await list.getByRole('textbox', { name: 'Task' }).fill('Sails')
  await here.keyboard.press('Enter')
  await expect.poll(() => poll.getByRole('textbox', { name: 'New option' }).inputValue()).toBe('The blue one')
  await expect.poll(() => poll.getByRole('textbox', { name: 'Question' }).inputValue()).toBe('Which ship?')
  await expect.poll(() => list.getByRole('textbox', { name: 'Task' }).inputValue()).toBe('Sails')
  await here.unroute('**/json/submessage')
  await poll.getByRole('button', { name: 'Add option' }).click()
  await box(there, 'Which boat?', 'The blue one').waitFor()
})

test('polls and to-do lists are accessible on a desk and on a phone', async () => {
  for (const page of [here, there]) {
    await widget(page, 'Journey').scrollIntoViewIfNeeded()
    expect(await problemsOf(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
  }
})
