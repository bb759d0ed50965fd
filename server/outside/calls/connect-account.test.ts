import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { Browser } from '../../../test/browser-visit.ts'
import { explains } from '../../../test/events-explain-state.ts'
import { type Person, startTestServer } from '../../../test/harness.ts'
import {
  ADDRESS,
  type Answer,
  CALLS,
  CODE,
  cut,
  NEXT_PAIR,
  PAIR,
  PASSWORD,
  startCallServer,
} from '../../../test/outside/call-provider.ts'
import { json } from '../../../test/outside/receiver.ts'
import { bot, guest } from '../../../test/people.ts'
import { refused } from '../../../test/refusals.ts'
import { WEBEX, ZOOM } from './account-provider.ts'
import { permissionAddress } from './connect-account.ts'

type CallServer = Awaited<ReturnType<typeof startCallServer>>

const { createWebexCall, createZoomCall, deactivateUser, getSessions, reactivateUser, registerQueue, updateRealm } =
  endpoints

let calls: CallServer
let server: CallServer['server']
let provider: CallServer['provider']
let ann: Person
let bob: Person

beforeAll(async () => {
  calls = await startCallServer()
  ;({ server, provider, ann, bob } = calls)
})
beforeEach(() => calls.forget())
afterAll(() => calls.close())

describe('an account is connected', () => {
  const isNotConnected = async (page: { readonly status: number; readonly text: string }, why: string) => {
    expect(page.status).toBe(400)
    expect(page.text).toContain('<h1>Zoom is not connected</h1>')
    expect(page.text).toContain(why)
    expect(page.text).toContain('<a href="/calls/zoom/register">Try again</a>')
    expect(await calls.storedOf(ann)).toEqual([])
  }
  const NOT_STARTED = 'You did not start this in this browser, or it took too long.'

  test('only by the browser that has asked for it', async () => {
    const [anns, annsOther, bobs] = [await calls.signedIn(ann), await calls.signedIn(ann), await calls.signedIn(bob)]
    const states = [
      await calls.stateOf(annsOther, ZOOM),
      await calls.stateOf(bobs, ZOOM),
      await calls.stateOf(anns, WEBEX),
      (await calls.stateOf(anns, ZOOM)).replace(/^./, (one) => (one === 'A' ? 'B' : 'A')),
      'made-up',
      '',
    ]
    for (const state of states)
      await isNotConnected(await calls.comeBack(anns, ZOOM, { code: CODE, state }), NOT_STARTED)
    const state = await calls.stateOf(anns, ZOOM)
    await isNotConnected(await calls.comeBack(new Browser(server), ZOOM, { code: CODE, state }), NOT_STARTED)
    expect(provider.requests).toEqual([])
  })

  test('only for half an hour', async () => {
    const browser = await calls.signedIn(ann)
    const session = Math.max(...(await ann.client.call(getSessions, {})).sessions.map(({ id }) => id))
    const { secret, config } = server.ctx
    const at = (now: number) => {
      const means = { ...server.ctx, secret, clock: { ...server.ctx.clock, now: () => now } }
      const address = permissionAddress(means, ZOOM, config.calls.zoomOfPeople!, { session, redirect: 'x' })
      return new URL(address).searchParams.get('state')!
    }
    const now = server.ctx.clock.now()
    const late = await calls.comeBack(browser, ZOOM, { code: CODE, state: at(now - 1_801_000) })
    await isNotConnected(late, NOT_STARTED)
    calls.answers(json(PAIR))
    expect((await calls.comeBack(browser, ZOOM, { code: CODE, state: at(now - 1_500_000) })).status).toBe(200)
  })

  test('only with permission', async () => {
    const browser = await calls.signedIn(ann)
    const state = await calls.stateOf(browser, ZOOM)
    const page = await calls.comeBack(browser, ZOOM, { error: 'access_denied', state })
    await isNotConnected(page, 'You did not give permission at Zoom.')
    expect(provider.requests).toEqual([])
  })

  test.each<[string, Answer]>([
    ['refuses the code', json({ error: 'invalid_grant' }, 400)],
    ['fails', json({}, 500)],
    ['hangs up', cut],
    ['returns no refresh token', json({ access_token: 'access-1' })],
    ['returns a token that is none', json({ ...PAIR, access_token: 'with\r\nline' })],
    ['returns no JSON', (response) => void response.end('<html>')],
  ])('unless the provider %s', async (_, answer) => {
    calls.answers(answer)
    const browser = await calls.signedIn(ann)
    const page = await calls.comeBack(browser, ZOOM, { code: CODE, state: await calls.stateOf(browser, ZOOM) })
    await isNotConnected(page, 'Zoom did not confirm your account.')
  })

  test('only with a code', async () => {
    const browser = await calls.signedIn(ann)
    const page = await calls.comeBack(browser, ZOOM, { state: await calls.stateOf(browser, ZOOM) })
    await isNotConnected(page, 'Zoom did not confirm your account.')
    expect(provider.requests).toEqual([])
  })

  test('with as many requests as people have elsewhere', async () => {
    const counting = await startCallServer({ PARLEY_TRUSTED_PROXIES: '127.0.0.1' })
    try {
      const browser = new Browser(counting.server, { 'x-forwarded-for': '198.51.100.7' })
      await browser.signIn('olivia@example.org', PASSWORD)
      const state = await counting.stateOf(browser, ZOOM)
      const come = (code: string) => counting.comeBack(browser, ZOOM, { code, state })
      const statuses = new Set<number>()
      for (let tries = 0; tries < 201; tries += 1) statuses.add((await come('')).status)
      expect([...statuses]).toEqual([400, 429])
      const { headers, text } = await come(CODE)
      expect(text).toContain('Too many attempts. Try again in a minute.')
      expect(headers.get('retry-after')).toMatch(/^\d+$/)
      expect(counting.provider.requests).toEqual([])
    } finally {
      await counting.close()
    }
  })

  test('by a browser that signs in first', async () => {
    const browser = new Browser(server)
    const leadsTo = async (path: string) => (await browser.request(path)).headers.get('location')
    const next = `/calls/continue?to=${encodeURIComponent('/calls/zoom/register')}`
    const login = `/login/?next=${encodeURIComponent(next)}`
    expect(await leadsTo('/calls/zoom/register')).toBe(login)
    expect(await leadsTo(next)).toBe(login)
    expect((await browser.signIn(ann.email, PASSWORD, next)).headers.get('location')).toBe(next)
    const { status, text } = await browser.request(next.replace('?', '/?'))
    expect(status).toBe(200)
    expect(text).toContain('<a href="/calls/zoom/register">Continue</a>')
    expect((await calls.started(browser, ZOOM)).pathname).toBe('/oauth/authorize')
    for (const elsewhere of ['https://example.org/calls/', '//example.org/calls/', '/login/', ''])
      expect(await leadsTo(`/calls/continue?to=${encodeURIComponent(elsewhere)}`)).toBe('/')
  })

  test('again, with other tokens', async () => {
    await calls.connect(ann, ZOOM)
    const events = await explains({ Ann: ann.client }, () => calls.connect(ann, ZOOM, NEXT_PAIR))
    expect(events).toMatchObject({ Ann: [{ type: 'has_zoom_token', value: true }] })
    expect(await calls.storedOf(ann)).toMatchObject([{ access: 'access-2' }])
  })

  test('beside one of the other provider', async () => {
    await calls.connect(ann, ZOOM)
    expect(await calls.tokensOf(ann)).toEqual({ has_zoom_token: true, has_webex_token: false })
    await calls.connect(ann, WEBEX, NEXT_PAIR)
    expect(await calls.tokensOf(ann)).toEqual({ has_zoom_token: true, has_webex_token: true })
    calls.answers(cut, json({}, 401))
    await refused(CALLS.webex.create(ann), 'Invalid Webex access token', { code: 'INVALID_VIDEO_CALL_PROVIDER_TOKEN' })
    expect(await calls.tokensOf(ann)).toEqual({ has_zoom_token: true, has_webex_token: false })
  })

  test('also by guests', async () => {
    const gus = await guest(server, 'Gus')
    await calls.connect(gus, WEBEX)
    calls.answers(cut, CALLS.webex.made)
    expect(await CALLS.webex.create(gus)).toEqual(ADDRESS)
  })

  test('never by bots, nor for them', async () => {
    await calls.connect(ann, WEBEX)
    const robin = await bot(server, 'Robin', ann)
    await refused(CALLS.webex.create(robin), 'Invalid Webex access token', {
      code: 'INVALID_VIDEO_CALL_PROVIDER_TOKEN',
    })
    expect(await calls.tokensOf(robin)).toEqual({ has_zoom_token: false, has_webex_token: false })
  })

  test('until the person is deactivated', async () => {
    const dora = await server.person('Dora')
    await calls.connect(dora, ZOOM)
    await server.owner.call(deactivateUser, { user_id: dora.id })
    expect(await calls.storedOf(dora)).toEqual([])
    await refused(CALLS.zoom.create(dora), 'Account is deactivated', { code: 'UNAUTHORIZED' })
    await server.owner.call(reactivateUser, { user_id: dora.id })
    expect(await calls.tokensOf(dora)).toEqual({ has_zoom_token: false, has_webex_token: false })
  })

  test('never for somebody who is deactivated while the provider answers', async () => {
    const cleo = await server.person('Cleo')
    const browser = await calls.signedIn(cleo)
    const state = await calls.stateOf(browser, ZOOM)
    calls.answers((response) => {
      void server.owner.call(deactivateUser, { user_id: cleo.id }).then(() => json(PAIR)(response))
    })
    const page = await calls.comeBack(browser, ZOOM, { code: CODE, state })
    expect(page.status).toBe(401)
    expect(page.text).toContain('<h1>Zoom is not connected</h1>')
    expect(await calls.storedOf(cleo)).toEqual([])
  })

  test.each([ZOOM, WEBEX])('at addresses of $name with a slash too, and by no other method', async (of) => {
    calls.answers(json(PAIR))
    const browser = await calls.signedIn(ann)
    expect((await browser.request(`/calls/${of.key}/register/`)).status).toBe(303)
    const query = new URLSearchParams({ code: CODE, state: await calls.stateOf(browser, of) })
    expect((await browser.request(`/calls/${of.key}/complete/?${query}`)).status).toBe(200)
    expect((await browser.request(`/calls/${of.key}/complete`, { method: 'POST' })).status).toBe(404)
  })
})

describe('the provider that the organization has chosen', () => {
  const choose = (video_chat_provider: number) => server.owner.call(updateRealm, { video_chat_provider })

  test('decides which app of Zoom makes the call', async () => {
    await calls.connect(ann, ZOOM)
    await choose(5)
    calls.answers(json({ access_token: 'of-the-server' }), CALLS.zoom.made)
    expect(await CALLS.zoom.create(ann)).toEqual(ADDRESS)
    expect(provider.requests[1]).toMatchObject({ path: `/v2/users/${encodeURIComponent(ann.email)}/meetings` })
    provider.requests.length = 0
    await choose(3)
    expect(await CALLS.zoom.create(ann)).toEqual(ADDRESS)
    expect(provider.requests).toMatchObject([{ path: '/v2/users/me/meetings' }])
  })

  test('can be Webex, or Zoom with own accounts', async () => {
    const { realm_available_video_chat_providers: there } = await server.owner.call(registerQueue, {
      fetch_event_types: ['realm'],
    })
    expect(there).toMatchObject({
      zoom: { name: 'Zoom', id: 3 },
      zoom_server_to_server: { name: 'Zoom', id: 5 },
      webex: { name: 'Webex', id: 8 },
    })
    await choose(8)
    await choose(3)
  })

  test('needs settings of the operator', async () => {
    const bare = await startTestServer()
    try {
      for (const { key, name } of [ZOOM, WEBEX]) {
        for (const path of [`/calls/${key}/register`, `/calls/${key}/complete`]) {
          const { status, text } = await new Browser(bare).request(path)
          expect([status, text.includes(`<h1>${name} is not available</h1>`)]).toEqual([404, true])
        }
      }
      await refused(bare.owner.call(createWebexCall, {}), 'Webex credentials have not been configured')
      await refused(bare.owner.call(createZoomCall, {}), 'Zoom credentials have not been configured')
      await refused(bare.owner.call(updateRealm, { video_chat_provider: 8 }), 'Invalid video_chat_provider 8')
    } finally {
      await bare.close()
    }
  })
})
