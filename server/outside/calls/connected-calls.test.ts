import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { explains } from '../../../test/events-explain-state.ts'
import type { Person } from '../../../test/harness.ts'
import {
  ADDRESS,
  type Answer,
  CALLS,
  CODE,
  cut,
  isTokenRequest,
  NEXT_PAIR,
  OLD_PAIR,
  PAIR,
  startCallServer,
} from '../../../test/outside/call-provider.ts'
import { json } from '../../../test/outside/receiver.ts'
import { refused } from '../../../test/refusals.ts'
import { WEBEX, ZOOM } from './account-provider.ts'

type CallServer = Awaited<ReturnType<typeof startCallServer>>

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

describe.each([ZOOM, WEBEX])('calls with an own account of $name', (of) => {
  const { create, authorize, token, meetings, made } = CALLS[of.key]
  const invalid = (person: Person) =>
    refused(create(person), `Invalid ${of.name} access token`, { code: 'INVALID_VIDEO_CALL_PROVIDER_TOKEN' })
  const failed = () => refused(create(ann), `Failed to create ${of.name} call`)
  const has = (value: boolean) => ({ type: of.event, value })
  const redirect_uri = () => `${server.ctx.config.url}/calls/${of.key}/complete`

  test('need a connected account', async () => {
    await invalid(ann)
    expect(provider.requests).toEqual([])
  })

  test('begin at the page where the provider asks for permission', async () => {
    const address = await calls.started(await calls.signedIn(ann), of)
    expect(address.origin).toBe(new URL(provider.url).origin)
    expect(address.pathname).toBe(authorize)
    const { state, ...asked } = Object.fromEntries(address.searchParams)
    const scope = of === WEBEX ? { scope: 'meeting:schedules_write' } : {}
    expect(asked).toEqual({ response_type: 'code', client_id: 'the-app', redirect_uri: redirect_uri(), ...scope })
    expect(state).toMatch(/^[\w-]{50,300}$/)
  })

  test('are possible once the provider leads back; only the person learns of it', async () => {
    let page = { status: 0, headers: new Headers(), text: '' }
    const events = await explains({ Ann: ann.client, Bob: bob.client }, async () => {
      calls.answers(json(PAIR))
      const browser = await calls.signedIn(ann)
      page = await calls.comeBack(browser, of, { code: CODE, state: await calls.stateOf(browser, of) })
    })
    expect(events).toMatchObject({ Ann: [has(true)], Bob: [] })
    expect(page.status).toBe(200)
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.text).toContain(`<h1>${of.name} is connected</h1>`)
    expect(page.text).toContain('You can close this window.')
    const [asked] = provider.requests
    expect(asked).toMatchObject({ method: 'POST', path: token })
    const grant = { grant_type: 'authorization_code', code: CODE, redirect_uri: redirect_uri() }
    const secret = of === WEBEX ? { client_id: 'the-app', client_secret: 'of-the-app' } : {}
    expect(Object.fromEntries(new URLSearchParams(asked!.body))).toEqual({ ...grant, ...secret })
    if (of === ZOOM) expect(asked!.headers.authorization).toBe(`Basic ${btoa('the-app:of-the-app')}`)
    expect(await calls.tokensOf(bob)).toEqual({ has_zoom_token: false, has_webex_token: false })
    await invalid(bob)
  })

  test('are meetings of that account', async () => {
    await calls.connect(ann, of)
    calls.answers(cut, made)
    expect(await create(ann)).toEqual(ADDRESS)
    const [asked, ...more] = provider.requests
    expect(more).toEqual([])
    expect(asked).toMatchObject({ method: 'POST', path: meetings, headers: { authorization: 'Bearer access-1' } })
    const body = JSON.parse(asked!.body)
    if (of === ZOOM) {
      expect(body).toEqual({ settings: { host_video: false, participant_video: false }, default_password: true })
    } else {
      expect(body).toMatchObject({ title: "Ann's call", enabledJoinBeforeHost: true, sendEmail: false })
      expect(Date.parse(body.end) - Date.parse(body.start)).toBe(3_600_000)
    }
  })

  test('refresh a token whose time is over', async () => {
    await calls.connect(ann, of, OLD_PAIR)
    calls.answers(json(NEXT_PAIR), made)
    const events = await explains({ Ann: ann.client }, () => create(ann))
    expect(events).toEqual({ Ann: [] })
    expect(provider.requests.map(({ path }) => path)).toEqual([token, meetings])
    const { grant_type, refresh_token } = Object.fromEntries(new URLSearchParams(provider.requests[0]!.body))
    expect({ grant_type, refresh_token }).toEqual({ grant_type: 'refresh_token', refresh_token: 'refresh-1' })
    expect(provider.requests[1]!.headers.authorization).toBe('Bearer access-2')
    expect(await calls.storedOf(ann)).toMatchObject([{ access: 'access-2', refresh: 'refresh-2' }])
    await create(ann)
    expect(provider.requests.slice(2)).toMatchObject([{ path: meetings }])
  })

  test('keep a refresh token that the provider does not replace', async () => {
    await calls.connect(ann, of, OLD_PAIR)
    calls.answers(json({ access_token: 'access-2' }), made)
    expect(await create(ann)).toEqual(ADDRESS)
    expect(await calls.storedOf(ann)).toMatchObject([{ access: 'access-2', refresh: 'refresh-1' }])
  })

  test('that come together all work, though a refresh token works once', async () => {
    await calls.connect(ann, of, OLD_PAIR)
    let tries = 0
    calls.answers((response) => {
      tries += 1
      ;(tries > 1 ? json({ error: 'invalid_grant' }, 400) : json(NEXT_PAIR))(response)
    }, made)
    expect(await Promise.all([create(ann), create(ann), create(ann)])).toEqual([ADDRESS, ADDRESS, ADDRESS])
    expect(await calls.tokensOf(ann)).toMatchObject({ [of.event]: true })
  })

  test('drop a token that the provider refuses', async () => {
    await calls.connect(ann, of)
    calls.answers(cut, json({ code: 124, message: 'Invalid access token.' }, 401))
    const events = await explains({ Ann: ann.client, Bob: bob.client }, () => invalid(ann))
    expect(events).toMatchObject({ Ann: [has(false)], Bob: [] })
    expect(await calls.storedOf(ann)).toEqual([])
    provider.requests.length = 0
    await invalid(ann)
    expect(provider.requests).toEqual([])
  })

  test('drop a token that the provider does not refresh', async () => {
    await calls.connect(ann, of, OLD_PAIR)
    calls.answers(json({ error: 'invalid_grant' }, 400), made)
    const events = await explains({ Ann: ann.client, Bob: bob.client }, () => invalid(ann))
    expect(events).toMatchObject({ Ann: [has(false)], Bob: [] })
    expect(provider.requests.filter((one) => !isTokenRequest(one))).toEqual([])
  })

  test('keep a token that another request has replaced meanwhile', async () => {
    await calls.connect(ann, of)
    const replaced = server.ctx.secret.sealKey(JSON.stringify({ access: 'access-2', refresh: 'refresh-2', until: 2e9 }))
    calls.answers(cut, (response, { headers }) => {
      if (headers.authorization === 'Bearer access-2') return made(response)
      const change = server.database.db.updateTable('call_token').set({ sealed: replaced }).execute()
      void change.then(() => json({}, 401)(response))
    })
    const events = await explains({ Ann: ann.client }, async () => expect(await create(ann)).toEqual(ADDRESS))
    expect(events).toEqual({ Ann: [] })
  })

  test.each<[string, Answer]>([
    ['fails', json({}, 500)],
    ['is busy', json({}, 429)],
    ['hangs up', cut],
    ['does not know the app any more', json({ error: 'invalid_client' }, 401)],
    ['returns no token', json({})],
  ])('fail and keep the token when the provider %s instead of refreshing it', async (_, answer) => {
    await calls.connect(ann, of, OLD_PAIR)
    calls.answers(answer, made)
    await failed()
    expect(await calls.storedOf(ann)).toMatchObject([{ refresh: 'refresh-1' }])
  })

  test.each<[string, Answer]>([
    ['fails', json({}, 500)],
    ['does not permit it', json({}, 403)],
    ['hangs up', cut],
    ['returns no address', json({})],
    ['returns a script', json({ join_url: 'javascript:alert(1)', webLink: 'javascript:alert(1)' })],
  ])('fail and keep the token when the provider %s', async (_, answer) => {
    await calls.connect(ann, of)
    calls.answers(cut, answer)
    await failed()
    expect(await calls.tokensOf(ann)).toMatchObject({ [of.event]: true })
  })

  test('cannot be read in the database', async () => {
    await calls.connect(ann, of)
    const rows = JSON.stringify(await server.database.db.selectFrom('call_token').selectAll().execute())
    expect(rows).not.toMatch(/access-1|refresh-1/)
    const logged = JSON.stringify(await server.database.db.selectFrom('event_log').select('payload').execute())
    expect(logged).not.toMatch(/access-1|refresh-1/)
  })
})
