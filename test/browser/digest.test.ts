import { mkdirSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '../../api/endpoints/index.ts'
import { findChromium } from '../../scripts/chromium.ts'
import { type DigestWorld, startDigests } from '../outside/digests.ts'
import { startBrowser } from './chromium.ts'

const SCREENS = {
  phone: { viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
  desk: { viewport: { width: 900, height: 700 }, colorScheme: 'light' },
} as const
/** Where to put pictures of the mail, for people who want to look at it. */
const PICTURES = process.env['PARLEY_TEST_PICTURES']

let world: DigestWorld
let browser: Browser | undefined
let html: string

beforeAll(async () => {
  const program = findChromium()
  if (program === undefined) throw new Error('There is no Chromium: run this test by npm test, which provides it.')
  browser = await startBrowser(program)
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
  const boxes = await Promise.all((await page.locator('body *:visible').all()).map((one) => one.boundingBox()))
  expect(Math.max(...boxes.map((box) => (box ? box.x + box.width : 0)))).toBeLessThanOrEqual(options.viewport.width)
  expect((await page.getByRole('link', { name: 'Open Test' }).boundingBox())!.height).toBeGreaterThanOrEqual(44)
  if (PICTURES !== undefined) {
    mkdirSync(PICTURES, { recursive: true })
    await page.screenshot({ path: `${PICTURES}/digest-${name}.png`, fullPage: true })
  }
  await page.close()
})
