import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '../../api/endpoints/index.ts'
import { unsubscribeLink } from '../../server/outside/mail/unsubscribe-link.ts'
import { linkIn, takeMails } from '../outside/mails.ts'
import { useServer } from '../use-server.ts'
import { openOnPhone, PHONE, startBrowser, takePicture, widestIn } from './chromium.ts'

const EMAIL = 'olivia@example.org'
const PASSWORD = 'correct horse battery staple'
const NEXT = 'nine purple otters sing'

const { server } = useServer()
let browser: Browser | undefined
let context: BrowserContext
let page: Page

beforeAll(async () => {
  browser = await startBrowser()
  page = await openOnPhone(browser)
  context = page.context()
})
afterAll(() => browser?.close())

/** Nothing is wider than the screen, and everything is large enough for a finger. */
const looksRight = async (name: string) => {
  expect(await widestIn(page)).toBeLessThanOrEqual(PHONE.width)
  for (const control of await page.locator('input:visible, button:visible').all())
    expect((await control.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  await takePicture(page, name)
}

const heading = () => page.getByRole('heading').textContent()

const signIn = async (password: string) => {
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('on a phone and without script, somebody signs in, sees their devices and their key and signs out', async () => {
  await page.goto(`${server.url}/accounts/devices/`)
  expect(await heading()).toBe('Welcome back')
  await looksRight('sign-in')
  await signIn('wrong')
  expect(await page.getByRole('alert').textContent()).toBe('This email and password do not match.')
  await looksRight('sign-in-refused')
  await signIn(PASSWORD)
  expect(await heading()).toBe('Your devices')
  expect(await page.getByText('This browser').isVisible()).toBe(true)
  await looksRight('devices')
  const cookies = await context.cookies()
  expect(cookies.find(({ name }) => name === 'sessionid')).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
  await page.goto(`${server.url}/accounts/api-key/`)
  await looksRight('api-key-password')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Show the key' }).click()
  expect(await page.getByLabel('API key', { exact: true }).inputValue()).toMatch(/^\w{32}$/)
  await looksRight('api-key')
  await page.getByRole('link', { name: 'Back' }).click()
  await page.goto(`${server.url}/logout/`)
  expect(await heading()).toBe('Sign out?')
  await looksRight('sign-out')
  await page.getByRole('button', { name: 'Sign out' }).click()
  expect(await heading()).toBe('Welcome back')
  expect((await context.cookies()).map(({ name }) => name)).toEqual(['csrftoken'])
})

test('on a phone and without script, somebody chooses a new password', async () => {
  await page.goto(`${server.url}/login/`)
  await page.getByRole('link', { name: 'Forgot it?' }).click()
  await page.getByLabel('Email').fill(EMAIL)
  await looksRight('reset')
  await page.getByRole('button', { name: 'Send the mail' }).click()
  expect(await heading()).toBe('Check your mail')
  await looksRight('reset-mail')
  const mail = (await takeMails(server)).find(({ subject }) => subject.startsWith('Choose a new password'))!
  const link = linkIn(mail, '/accounts/password/reset/')
  await page.goto(`${server.url}${link}`)
  await page.getByLabel('New password').fill('olivia')
  await page.getByRole('button', { name: 'Change the password' }).click()
  expect(await page.getByRole('alert').textContent()).toBe('The password is too weak.')
  await looksRight('reset-refused')
  await page.getByLabel('New password').fill(NEXT)
  await page.getByRole('button', { name: 'Change the password' }).click()
  expect(await heading()).toBe('Your password is changed')
  await looksRight('reset-done')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await signIn(NEXT)
  await page.goto(`${server.url}/accounts/devices/`)
  expect(await page.textContent('main')).toContain('You are signed in as')
  await page.goto(`${server.url}${link}`)
  expect(await heading()).toBe('This link does not work')
  await looksRight('reset-invalid')
})

test('on a phone and without script, somebody signs up without an invitation', async () => {
  await context.clearCookies()
  await page.goto(`${server.url}/register/`)
  expect(await heading()).toBe('You need an invitation')
  await looksRight('sign-up-closed')
  await server.owner.call(endpoints.updateRealm, { invite_required: false })
  await page.goto(`${server.url}/login/`)
  await looksRight('sign-in-open')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Email').fill('phone@mailinator.com')
  await page.getByRole('button', { name: 'Continue' }).click()
  expect(await page.getByRole('alert').textContent()).toContain('Disposable email addresses are not allowed')
  await looksRight('sign-up-refused')
  await page.getByLabel('Email').fill('phone@example.com')
  await page.getByRole('button', { name: 'Continue' }).click()
  expect(await heading()).toBe('Check your mail')
  await looksRight('sign-up-mail')
  const mail = (await takeMails(server)).find(({ to }) => to === 'phone@example.com')!
  await page.goto(`${server.url}${linkIn(mail, '/join/sign-up/')}`)
  await page.getByLabel('Your name').fill('Phoebe')
  await page.getByLabel('Password').fill(PASSWORD)
  await looksRight('sign-up')
  await page.getByRole('button', { name: 'Join' }).click()
  expect(await heading()).toMatch(/^Welcome to /)
  await looksRight('sign-up-done')
})

test('the page of a mail about missed messages fits too', async () => {
  const ann = await server.person('Ann')
  await page.goto(unsubscribeLink(server.ctx.secret, server.url, ann.id, 'missed'))
  await looksRight('unsubscribe')
  await page.getByRole('button', { name: 'Stop mail' }).click()
  expect(await heading()).toBe('Mail is stopped')
})

test('a page of another site cannot send a form', async () => {
  await page.goto(`data:text/html,<form method="post" action="${server.url}/logout/"><button>Go</button></form>`)
  await page.getByRole('button').click()
  expect(await heading()).toBe('The form was not accepted')
  await looksRight('forged')
})
