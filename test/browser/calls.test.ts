import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CODE, PAIR, PASSWORD, startCallServer } from '../outside/call-provider.ts'
import { json } from '../outside/receiver.ts'
import { openOnPhone, PHONE, startBrowser, takePicture, widestIn } from './chromium.ts'

let calls: Awaited<ReturnType<typeof startCallServer>>
let browser: Browser | undefined
let page: Page

beforeAll(async () => {
  calls = await startCallServer()
  browser = await startBrowser()
  page = await openOnPhone(browser)
})
afterAll(async () => {
  await browser?.close()
  await calls?.close()
})

const heading = () => page.getByRole('heading').textContent()
/** Nothing is wider than the screen. */
const looksRight = async (name: string) => {
  expect(await widestIn(page)).toBeLessThanOrEqual(PHONE.width)
  await takePicture(page, name)
}

test('on a phone and without script, somebody signs in, connects their account and may close the window', async () => {
  const { email } = calls.ann
  // The first request is for the page where the person gives permission.
  calls.provider.answer = (response) => void response.setHeader('content-type', 'text/html').end('<h1>Permit it?</h1>')
  await page.goto(`${calls.server.url}/calls/zoom/register`)
  expect(await heading()).toBe('Welcome back')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  expect(await heading()).toBe('You are signed in')
  await looksRight('calls-go-on')
  await page.getByRole('link', { name: 'Continue' }).click()
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
