import { mkdirSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '../../api/endpoints/index.ts'
import { findChromium } from '../../scripts/chromium.ts'
import { startTestServer, type TestServer } from '../harness.ts'
import { startBrowser } from './chromium.ts'

const PHONE = { width: 360, height: 740 }
const PASSWORD = 'correct horse battery staple'
/** Where to put pictures of the pages, for people who want to look at them. */
const PICTURES = process.env['PARLEY_TEST_PICTURES']

let server: TestServer
let browser: Browser | undefined
let page: Page

beforeAll(async () => {
  const program = findChromium()
  if (program === undefined) throw new Error('There is no Chromium: run this test by npm test, which provides it.')
  server = await startTestServer()
  browser = await startBrowser(program)
  page = await browser.newPage({ viewport: PHONE, javaScriptEnabled: false })
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

const picture = async (name: string) => {
  if (PICTURES === undefined) return
  mkdirSync(PICTURES, { recursive: true })
  await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true })
}

/** Wider than the screen: people would have to scroll sideways. */
const widest = async (): Promise<number> => {
  const boxes = await Promise.all((await page.locator('body *:visible').all()).map((one) => one.boundingBox()))
  return Math.max(...boxes.map((box) => (box ? box.x + box.width : 0)))
}

test('on a phone and without script, somebody signs up by an invitation', async () => {
  await server.owner.call(endpoints.sendInvites, { invitee_emails: 'phone@example.com', stream_ids: [] })
  const row = await server.database.db.selectFrom('invitation').select('key_sealed').executeTakeFirstOrThrow()
  await page.goto(`${server.url}/join/${server.ctx.secret.unsealKey(row.key_sealed)}/`)
  expect(await page.getByLabel('Email').inputValue()).toBe('phone@example.com')
  await page.getByLabel('Your name').fill('Phoebe')
  await page.getByLabel('Password').fill('phoebe')
  await page.getByRole('button', { name: 'Join' }).click()
  expect(await page.getByRole('alert').textContent()).toBe('The password is too weak.')
  expect(await widest()).toBeLessThanOrEqual(PHONE.width)
  for (const control of await page.locator('input:visible, button').all())
    expect((await control.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  await picture('join-refused')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Join' }).click()
  expect(await page.getByRole('heading').textContent()).toMatch(/^Welcome to /)
  await picture('join-done')
  const { user_id } = await server.owner.call(endpoints.fetchApiKey, {
    username: 'phone@example.com',
    password: PASSWORD,
  })
  expect(server.realm.users.get(user_id!)).toMatchObject({ fullName: 'Phoebe' })
})

test('a page of a link that does not work fits too', async () => {
  await page.goto(`${server.url}/join/aaaaaaaaaaaaaaaaaaaaaaaa/`)
  expect(await page.getByRole('heading').textContent()).toBe('This link does not work')
  expect(await widest()).toBeLessThanOrEqual(PHONE.width)
  await picture('join-invalid')
})
