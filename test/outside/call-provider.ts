import { expect } from 'vitest'
import { endpoints } from '../../api/endpoints/index.ts'
import type { AccountProvider } from '../../server/outside/calls/account-provider.ts'
import { Browser } from '../browser-visit.ts'
import { type Person, startTestServer, type TestServer } from '../harness.ts'
import { json, type ReceivedRequest, type Receiver, startReceiver } from './receiver.ts'

export type Answer = Receiver['answer']

export const PASSWORD = 'correct horse battery staple'
export const CODE = 'a-code-of-the-provider'
export const PAIR = { access_token: 'access-1', refresh_token: 'refresh-1', expires_in: 3600 }
/** It is so short that every call refreshes it first. */
export const OLD_PAIR = { ...PAIR, expires_in: 30 }
export const NEXT_PAIR = { access_token: 'access-2', refresh_token: 'refresh-2', expires_in: 3600 }

export const cut: Answer = (response) => void response.destroy()
export const isTokenRequest = ({ path }: ReceivedRequest): boolean =>
  path === '/oauth/token' || path === '/v1/access_token'

/** What differs between the providers. */
export const CALLS = {
  zoom: {
    create: ({ client }: Person) => client.call(endpoints.createZoomCall, { is_video_call: false }),
    authorize: '/oauth/authorize',
    token: '/oauth/token',
    meetings: '/v2/users/me/meetings',
    made: json({ join_url: 'https://calls.example.org/j/1' }, 201),
  },
  webex: {
    create: ({ client }: Person) => client.call(endpoints.createWebexCall, {}),
    authorize: '/v1/authorize',
    token: '/v1/access_token',
    meetings: '/v1/meetings',
    made: json({ webLink: 'https://calls.example.org/j/1' }),
  },
}
/** The answer to a call that these providers make. */
export const ADDRESS = { url: 'https://calls.example.org/j/1' }

/** A server whose organization uses Zoom with the accounts of people, and what stands for Zoom and Webex. */
export async function startCallServer(env: Readonly<Record<string, string>> = {}) {
  const provider = await startReceiver()
  const { origin } = new URL(provider.url)
  const server = await startTestServer({
    env: {
      PARLEY_OUTGOING_ALLOW: '127.0.0.1',
      PARLEY_CALLS_ZOOM_ACCOUNT_ID: 'the-account',
      PARLEY_CALLS_ZOOM_CLIENT_ID: 'the-other-app',
      PARLEY_CALLS_ZOOM_CLIENT_SECRET: 'of-the-other-app',
      PARLEY_CALLS_ZOOM_USER_CLIENT_ID: 'the-app',
      PARLEY_CALLS_ZOOM_USER_CLIENT_SECRET: 'of-the-app',
      PARLEY_CALLS_ZOOM_OAUTH_URL: origin,
      PARLEY_CALLS_ZOOM_API_URL: origin,
      PARLEY_CALLS_WEBEX_CLIENT_ID: 'the-app',
      PARLEY_CALLS_WEBEX_CLIENT_SECRET: 'of-the-app',
      PARLEY_CALLS_WEBEX_API_URL: origin,
      ...env,
    },
  })
  await server.owner.call(endpoints.updateRealm, { video_chat_provider: 3 })
  return {
    ...accountsAt(server, provider),
    server,
    provider,
    ann: await server.person('Ann'),
    bob: await server.person('Bob'),
    async close() {
      await server.close()
      await provider.close()
    },
  }
}

function accountsAt(server: TestServer, provider: Receiver) {
  /** How the provider answers requests for tokens, and others. */
  const answers = (tokens: Answer, meeting: Answer = json({})): void => {
    provider.answer = (response, request) => (isTokenRequest(request) ? tokens : meeting)(response, request)
  }
  const signedIn = async ({ email }: Person): Promise<Browser> => {
    const browser = new Browser(server)
    await browser.signIn(email, PASSWORD)
    return browser
  }
  /** Starts to connect an account, and returns the address at the provider. */
  const started = async (browser: Browser, { key }: AccountProvider): Promise<URL> => {
    const { status, headers } = await browser.request(`/calls/${key}/register`)
    expect(status).toBe(303)
    return new URL(headers.get('location')!)
  }
  const stateOf = async (browser: Browser, of: AccountProvider) =>
    (await started(browser, of)).searchParams.get('state')!
  const comeBack = (browser: Browser, { key }: AccountProvider, query: Record<string, string>) =>
    browser.request(`/calls/${key}/complete?${new URLSearchParams(query)}`)
  return {
    answers,
    signedIn,
    started,
    stateOf,
    comeBack,
    async connect(person: Person, of: AccountProvider, pair: object = PAIR) {
      answers(json(pair))
      const browser = await signedIn(person)
      const { status } = await comeBack(browser, of, { code: CODE, state: await stateOf(browser, of) })
      expect(status).toBe(200)
      provider.requests.length = 0
    },
    /** What register says. */
    async tokensOf({ client }: Person) {
      const state = await client.call(endpoints.registerQueue, { fetch_event_types: ['video_calls'] })
      return { has_zoom_token: state.has_zoom_token, has_webex_token: state.has_webex_token }
    },
    /** What the database has. */
    async storedOf({ id }: Person): Promise<object[]> {
      const rows = await server.database.db.selectFrom('call_token').selectAll().where('user_id', '=', id).execute()
      return rows.map(({ sealed }) => JSON.parse(server.ctx.secret.unsealKey(sealed)))
    },
    /** Nobody has connected an account, and nothing was asked yet. */
    async forget() {
      provider.requests.length = 0
      provider.answer = json({})
      await server.database.db.deleteFrom('call_token').execute()
    },
  }
}
