import { expect } from 'vitest'
import { Browser, withoutIcons } from '../browser-visit.ts'
import { TestClock } from '../clock.ts'
import { startTestServer } from '../harness.ts'
import { settingsFor, startIdentityProvider } from './identity-provider.ts'

type Page = Awaited<ReturnType<Browser['request']>>

export const PASSWORD = 'correct horse battery staple'
export const START = '/accounts/login/social/oidc'

export const whoIs = async (browser: Browser) => (await browser.json('GET', '/users/me')).body['delivery_email']

export const leadsTo = ({ status, headers }: Page, path: string) =>
  expect([status, headers.get('location')]).toEqual([303, path])

/** The browser sees why, and is not signed in. */
export const isRefused = async (browser: Browser, page: Page, wanted: number, why: string) => {
  expect(page.text).toContain('<h1>You are not signed in</h1>')
  expect(page.text).toContain(why)
  expect(page.text).toContain('<a href="/login/">Back to signing in</a>')
  expect(page.status).toBe(wanted)
  expect(await whoIs(browser)).toBeUndefined()
}

/** A server whose people sign in with an identity provider, and what stands for that. */
export async function startSignOnServer(env: Readonly<Record<string, string>> = {}) {
  const clock = new TestClock()
  const provider = await startIdentityProvider(clock)
  const server = await startTestServer({ clock, env: { ...settingsFor(provider.issuer), ...env } })
  const visitor = () => new Browser(server)
  /** The address at the provider. */
  const started = async (browser: Browser, next = ''): Promise<string> => {
    const query = next === '' ? '' : `?${new URLSearchParams({ next })}`
    const { status, headers } = await browser.request(`${START}${query}`)
    expect(status).toBe(303)
    return headers.get('location')!
  }
  /** The same by the button of a page. */
  const pressed = async (browser: Browser, path: string): Promise<string> => {
    const { text } = await browser.request(path)
    const [, link = ''] =
      /<a class="button[^"]*" href="([^"]*)">Continue with Example Login</.exec(withoutIcons(text)) ?? []
    const { status, headers } = await browser.request(link.replaceAll('&amp;', '&'))
    expect(status).toBe(303)
    return headers.get('location')!
  }
  const comeBack = (browser: Browser, query: URLSearchParams) => browser.request(`/complete/oidc/?${query}`)
  return {
    clock,
    provider,
    server,
    visitor,
    started,
    pressed,
    comeBack,
    join: async (browser: Browser, path: string) => comeBack(browser, provider.permit(await pressed(browser, path))),
    signIn: async (browser: Browser, next = '') => comeBack(browser, provider.permit(await started(browser, next))),
    /** What tests have changed, and what the server knows of the provider. */
    forget() {
      provider.forget()
      clock.pass(3_601)
    },
    async close() {
      await server.close()
      await provider.close()
    },
  }
}
