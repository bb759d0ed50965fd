import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { PATIENCE } from '../browser/chromium.ts'
import type { Person, TestServer } from '../harness.ts'
import { OWNER } from '../template.ts'

export const DESK = { width: 1280, height: 800 }
export const PHONE = { width: 390, height: 844 }

/** Each theme and each kind of screen once. `npm run test:web` tries every combination. */
export const SCREENS = [
  { name: 'a desk in light', viewport: DESK, colorScheme: 'light' as const },
  { name: 'a phone in dark', viewport: PHONE, colorScheme: 'dark' as const },
  ...(process.env['PARLEY_TEST_SCREENS'] === 'all'
    ? [
        { name: 'a desk in dark', viewport: DESK, colorScheme: 'dark' as const },
        { name: 'a phone in light', viewport: PHONE, colorScheme: 'light' as const },
      ]
    : []),
]

/** A zone where it is noon, so that no test meets midnight. */
function noonZone(): string {
  const behind = new Date().getUTCHours() - 12
  return `Etc/GMT${behind < 0 ? behind : `+${behind}`}`
}

export interface AppOptions extends Pick<BrowserContextOptions, 'colorScheme' | 'hasTouch' | 'locale' | 'timezoneId'> {
  viewport?: { width: number; height: number }
  password?: string
  /** Called before the app is opened. */
  prepare?: (page: Page) => Promise<unknown>
}

export type SomeBrowser = Pick<Browser, 'newContext'>
export type SomeServer = Pick<TestServer, 'url'>
export type SomePerson = Pick<Person, 'email'>

/** A browser of one person, signed in. */
export interface AppPage {
  readonly page: Page
  /** Opens a place by its fragment. */
  go(fragment: string): Promise<void>
}

/** Signs in as the form does, without drawing it: the tests of accounts look at it. */
async function signIn({ request }: BrowserContext, url: string, username: string, password: string): Promise<void> {
  const form = await (await request.get(`${url}/login/`)).text()
  const csrfmiddlewaretoken = /name="csrfmiddlewaretoken" value="([^"]*)"/.exec(form)?.[1] ?? ''
  const answer = await request.post(`${url}/login/`, {
    form: { csrfmiddlewaretoken, username, password },
    headers: { Origin: url },
    maxRedirects: 0,
  })
  if (answer.status() !== 303) throw new Error(`Signing in was answered with ${answer.status()}.`)
}

/** Signs a person in, and opens the app. */
export async function openApp(
  browser: SomeBrowser,
  { url }: SomeServer,
  { email }: SomePerson,
  { password = OWNER.password, prepare, ...options }: AppOptions = {},
): Promise<AppPage> {
  const context = await browser.newContext({ viewport: DESK, locale: 'en-GB', timezoneId: noonZone(), ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE)
  await prepare?.(page)
  await signIn(context, url, email, password)
  await page.goto(`${url}/`)
  await page.getByRole('main').waitFor()
  // Messages can be there before the state, without which keys and menus do not know what is allowed.
  await page.locator('title', { hasNotText: 'Parley' }).waitFor({ state: 'attached' })
  return {
    page,
    async go(fragment) {
      await page.goto(`${url}/${fragment}`)
    },
  }
}
