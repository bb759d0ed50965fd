import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '../../api/endpoints/index.ts'
import { type DigestWorld, startDigests } from '../outside/digests.ts'
import { PHONE, startBrowser, takePicture, widestIn } from './chromium.ts'

const SCREENS = {
  phone: { viewport: PHONE, colorScheme: 'dark' },
  desk: { viewport: { width: 900, height: 700 }, colorScheme: 'light' },
} as const

let world: DigestWorld
let browser: Browser | undefined
let html: string

beforeAll(async () => {
  browser = await startBrowser()
  world = await startDigests()
  await world.begin()
  const { ann, cid, write, aWeekLater } = world
  await write('Which soup is there today? I would like something warm.')
  await write('Pea soup\n\n* with bread\n* with sausage', { by: cid })
  await write(`https://example.org/${'a-very-long-address-'.repeat(12)}`, {
    topic: 'A topic with a long name, as people like',
  })
  const news = [
    { name: 'design review', description: 'Sketches and opinions, every Thursday' },
    { name: `${'x'.repeat(58)}yz`, description: '' },
  ]
  await ann.client.call(endpoints.subscribe, { subscriptions: news })
  html = (await aWeekLater())[0]!.html
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
})

test.each(Object.entries(SCREENS))('a digest fits on the screen of a %s', async (name, options) => {
  const page = await browser!.newPage({ ...options, javaScriptEnabled: false })
  await page.setContent(html)
  expect(await widestIn(page)).toBeLessThanOrEqual(options.viewport.width)
  expect((await page.getByRole('link', { name: 'Open Test' }).boundingBox())!.height).toBeGreaterThanOrEqual(44)
  await takePicture(page, `digest-${name}`)
  await page.close()
})
