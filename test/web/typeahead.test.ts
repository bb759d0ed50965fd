import type { Locator } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { endpoints } from '../../api/endpoints/index.ts'
import type { Person } from '../harness.ts'
import { made } from '../opened.ts'
import { guest } from '../people.ts'
import { useServer } from '../use-server.ts'
import { overflow, problemsOf } from './accessible.ts'
import { PHONE } from './app-page.ts'
import { useApp } from './use-app.ts'

const { server, ann } = useServer({ members: ['ann'], channel: 'infra' })
const priya = made(() => server.person('Priya Raghunathan', 'infra'))
const noa = made(() => server.person('נועה פלדמן'))
const gus = made(() => guest(server, 'Gus'))
let channelId: number

const message = () => page.getByRole('textbox', { name: 'Message', exact: true })
const list = () => page.getByRole('listbox', { name: 'Suggestions' })
const option = (name: string | RegExp): Locator => list().getByRole('option', { name, exact: true })
const names = async () => [...(await list().ariaSnapshot()).matchAll(/option "(.*?)"/g)].map(([, name]) => name)
const group = () => page.getByRole('group', { name: /^Write to/ })
const placeOf = (topic: string) => `#narrow/channel/${channelId}/topic/${topic}`
const say = (who: Person, topic: string, content: string) =>
  who.client.call(endpoints.sendMessage, { type: 'channel', to: 'infra', topic, content })
/** Types at the end of an empty text. */
const type = async (text: string) => {
  await message().fill('')
  await message().pressSequentially(text)
}

beforeAll(async () => {
  await server.person('Priscilla Zhou', 'infra')
  await server.person('Tomasz Wróbel', 'infra')
  await server.person('Sam Lee', 'infra')
  const twin = await server.person('Sam Twin', 'infra')
  await server.owner.call(endpoints.updateUser, { user_id: twin.id, full_name: 'Sam Lee' })
  await server.person('Ben', 'firmware')
  channelId = server.channelId('infra')
  await ann.client.call(endpoints.updateSettings, { enter_sends: true })
  await ann.client.call(endpoints.subscribe, { subscriptions: [{ name: 'secret' }], invite_only: true })
  await server.owner.call(endpoints.createUserGroup, {
    name: 'platform',
    description: '',
    members: [ann.id, priya.id],
  })
  await say(priya, 'people', 'hello')
  await say(priya, 'Runner queue is slow', 'hm')
})

const { app, page, openApp } = useApp(server, ann, { timezoneId: 'UTC' })
beforeAll(async () => {
  await app.go(placeOf('people'))
  await page.getByRole('article').first().waitFor()
})
beforeEach(async () => {
  await message().fill('')
})

test('people are mentioned, those of the conversation first', async () => {
  await message().pressSequentially('hi @pri')
  await option('@Priya Raghunathan').waitFor()
  expect(await names()).toEqual(['@Priya Raghunathan', '@Priscilla Zhou'])
  const active = await message().getAttribute('aria-activedescendant')
  expect(await option('@Priya Raghunathan').getAttribute('id')).toBe(active)
  await page.keyboard.press('ArrowDown')
  expect(await option('@Priscilla Zhou').getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  expect(await message().inputValue()).toBe('hi @**Priya Raghunathan** ')
  expect(await list().count()).toBe(0)
  await page.keyboard.press('Control+z')
  expect(await message().inputValue()).toBe('hi @pri')
})

test('Tab takes, Esc closes and then leaves, and accents need not be typed', async () => {
  await message().pressSequentially('@wrob')
  await option('@Tomasz Wróbel').waitFor()
  await page.keyboard.press('Tab')
  expect(await message().inputValue()).toBe('@**Tomasz Wróbel** ')
  await type('@pri')
  await list().waitFor()
  await page.keyboard.press('Escape')
  expect(await list().count()).toBe(0)
  await page.keyboard.type('y')
  expect(await list().count()).toBe(0)
  expect(await message().evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  expect(await message().evaluate((field) => field === document.activeElement)).toBe(false)
})

test('people with the same name are told apart, and a silent mention is possible', async () => {
  await message().pressSequentially('@Sam L')
  await expect.poll(names).toEqual(['@Sam Lee', '@Sam Lee'])
  await page.keyboard.press('Enter')
  expect(await message().inputValue()).toMatch(/^@\*\*Sam Lee\|\d+\*\* $/)
  await type('@_priya')
  await option('@_Priya Raghunathan').click()
  expect(await message().inputValue()).toBe('@_**Priya Raghunathan** ')
})

test('groups, everybody, channels, topics, emoji, commands and times are suggested', async () => {
  await type('@plat')
  await option('@platform').click()
  expect(await message().inputValue()).toBe('@*platform* ')
  await type('@al')
  await option('@all').click()
  expect(await message().inputValue()).toBe('@**all** ')
  await type('@topi')
  await option('@topic').click()
  expect(await message().inputValue()).toBe('@**topic** ')
  await type('see #inf')
  await option('#infra').click()
  expect(await message().inputValue()).toBe('see #**infra** ')
  await type('see #infra>run')
  await option('#infra > Runner queue is slow').click()
  expect(await message().inputValue()).toBe('see #**infra>Runner queue is slow** ')
  await type('see #inf')
  await option('#infra').waitFor()
  await page.keyboard.type('>')
  expect(await message().inputValue()).toBe('see #**infra>')
  await option('#infra > people').waitFor()
  await type('nice :tad')
  await option('🎉 tada').click()
  expect(await message().inputValue()).toBe('nice :tada: ')
  await type('/')
  await expect.poll(names).toEqual(['/poll', '/todo', '/me'])
  await page.keyboard.press('Enter')
  expect(await message().inputValue()).toBe('/poll ')
  await type('at <time:2026-11-20 14:30')
  await option(/14:30/).click()
  expect(await message().inputValue()).toBe('at <time:2026-11-20T14:30:00+00:00> ')
})

test('code is not completed, and an input method keeps its Enter', async () => {
  await type('`@pri')
  expect(await list().count()).toBe(0)
  await type('@pri')
  await list().waitFor()
  const devtools = await page.context().newCDPSession(app.page)
  await devtools.send('Input.dispatchKeyEvent', {
    type: 'rawKeyDown',
    key: 'Enter',
    code: 'Enter',
    windowsVirtualKeyCode: 229,
  })
  expect(await message().inputValue()).toBe('@pri')
})

test('a mention that reaches nobody is said, and the person can be added', async () => {
  await type('@נוע')
  await option('@נועה פלדמן').waitFor()
  await page.keyboard.press('Enter')
  await group().getByText('נועה פלדמן is not in #infra and will not be notified.').waitFor()
  await group().getByRole('button', { name: 'Add to #infra' }).click()
  await expect.poll(() => group().getByText('will not be notified').count()).toBe(0)
  const { subscribers } = await ann.client.call(endpoints.getSubscribers, { stream_id: channelId })
  expect(subscribers).toContain(noa.id)
})

test('who may not add people is not offered it', async () => {
  const nobody = server.realm.groups.system('role:nobody').id
  await server.owner.call(endpoints.updateRealm, { can_add_subscribers_group: { new: nobody } })
  await message().fill('@**Ben** look')
  await group().getByText('Ben is not in #infra and will not be notified.').waitFor()
  await expect.poll(() => group().getByRole('button', { name: 'Add to #infra' }).count()).toBe(0)
})

test('a mention of everybody says how many it reaches, and is refused before it is sent', async () => {
  await message().fill('@**all** lunch')
  await group()
    .getByText(/^@all notifies \d+ people\.$/)
    .waitFor()
  for (let index = 0; index < 12; index += 1) await server.person(`Member ${index}`, 'infra')
  const moderators = server.realm.groups.system('role:moderators').id
  await server.owner.call(endpoints.updateRealm, { can_mention_many_users_group: { new: moderators } })
  await group().getByText('You cannot use @all here').waitFor()
  await message().press('Enter')
  expect(await group().getByRole('alert').textContent()).toContain('Not sent. You cannot use @all here')
  expect(await message().inputValue()).toBe('@**all** lunch')
  await type('@al')
  await expect.poll(() => option('@all').count()).toBe(0)
})

test('a link to a private channel and a guest are pointed out', async () => {
  await message().fill('see #**secret**')
  await group().getByText('#secret is private. People who are not in it cannot open the link.').waitFor()
  await message().fill('')
  await app.go(`#narrow/dm/${gus.id}`)
  await page.getByRole('group', { name: 'Write to Gus', exact: true }).waitFor()
  await message().fill('hello')
  await group().getByText('Gus is a guest of this organization.').waitFor()
  await message().fill('')
})

test('suggestions and warnings are accessible', async () => {
  await app.go(placeOf('people'))
  await message().pressSequentially('@**Ben** @p')
  await option('@Priya Raghunathan').waitFor()
  await group().getByText('will not be notified').waitFor()
  expect(await problemsOf(page)).toEqual([])
  await message().fill('')
  const phone = await openApp(ann, { viewport: PHONE, colorScheme: 'dark' })
  await phone.go(placeOf('people'))
  await phone.page.getByRole('textbox', { name: 'Message', exact: true }).pressSequentially('@**Ben** @p')
  await phone.page.getByRole('option', { name: '@Priya Raghunathan' }).waitFor()
  expect(await problemsOf(phone.page)).toEqual([])
  expect(await overflow(phone.page)).toBe(0)
  await phone.page.context().close()
})

test('what is typed into an edited message is completed, too', async () => {
  await app.go(placeOf('people'))
  await ann.client.call(endpoints.sendMessage, { type: 'channel', to: 'infra', topic: 'people', content: 'ask' })
  const own = page.getByRole('article').filter({ hasText: 'ask' })
  await own.waitFor()
  await own.focus()
  await page.keyboard.press('e')
  const field = page.getByRole('textbox', { name: 'Edit message' })
  await field.pressSequentially(' @priy')
  await option('@Priya Raghunathan').waitFor()
  await page.keyboard.press('Enter')
  expect(await field.inputValue()).toBe('ask @**Priya Raghunathan** ')
  await page.keyboard.press('Enter')
  await own.getByText('@Priya Raghunathan').waitFor()
})
