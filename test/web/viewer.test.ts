import { beforeAll, expect, test } from 'vitest'
import { sendMessage } from '../../api/endpoints/messages.ts'
import { uploadFile } from '../../api/endpoints/uploads.ts'
import { picture } from '../pictures.ts'
import { useServer } from '../use-server.ts'
import { overflow, problemsOf } from './accessible.ts'
import { type AppPage, PHONE } from './app-page.ts'
import { useApp } from './use-app.ts'

const { server, ann, ben } = useServer({ members: ['ann', 'ben'], channel: 'general' })
let topic: string

beforeAll(async () => {
  topic = `#narrow/channel/${server.channelId('general')}/topic/mast`
  for (const [index, [width, height]] of [
    [1600, 1000],
    [300, 900],
    [40, 30],
  ].entries())
    await show(`mast-${index + 1}.png`, width!, height!)
  await show('other.png', 40, 30, 'elsewhere')
})

const { app, page, openApp } = useApp(server, ann)
beforeAll(() => enter(app))

async function open(options: object): Promise<AppPage> {
  const one = await openApp(ann, options)
  await enter(one)
  return one
}

async function enter(one: AppPage): Promise<void> {
  await one.go(topic)
  await one.page.getByRole('link', { name: 'mast-3.png' }).waitFor()
  // With its thumbnail, a message is drawn anew.
  await one.page.locator('main:not(:has(.image-loading-placeholder))').waitFor()
}

async function show(name: string, width: number, height: number, where = 'mast'): Promise<void> {
  const filename = { filename: name, type: 'image/png', bytes: await picture('png', width, height) }
  const { url } = await ben.client.call(uploadFile, { filename })
  await ben.client.call(sendMessage, {
    type: 'channel',
    to: 'general',
    topic: where,
    content: `the mast\n\n[${name}](${url})`,
  })
}

const viewer = (where = page) => where.getByRole('dialog', { name: 'Images' })
const button = (name: string) => viewer().getByRole('button', { name, exact: true })
const title = (name: string) => viewer().getByRole('heading', { name, exact: true }).waitFor()
const current = () => viewer().getByRole('list', { name: 'Images in this topic' }).locator('[aria-current=true]')

test('a picture opens with all pictures of its topic, which buttons, keys and the list lead through', async () => {
  await page.getByRole('link', { name: 'mast-1.png' }).click()
  await title('mast-1.png')
  await button('Image 3 of 3').waitFor()
  expect(await current().getAttribute('aria-label')).toBe('Image 1 of 3')
  expect(await button('Previous image').isDisabled()).toBe(true)
  await button('Next image').click()
  await title('mast-2.png')
  await page.keyboard.press('ArrowRight')
  await title('mast-3.png')
  await page.keyboard.press('ArrowRight')
  await title('mast-3.png')
  expect(await button('Next image').isDisabled()).toBe(true)
  await page.keyboard.press('ArrowLeft')
  await title('mast-2.png')
  await button('Image 1 of 3').click()
  await title('mast-1.png')
})

test('it is shown larger and smaller, and as the window allows', async () => {
  const size = async () => (await viewer().getByRole('img', { name: 'mast-1.png' }).boundingBox())!.width
  const fitted = await size()
  await button('Zoom in').click()
  await expect.poll(size).toBeGreaterThan(fitted)
  await button('Zoom out').click()
  await button('Zoom out').click()
  await expect.poll(size).toBeLessThan(fitted)
  await button('Fit to window').click()
  await expect.poll(size).toBe(fitted)
  await page.keyboard.press('+')
  await expect.poll(size).toBeGreaterThan(fitted)
  await page.keyboard.press('-')
  await expect.poll(size).toBeCloseTo(fitted, 0)
})

test('its file is saved, its address is copied, and Esc gives the focus back', async () => {
  const [download] = await Promise.all([page.waitForEvent('download'), button('Download').click()])
  expect(download.suggestedFilename()).toBe('mast-1.png')
  await button('Copy link').click()
  await page.getByText('Copied').waitFor({ state: 'attached' })
  await page.keyboard.press('Escape')
  await viewer().waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.querySelector('img')?.alt)).toBe('mast-1.png')
})

test('keys that act on messages do nothing while it is open', async () => {
  await page.keyboard.press('Enter')
  await title('mast-1.png')
  await page.keyboard.press('c')
  await page.keyboard.press('?')
  expect(await page.getByRole('textbox', { name: 'Topic' }).count()).toBe(0)
  expect(await page.getByRole('dialog').count()).toBe(1)
})

test('it leads to the message, also from a feed', async () => {
  await button('Close').click()
  await app.go('#feed')
  await page.getByRole('link', { name: 'mast-2.png' }).click()
  await button('Image 3 of 3').click()
  await title('mast-3.png')
  await button('Go to message').click()
  await page.waitForURL(/topic\/mast\/near\/\d+$/)
  await page.getByRole('heading', { level: 1, name: 'mast' }).waitFor()
  expect(await viewer().count()).toBe(0)
})

test('pictures have their place before they come, and one that does not come says so', async () => {
  await app.go('#inbox')
  const held = await holdThumbnails()
  await page.reload()
  await app.go(topic)
  const tops = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('[role=article], article')].map((one) => one.getBoundingClientRect().top),
    )
  await page.getByRole('link', { name: 'mast-3.png' }).waitFor()
  const before = await tops()
  await Promise.all([page.waitForResponse(/thumbnail.*mast-3/), held.release()])
  await page.waitForFunction(() => {
    const all = [...document.images].filter((one) => one.src.includes('mast-3') || one.src.includes('mast-2'))
    return all.length === 2 && all.every((one) => one.complete && one.naturalWidth > 0)
  })
  expect(await tops()).toEqual(before)
  await page.unroute('**/thumbnail/**')
  await page.route('**/thumbnail/**/mast-2.png/**', (route) => route.abort())
  await page.reload()
  await page.getByText('This image cannot be shown.').waitFor()
  await page.getByRole('link', { name: 'Open mast-2.png' }).waitFor()
  await page.unroute('**/thumbnail/**/mast-2.png/**')
})

/** Keeps thumbnails waiting. */
async function holdThumbnails(): Promise<{ release(): Promise<void> }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/thumbnail/**', async (route) => {
    await promise
    await route.continue()
  })
  return { release: async () => resolve() }
}

test('it is accessible on a desk and on a phone', async () => {
  const phone = await open({ viewport: PHONE, colorScheme: 'dark' })
  await page.reload()
  for (const one of [page, phone.page]) {
    await one.getByRole('link', { name: 'mast-3.png' }).click()
    await viewer(one).getByRole('button', { name: 'Image 3 of 3' }).waitFor()
    expect(await problemsOf(one)).toEqual([])
    expect(await overflow(one)).toBe(0)
    await viewer(one).getByRole('button', { name: 'Close' }).click()
    expect(await problemsOf(one)).toEqual([])
  }
})
