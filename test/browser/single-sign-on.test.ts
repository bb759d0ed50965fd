import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '../../api/endpoints/index.ts'
import { startTestServer, type TestServer } from '../harness.ts'
import { settingsFor, startIdentityProvider } from '../outside/identity-provider.ts'
import { openOnPhone, PHONE, startBrowser, takePicture, widestIn } from './chromium.ts'

const DESK = { width: 1280, height: 800 }

let provider: Awaited<ReturnType<typeof startIdentityProvider>>
let server: TestServer
let browser: Browser | undefined
let page: Page

beforeAll(async () => {
  provider = await startIdentityProvider()
  server = await startTestServer({ env: settingsFor(provider.issuer) })
  await server.person('Ann')
  // For the browser this is another site than 127.0.0.1, as a real provider is.
  const site = provider.issuer.replace('127.0.0.1', 'localhost')
  provider.document = { authorization_endpoint: `${site}/authorize` }
  provider.answers = {
    '/authorize': (response, request) => {
      const query = provider.permit(new URL(request.path, site).href)
      response.setHeader('content-type', 'text/html')
      response.end(`<h1>Go back?</h1><a href="${server.url}/complete/oidc/?${query}">Go back</a>`)
    },
  }
  browser = await startBrowser()
  page = await openOnPhone(browser)
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
  await provider?.close()
})

const heading = () => page.getByRole('heading').textContent()
/** On a phone and on a desk, nothing is wider than the screen. What people tap is large enough for a finger. */
const looksRight = async (name: string) => {
  for (const [size, viewport] of Object.entries({ phone: PHONE, desk: DESK })) {
    await page.setViewportSize(viewport)
    expect(await widestIn(page)).toBeLessThanOrEqual(viewport.width)
    for (const control of await page.locator('input:visible, button:visible, .button').all())
      expect((await control.boundingBox())!.height).toBeGreaterThanOrEqual(44)
    await takePicture(page, `${name}-${size}`)
  }
  await page.setViewportSize(PHONE)
}

test('on a phone and without script, somebody signs in with the provider and goes on', async () => {
  await page.goto(`${server.url}/accounts/devices/`)
  expect(await heading()).toBe('Welcome back')
  await looksRight('single-sign-on')
  await page.getByRole('link', { name: 'Continue with Example Login' }).click()
  expect(await heading()).toBe('Go back?')
  provider.person = { ...provider.person, email_verified: false }
  await page.getByRole('link', { name: 'Go back' }).click()
  expect(await heading()).toBe('You are not signed in')
  expect(await page.getByRole('alert').textContent()).toBe('Example Login has not verified your email address.')
  await looksRight('single-sign-on-refused')

  provider.person = { ...provider.person, email_verified: true }
  await server.owner.call(endpoints.updateRealm, { authentication_methods: { Email: false } })
  await page.goto(`${server.url}/accounts/devices/`)
  await looksRight('single-sign-on-only')
  expect(await page.locator('input:visible').count()).toBe(0)
  await page.getByRole('link', { name: 'Continue with Example Login' }).click()
  await page.getByRole('link', { name: 'Go back' }).click()
  expect(await heading()).toBe('Your devices')
  expect(await page.getByText('This browser').isVisible()).toBe(true)
})

test('on a phone and without script, somebody joins by an invitation where there are no passwords', async () => {
  const email = 'phoebe@example.com'
  const setPasswords = (isOn: boolean) =>
    server.owner.call(endpoints.updateRealm, { authentication_methods: { Email: isOn } })
  await server.owner.call(endpoints.sendInvites, { invitee_emails: email, stream_ids: [], invite_as: 600 })
  const row = await server.database.db.selectFrom('invitation').select('key_sealed').executeTakeFirstOrThrow()
  const path = `/join/${server.ctx.secret.unsealKey(row.key_sealed)}/`
  page = await openOnPhone(browser!)
  await setPasswords(true)
  await page.goto(`${server.url}${path}`)
  expect(await page.getByLabel('Password').isVisible()).toBe(true)
  await looksRight('join-both-ways')

  await setPasswords(false)
  provider.person = { ...provider.person, email: 'phoebe@example.org' }
  await page.reload()
  expect(await heading()).toMatch(/^Join /)
  expect(await page.locator('input:visible').count()).toBe(0)
  await looksRight('join-provider-only')
  await page.getByRole('link', { name: 'Continue with Example Login' }).click()
  await page.getByRole('link', { name: 'Go back' }).click()
  expect(await page.getByRole('alert').textContent()).toMatch(/^The invitation is for phoebe@example.com, but/)
  await looksRight('join-other-address')
  await page.getByRole('link', { name: 'Back to the invitation' }).click()

  provider.person = { email, email_verified: true, name: 'Phoebe' }
  await page.getByRole('link', { name: 'Continue with Example Login' }).click()
  await page.getByRole('link', { name: 'Go back' }).click()
  expect(await heading()).toMatch(/^Welcome to /)
  await looksRight('join-provider-done')
  // The answer of the provider is not in the history.
  await page.reload()
  expect(await heading()).toMatch(/^Welcome to /)
  await page.goto(`${server.url}/accounts/devices/`)
  expect(await page.getByText('You are signed in as Phoebe').isVisible()).toBe(true)
  expect(server.realm.userByEmail(email)).toMatchObject({ fullName: 'Phoebe', role: 600 })
  await page.goto(`${server.url}${path}`)
  expect(await heading()).toBe('This link does not work')
})
