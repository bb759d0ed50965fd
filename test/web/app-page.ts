import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
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

export interface AppOptions extends Pick<BrowserContextOptions, 'colorScheme' | 'locale' | 'timezoneId'> {
  viewport?: { width: number; height: number }
  password?: string
  /** Called before the app is opened. */
  prepare?: (page: Page) => Promise<unknown>
}

/** A browser of one person, signed in. */
export interface AppPage {
  readonly page: Page
  /** What the browser complained about: errors of scripts, and violations of the policy. */
  readonly complaints: string[]
  /** Opens a place by its fragment. */
  go(fragment: string): Promise<void>
}

/** For what a busy machine takes its time for. */
const PATIENCE = Number(process.env['PARLEY_TEST_PATIENCE'] ?? 60_000)

/** The network going away is a part of many tests, and the browser reports each request that fails. */
const EXPECTED = /net::ERR_|Failed to load resource/

export function watch(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return complaints
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
  browser: Browser,
  url: string,
  email: string,
  { password = OWNER.password, prepare, ...options }: AppOptions = {},
): Promise<AppPage> {
  const context = await browser.newContext({ viewport: DESK, locale: 'en-GB', timezoneId: 'UTC', ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE)
  const complaints = watch(page)
  await prepare?.(page)
  await signIn(context, url, email, password)
  await page.goto(`${url}/`)
  await page.getByRole('main').waitFor()
  return {
    page,
    complaints,
    async go(fragment) {
      await page.goto(`${url}/${fragment}`)
    },
  }
}
