import type { Locator } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { endpoints } from '../../api/endpoints/index.ts'
import { useServer } from '../use-server.ts'
import { overflow, problemsOf } from './accessible.ts'
import { PHONE } from './app-page.ts'
import { useApp } from './use-app.ts'

const { server, ann } = useServer({ members: ['ann'], channel: 'infra' })
let place: string

const message = () => page.getByRole('textbox', { name: 'Message', exact: true })
const composer = () => page.getByRole('group', { name: /^Write to/ })
const text = () => expect.poll(() => message().inputValue())
const button = (name: string): Locator => page.getByRole('button', { name, exact: true })

/** Pastes as the browser would: what nobody takes is put into the text as it is. */
const paste = (types: Readonly<Record<string, string>>) =>
  message().evaluate((field, all) => {
    const clipboardData = new DataTransfer()
    for (const [type, data] of Object.entries(all)) clipboardData.setData(type, data)
    const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData })
    field.focus()
    if (field.dispatchEvent(event)) document.execCommand('insertText', false, all['text/plain'])
  }, types)

beforeAll(async () => {
  place = `#narrow/channel/${server.channelId('infra')}/topic/paste`
  await ann.client.call(endpoints.sendMessage, { type: 'channel', to: 'infra', topic: 'paste', content: 'here' })
  await ann.client.call(endpoints.updateSettings, { enter_sends: true })
})

const { app, page, openApp } = useApp(server, ann)
beforeAll(async () => {
  await app.go(place)
  await page.getByRole('article').first().waitFor()
})
beforeEach(async () => {
  await message().fill('')
})

test('rich text is pasted without its formats if what converts it cannot be loaded', async () => {
  await page.route('**/to-markdown-*.js', (route) => route.abort())
  await paste({ 'text/plain': 'a bold word', 'text/html': '<p>a <b>bold</b> word</p>' })
  await text().toBe('a bold word')
  await page.unroute('**/to-markdown-*.js')
})

test('who sends before rich text is converted sends it without its formats, and who goes on typing keeps both', async () => {
  const gate = Promise.withResolvers<void>()
  await page.route('**/to-markdown-*.js', (route) => gate.promise.then(() => route.continue()))
  const rich = { 'text/plain': 'a bold word', 'text/html': '<p>a <b>bold</b> word</p>' }
  await message().fill('quick: ')
  await paste(rich)
  await page.keyboard.type(' at once')
  await page.keyboard.press('Enter')
  await page.getByRole('article', { name: /quick: a bold word at once/ }).waitFor()
  await paste(rich)
  await page.keyboard.type(' and more')
  gate.resolve()
  await text().toBe('a **bold** word and more')
  await page.unroute('**/to-markdown-*.js')
})

test('rich text becomes Markdown, and can be undone', async () => {
  const html = `<meta charset="utf-8"><h2>Plan</h2><p>A <b>bold</b>, <em>quiet</em> and <a href="https://example.org/x">linked</a>
    word with <code>code</code>.</p><ul><li>one<ol><li>first</li></ol></li><li>two</li></ul><blockquote>said</blockquote>
    <pre>let a = 1\n  b()</pre><script>alert(1)</script><img src="x" onerror="alert(1)">`
  await message().fill('! ')
  await paste({ 'text/plain': 'Plan …', 'text/html': html })
  await text().toBe(
    [
      '! ## Plan',
      'A **bold**, *quiet* and [linked](https://example.org/x) word with `code`.',
      '* one\n  1. first\n* two',
      '> said',
      '```\nlet a = 1\n  b()\n```',
    ].join('\n\n'),
  )
  await page.keyboard.press('Control+z')
  await text().toBe('! ')
})

test('text without formats stays as it is', async () => {
  await paste({ 'text/plain': 'a  b\n\n\nc', 'text/html': '<div>a&nbsp; b</div><div>c</div>' })
  await text().toBe('a  b\n\n\nc')
  await message().fill('')
  const code = '<div style="white-space: pre;"><span style="font-weight: bold">if</span> (a) {</div>'
  await paste({ 'text/plain': 'if (a) {\n  b\n}', 'text/html': code })
  await text().toBe('if (a) {\n  b\n}')
})

test('cells of a spreadsheet become a table', async () => {
  const html = '<table><tr><td>Station</td><td>Wind | m/s</td></tr><tr><td>Bergen</td><td>12</td></tr></table>'
  await paste({ 'text/plain': 'Station\tWind | m/s\nBergen\t12', 'text/html': html })
  await text().toBe('| Station | Wind \\| m/s |\n| --- | --- |\n| Bergen | 12 |')
  await message().fill('')
  await paste({ 'text/plain': 'a\tb\n1\t2\n' })
  await text().toBe('| a | b |\n| --- | --- |\n| 1 | 2 |')
})

test('an address on a selection becomes its link', async () => {
  await message().fill('see docs')
  await message().evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(4, 8))
  await paste({ 'text/plain': 'https://example.org/docs' })
  await text().toBe('see [docs](https://example.org/docs)')
  await message().fill('')
  await paste({ 'text/plain': 'https://example.org/docs' })
  await text().toBe('https://example.org/docs')
})

test('5 MB of text are not put into the message, and can be attached', async () => {
  await message().fill('kept')
  await paste({ 'text/plain': 'x'.repeat(5 * 1024 * 1024) })
  const alert = composer().getByRole('alert')
  await alert.getByText('This text has 5,242,880 characters. That is too long to paste into a message.').waitFor()
  expect(await message().inputValue()).toBe('kept')
  await alert.getByRole('button', { name: 'Attach it as a file' }).click()
  await text().toMatch(/^kept\n\[pasted\.txt\]\(\/user_uploads/)
})

test('a text over the limit says by how much', async () => {
  await message().fill('y'.repeat(11_240))
  await composer().getByText('It is 1,240 characters too long.').waitFor()
  await message().press('Enter')
  expect(await composer().getByRole('alert').textContent()).toContain('Not sent. It is 1,240 characters too long.')
})

test('keys and buttons format the selection, and Ctrl Z takes it back', async () => {
  const select = async () => {
    await message().fill('soup')
    await message().selectText()
  }
  for (const [keys, formatted] of [
    ['Control+b', '**soup**'],
    ['Control+i', '*soup*'],
    ['Control+Shift+L', '[soup](https://)'],
    ['Control+Shift+X', '~~soup~~'],
  ] as const) {
    await select()
    await page.keyboard.press(keys)
    expect(await message().inputValue()).toBe(formatted)
    await page.keyboard.press('Control+z')
    expect(await message().inputValue()).toBe('soup')
  }
  for (const [name, formatted] of [
    ['List', '* soup'],
    ['Code', '`soup`'],
    ['Quote', '```quote\nsoup\n```'],
    ['Poll', '/poll soup'],
  ] as const) {
    await select()
    await button(name).click()
    expect(await message().inputValue()).toBe(formatted)
  }
  await select()
  await button('Insert').click()
  await page.getByRole('menu', { name: 'Insert' }).getByRole('menuitem', { name: 'Spoiler' }).click()
  await text().toBe('```spoiler\nsoup\n```')
})

test('the preview is what the server renders', async () => {
  await message().fill('a **bold** :tada: #**infra**')
  await page.keyboard.press('Alt+p')
  await expect.poll(() => button('Preview').getAttribute('aria-pressed')).toBe('true')
  await composer().getByRole('link', { name: '#infra' }).waitFor()
  await button('Preview').click()
  expect(await message().inputValue()).toBe('a **bold** :tada: #**infra**')
})

test('snippets are saved, inserted and deleted', async () => {
  await message().fill('Thanks, we look into it.')
  await button('Snippets').click()
  const layer = page.getByRole('dialog', { name: 'Snippets' })
  await layer.getByRole('textbox', { name: 'Title' }).fill('Thanks')
  await layer.getByRole('button', { name: 'Save this text' }).click()
  await layer.getByRole('button', { name: 'Thanks', exact: true }).waitFor()
  expect(await problemsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await message().fill('')
  await button('Snippets').click()
  await layer.getByRole('button', { name: 'Thanks', exact: true }).click()
  await text().toBe('Thanks, we look into it.')
  await button('Snippets').click()
  await layer.getByRole('button', { name: 'Delete Thanks' }).click()
  await layer.getByText('You have no snippets yet.').waitFor()
  await page.keyboard.press('Escape')
  const { saved_snippets } = await ann.client.call(endpoints.getSavedSnippets, {})
  expect(saved_snippets).toEqual([])
})

test('a call is offered only where the organization has a provider', async () => {
  await server.owner.call(endpoints.updateRealm, { video_chat_provider: 0 })
  await expect.poll(() => button('Start a video call').count()).toBe(0)
  await server.owner.call(endpoints.updateRealm, {
    video_chat_provider: 1,
    jitsi_server_url: 'https://meet.example.org',
  })
  await button('Start a video call').click()
  await text().toMatch(/^\[Join video call\.\]\(https:\/\/meet\.example\.org\/\d{15}\)\n$/)
  const ben = await server.person('Ben')
  await app.go(`#narrow/dm/${ben.id}`)
  await button('Call').click()
  await text().toMatch(/^\[Join video call\.\]\(https:/)
  await message().fill('')
  await app.go(place)
  expect(await button('Call').count()).toBe(0)
})

test('a larger composer has room for long texts, on a phone too', async () => {
  const height = async () => (await message().boundingBox())!.height
  const before = await height()
  await button('Expand').click()
  await expect.poll(height).toBeGreaterThan(before * 2)
  await button('Expand').click()
  const phone = await openApp(ann, { viewport: PHONE, colorScheme: 'dark' })
  await phone.go(place)
  await phone.page.getByRole('textbox', { name: 'Message', exact: true }).click()
  await phone.page.getByRole('button', { name: 'Insert', exact: true }).click()
  await phone.page.getByRole('menu', { name: 'Insert' }).waitFor()
  expect(await problemsOf(phone.page)).toEqual([])
  expect(await overflow(phone.page)).toBe(0)
  await phone.page.context().close()
})

test('what the row of buttons has no room for on a phone is in the menu', async () => {
  const { page: phone } = await openApp(ann, { viewport: PHONE })
  await phone.goto(`${server.url}/${place}`)
  const text = phone.getByRole('textbox', { name: 'Message', exact: true })
  const insert = async (name: string) => {
    await phone.getByRole('button', { name: 'Insert', exact: true }).click()
    await phone.getByRole('menu', { name: 'Insert' }).getByRole('menuitem', { name, exact: true }).click()
  }
  await text.fill('soup')
  await text.selectText()
  await phone.getByRole('button', { name: 'Bold', exact: true }).click()
  await expect.poll(() => text.inputValue()).toBe('**soup**')
  await text.fill('soup')
  await text.selectText()
  await insert('Quote')
  await expect.poll(() => text.inputValue()).toContain('```quote')
  await text.fill('')
  await insert('Poll')
  await expect.poll(() => text.inputValue()).toBe('/poll ')
  await insert('Snippets')
  await phone.getByRole('dialog', { name: 'Snippets' }).waitFor()
  await phone.context().close()
})
