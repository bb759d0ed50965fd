import { mkdirSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findChromium } from '../../scripts/chromium.ts'
import { CODE, PAIR, PASSWORD, startCallServer } from '../outside/call-provider.ts'
import { json } from '../outside/receiver.ts'
import { startBrowser } from './chromium.ts'

const PHONE = { width: 360, height: 740 }
/** Where to put pictures of the pages, for people who want to look at them. */
const PICTURES = process.env['PARLEY_TEST_PICTURES']

let calls: Awaited<ReturnType<typeof startCallServer>>
let browser: Browser | undefined
let page: Page

beforeAll(async () => {
  const program = findChromium()
  if (program === undefined) throw new Error('There is no Chromium: run this test by npm test, which provides it.')
  calls = await startCallServer()
  browser = await startBrowser(program)
  const context = await browser.newContext({ viewport: PHONE, javaScriptEnabled: false })
  page = await context.newPage()
  page.setDefaultTimeout(10_000)
})
afterAll(async () => {
  await browser?.close()
  await calls?.close()
})

const heading = () => page.getByRole('heading').textContent()
/** Nothing is wider than the screen. */
const looksRight = async (name: string) => {
  const boxes = await Promise.all((await page.locator('body *:visible').all()).map((one) => one.boundingBox()))
  expect(Math.max(...boxes.map((box) => (box ? box.x + box.width : 0)))).toBeLessThanOrEqual(PHONE.width)
  if (PICTURES === undefined) return
  mkdirSync(PICTURES, { recursive: true })
  await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true })
}

test('on a phone and without script, somebody signs in, connects their account and may close the window', async () => {
  const { email } = await calls.server.person('Ann')
  // The first request is for the page where the person gives permission.
  calls.provider.answer = (response) => void response.setHeader('content-type', 'text/html').end('<h1>Permit it?</h1>')
  await page.goto(`${calls.server.url}/calls/zoom/register`)
  expect(await heading()).toBe('Welcome back')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  expect(await heading()).toBe('You are signed in')
  await looksRight('calls-go-on')
  await page.getByRole('link', { name: 'Go on to the call' }).click()
  expect(await heading()).toBe('Permit it?')
  const state = new URL(page.url()).searchParams.get('state')!

  calls.answers(json({ error: 'invalid_grant' }, 400))
  const back = `${calls.server.url}/calls/zoom/complete?${new URLSearchParams({ code: CODE, state })}`
  await page.goto(back)
  expect(await heading()).toBe('Zoom is not connected')
  expect(await page.getByRole('alert').textContent()).toBe('Zoom did not confirm your account.')
  await looksRight('calls-not-connected')
  calls.answers(json(PAIR))
  await page.goto(back)
  expect(await heading()).toBe('Zoom is connected')
  await looksRight('calls-connected')
})
