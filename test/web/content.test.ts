import type { Route } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { sendMessage } from '../../api/endpoints/messages.ts'
import { addCodePlayground } from '../../api/endpoints/playgrounds.ts'
import { updateSettings } from '../../api/endpoints/settings.ts'
import { uploadFile } from '../../api/endpoints/uploads.ts'
import { createUserGroup } from '../../api/endpoints/user-groups.ts'
import { updateUser } from '../../api/endpoints/users.ts'
import { recordSound } from '../../scripts/demo/record-sound.ts'
import { opened } from '../opened.ts'
import { startReceiver } from '../outside/receiver.ts'
import { changeRealm } from '../people.ts'
import { picture } from '../pictures.ts'
import { useServer } from '../use-server.ts'
import { overflow, problemsOf } from './accessible.ts'
import { PHONE } from './app-page.ts'
import { recordFilm } from './record-film.ts'
import { useApp } from './use-app.ts'

const { server, ann, ben } = useServer({
  env: { PARLEY_OUTGOING_ALLOW: '127.0.0.1' },
  members: ['ann', 'ben'],
  channel: 'general',
})
const site = opened(startReceiver)
let channelId: number

beforeAll(async () => {
  channelId = server.channelId('general')
  await server.owner.call(createUserGroup, { name: 'cooks', description: 'Who cooks', members: [ann.id, ben.id] })
})

const { app, page, openApp } = useApp(server, ann, { timezoneId: 'Asia/Tokyo' })
beforeAll(() => app.go(topic('soup')))

const topic = (name: string) => `#narrow/channel/${channelId}/topic/${name}`
const say = async (content: string, where = 'soup') =>
  (await ben.client.call(sendMessage, { type: 'channel', to: 'general', topic: where, content })).id
const article = (id: number) => page.locator(`[data-message-id="${id}"]`)

test('code is copied, and one playground is a link, several are a menu', async () => {
  const id = await say('```python\nprint("soup")\n```')
  await article(id).getByRole('button', { name: 'Copy code' }).click()
  await page.getByText('Copied').waitFor({ state: 'attached' })
  expect(await article(id).getByText('Run in').count()).toBe(0)
  const add = (name: string) =>
    server.owner.call(addCodePlayground, {
      name,
      pygments_language: 'python',
      url_template: `https://example.org/${name}{?code}`,
    })
  await add('first')
  const link = article(id).getByRole('link', { name: 'Run in first' })
  expect(await link.getAttribute('href')).toBe('https://example.org/first?code=print%28%22soup%22%29')
  await add('second')
  await article(id).getByRole('button', { name: 'Run in playground' }).click()
  await page.getByRole('menuitem', { name: 'Run in second' }).waitFor()
  await page.keyboard.press('Escape')
})

test('a formula loads the style sheet of formulas once, with its fonts', async () => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await say('$$x^2$$')
  const id = await say('$$\\frac{a}{b}$$')
  await page.waitForFunction(() => document.documentElement.dataset['katex'] === 'ready')
  await article(id).locator('.katex-html').waitFor()
  expect(await article(id).getAttribute('aria-label')).toContain(', \\frac{a}{b}')
  expect(asked.filter((url) => /katex-\w+\.css$/.test(url))).toHaveLength(1)
  expect(asked.some((url) => /KaTeX_Math-Italic-\w+\.woff2$/.test(url))).toBe(true)
})

test('a spoiler is hidden until it is wanted', async () => {
  const id = await say('```spoiler The end\nThe cook did it.\n```')
  // Nor is it told by the name of the message.
  expect(await article(id).getAttribute('aria-label')).not.toContain('cook')
  const text = article(id).getByText('The cook did it.')
  await article(id).getByRole('button', { name: 'Show spoiler' }).click()
  await text.waitFor()
  await article(id).getByText('The end').click()
  await text.waitFor({ state: 'hidden' })
})

test('a time is in the zone and on the clock of the reader, with the whole date', async () => {
  const id = await say('at <time:2026-06-05T05:30:00Z>')
  const time = article(id).locator('.body time')
  await article(id).getByText('Fri 5 Jun, 14:30 your time').waitFor()
  expect(await time.getAttribute('data-tip')).toMatch(/^Friday,? 5 June 2026 at 14:30$/)
  await time.focus()
  const american = await openApp(ben, { locale: 'en-US', timezoneId: 'UTC' })
  await american.go(topic('soup'))
  await american.page.getByText('05:30 AM your time').waitFor()
  await ben.client.call(updateSettings, { twenty_four_hour_time: true })
  await american.page.getByText('05:30 your time').waitFor()
  await american.page.context().close()
})

test('mentions open cards, name people as they are called today, and groups show their members', async () => {
  const id = await say('@**Ben** and @*cooks*, @_**Ann**')
  await article(id).getByRole('button', { name: '@Ben' }).click()
  await page.getByRole('dialog', { name: 'Ben' }).getByRole('button', { name: 'Send a direct message' }).waitFor()
  await page.keyboard.press('Escape')
  await article(id).getByRole('button', { name: '@cooks' }).click()
  const card = page.getByRole('dialog', { name: 'cooks' })
  await card.getByText('2 members').waitFor()
  expect(await problemsOf(page)).toEqual([])
  await card.getByRole('list', { name: 'Members' }).getByRole('button', { name: 'Ben' }).click()
  await page.getByRole('dialog', { name: 'Ben' }).waitFor()
  await page.keyboard.press('Escape')
  await server.owner.call(updateUser, { user_id: ben.id, full_name: 'Benjamin' })
  await article(id).getByRole('button', { name: '@Benjamin' }).waitFor()
  await server.owner.call(updateUser, { user_id: ben.id, full_name: 'Ben' })
})

test('links to channels, topics and messages open inside the app', async () => {
  const target = await say('the pot', 'pots')
  const id = await say(`see #**general>pots** and ${server.url}/${topic('pots')}/near/${target}`)
  await page.evaluate(() => {
    ;(globalThis as { stays?: boolean }).stays = true
  })
  await article(id).getByRole('link', { name: '#general > pots' }).click()
  await page.getByRole('heading', { level: 1, name: 'pots' }).waitFor()
  await page.goBack()
  await article(id).getByRole('link', { name: /near/ }).click()
  await page.getByRole('heading', { level: 1, name: 'pots' }).waitFor()
  expect(await page.evaluate(() => (globalThis as { stays?: boolean }).stays)).toBe(true)
  await page.goBack()
})

test('a long message is folded until somebody wants more', async () => {
  const id = await say(Array.from({ length: 60 }, (_, number) => `line ${number}`).join('\n\n'))
  const height = async () => (await article(id).boundingBox())!.height
  await article(id).getByRole('button', { name: 'Show more' }).waitFor()
  const folded = await height()
  await article(id).getByRole('button', { name: 'Show more' }).click()
  await article(id).getByRole('button', { name: 'Show less' }).waitFor()
  expect(await height()).toBeGreaterThan(folded * 2)
  await article(id).getByRole('button', { name: 'Show less' }).click()
  await expect.poll(height).toBe(folded)
  const short = await say('short')
  expect(await article(short).getByRole('button', { name: 'Show more' }).count()).toBe(0)
})

test('a sound and a film have their frames at once, and say so if they cannot be played', async () => {
  const send = async (filename: { filename: string; type: string; bytes: Buffer | Uint8Array }, sign: string) => {
    const { url } = await ben.client.call(uploadFile, { filename })
    return say(`${sign}[it](${url})`)
  }
  const held = Promise.withResolvers<void>()
  await page.route('**/hum.wav', async (route) => {
    await held.promise
    await route.continue()
  })
  const sound = await send(recordSound('hum'), '!')
  const height = async () => (await article(sound).boundingBox())!.height
  await article(sound).getByRole('slider', { name: 'Position in hum.wav' }).waitFor()
  const before = await height()
  held.resolve()
  await article(sound).getByText('0:45').waitFor()
  expect(await height()).toBe(before)
  await page.unroute('**/hum.wav')
  await article(sound).getByRole('slider', { name: 'Position in hum.wav' }).fill('20')
  await article(sound).getByText('0:20').waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    article(sound).getByRole('button', { name: 'Download hum.wav' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('hum.wav')
  const film = await send({ filename: 'film.mp4', type: 'video/mp4', bytes: Buffer.from('no film') }, '')
  await article(film).getByText('This file cannot be played here.').waitFor()
  await article(film).getByRole('link', { name: 'Open' }).waitFor()
})

/** Keeps back the file that a message shows. Returns the height of the message before and after the file has come. */
async function heightsAround(
  file: string,
  send: () => Promise<number>,
  answer: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<{ id: number; before: number; after(): Promise<number> }> {
  const held = Promise.withResolvers<void>()
  await page.route(file, (route) => held.promise.then(() => answer(route)))
  const asked = page.waitForRequest(file)
  const answered = page.waitForResponse(file)
  const id = await send()
  const height = async () => (await article(id).boundingBox())!.height
  await article(id).scrollIntoViewIfNeeded()
  await asked
  const before = await height()
  held.resolve()
  await (await answered).finished()
  await page.unroute(file)
  return { id, before, after: height }
}

test('a film has its size before it is loaded', async () => {
  const filename = { filename: 'dance.webm', type: 'video/webm', bytes: await recordFilm(page) }
  const { url } = await ben.client.call(uploadFile, { filename })
  const { id, before, after } = await heightsAround('**/dance.webm', () => say(`[dance.webm](${url})`))
  const video = article(id).locator('video')
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.videoHeight)).toBe(160)
  expect(before).toBeGreaterThan((await video.boundingBox())!.height)
  expect(await after()).toBe(before)
})

test('the picture of a film elsewhere has its size before it is loaded', async () => {
  const body = await picture('png', 90, 300)
  const { id, before, after } = await heightsAround(
    '**/external_content/**',
    () => say('https://www.youtube.com/watch?v=dQw4w9WgXcQ'),
    (route) => route.fulfill({ contentType: 'image/png', body }),
  )
  const image = article(id).getByRole('img', { name: 'youtube' })
  await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalHeight)).toBe(300)
  expect(before).toBeGreaterThan((await image.boundingBox())!.height)
  expect(await after()).toBe(before)
})

test('a card has its size before its picture is loaded', async () => {
  await changeRealm(server, { inline_url_embed_preview: true })
  const head = '<meta property="og:title" content="All about bread"><meta property="og:image" content="/bread.png">'
  const body = await picture('png', 90, 300)
  site.answer = (response, { path }) =>
    path === '/bread.png'
      ? void response.writeHead(200, { 'content-type': 'image/png' }).end(body)
      : void response.writeHead(200, { 'content-type': 'text/html' }).end(`<html><head>${head}</head></html>`)
  const { id, before, after } = await heightsAround('**/external_content/**', async () => {
    const message = await say(new URL('/bread', site.url).href)
    await server.runJobs()
    return message
  })
  expect(site.requests.some(({ path }) => path === '/bread.png')).toBe(true)
  const card = article(id).getByRole('link', { name: 'All about bread' })
  // The picture is drawn behind a link, which tells nobody. What it would move has moved in the frame after it.
  await card.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect(before).toBeGreaterThan((await card.boundingBox())!.height)
  expect(await after()).toBe(before)
})

test('the card of a page comes later and names its site', async () => {
  await changeRealm(server, { inline_url_embed_preview: true })
  const head = '<meta property="og:title" content="All about soup"><meta property="og:image" content="/soup.png">'
  site.answer = (response, { path }) =>
    path === '/soup.png'
      ? void response.writeHead(404).end()
      : void response.writeHead(200, { 'content-type': 'text/html' }).end(`<html><head>${head}</head></html>`)
  const id = await say(new URL('/about', site.url).href)
  await server.runJobs()
  await article(id).getByRole('link', { name: 'All about soup' }).waitFor()
  await article(id).getByText(new URL(site.url).host, { exact: true }).waitFor()
})

test('all of it is accessible on a desk and on a phone', async () => {
  const phone = await openApp(ann, { viewport: PHONE, colorScheme: 'dark' })
  await phone.go(topic('soup'))
  for (const one of [page, phone.page]) {
    await one.getByRole('link', { name: 'All about soup' }).waitFor()
    expect(await problemsOf(one)).toEqual([])
    expect(await overflow(one)).toBe(0)
  }
})
