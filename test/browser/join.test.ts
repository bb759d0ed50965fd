import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '../../api/endpoints/index.ts'
import { useServer } from '../use-server.ts'
import { openOnPhone, PHONE, startBrowser, takePicture, widestIn } from './chromium.ts'

const PASSWORD = 'correct horse battery staple'

const { server } = useServer()
let browser: Browser | undefined
let page: Page

beforeAll(async () => {
  browser = await startBrowser()
  page = await openOnPhone(browser)
})
afterAll(() => browser?.close())

test('on a phone and without script, somebody signs up by an invitation', async () => {
  await server.owner.call(endpoints.sendInvites, { invitee_emails: 'phone@example.com', stream_ids: [] })
  const row = await server.database.db.selectFrom('invitation').select('key_sealed').executeTakeFirstOrThrow()
  await page.goto(`${server.url}/join/${server.ctx.secret.unsealKey(row.key_sealed)}/`)
  expect(await page.getByLabel('Email').inputValue()).toBe('phone@example.com')
  await page.getByLabel('Your name').fill('Phoebe')
  await page.getByLabel('Password').fill('phoebe')
  await page.getByRole('button', { name: 'Join' }).click()
  expect(await page.getByRole('alert').textContent()).toBe('The password is too weak.')
  expect(await widestIn(page)).toBeLessThanOrEqual(PHONE.width)
  for (const control of await page.locator('input:visible, button:visible').all())
    expect((await control.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  await takePicture(page, 'join-refused')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Join' }).click()
  expect(await page.getByRole('heading').textContent()).toMatch(/^Welcome to /)
  await takePicture(page, 'join-done')
  const { user_id } = await server.owner.call(endpoints.fetchApiKey, {
    username: 'phone@example.com',
    password: PASSWORD,
  })
  expect(server.realm.users.get(user_id!)).toMatchObject({ fullName: 'Phoebe' })
})

test('a page of a link that does not work fits too', async () => {
  await page.goto(`${server.url}/join/aaaaaaaaaaaaaaaaaaaaaaaa/`)
  expect(await page.getByRole('heading').textContent()).toBe('This link does not work')
  expect(await widestIn(page)).toBeLessThanOrEqual(PHONE.width)
  await takePicture(page, 'join-invalid')
})
