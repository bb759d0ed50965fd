import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { Browser } from '../../../test/browser-visit.ts'
import { type Person, startTestServer, type TestServer } from '../../../test/harness.ts'
import { opened } from '../../../test/opened.ts'
import { json, type Receiver, startReceiver } from '../../../test/outside/receiver.ts'
import { refused } from '../../../test/refusals.ts'
import { usePeople } from '../../../test/use-server.ts'
import { OutgoingRequests } from '../../kernel/base/outgoing-requests.ts'
import { createNextcloudTalkCall } from './nextcloud-talk.ts'

const BBB_SECRET = 'shared with BigBlueButton'
const PASSWORD = 'correct horse battery staple'
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

describe('video calls', () => {
  const provider = opened(startReceiver)
  const server = opened(() => {
    const { origin } = new URL(provider.url)
    return startTestServer({
      env: {
        PARLEY_OUTGOING_ALLOW: '127.0.0.1',
        PARLEY_CALLS_JITSI_URL: 'https://jitsi.example.org/',
        PARLEY_CALLS_BIGBLUEBUTTON_URL: `${origin}/bigbluebutton/`,
        PARLEY_CALLS_BIGBLUEBUTTON_SECRET: BBB_SECRET,
        PARLEY_CALLS_NEXTCLOUD_URL: origin,
        PARLEY_CALLS_NEXTCLOUD_USERNAME: 'parley',
        PARLEY_CALLS_NEXTCLOUD_PASSWORD: 'of-parley',
        PARLEY_CALLS_CONSTRUCTOR_URL: `${origin}/xapi`,
        PARLEY_CALLS_CONSTRUCTOR_ACCESS_KEY: 'access',
        PARLEY_CALLS_CONSTRUCTOR_SECRET_KEY: 'secret',
        PARLEY_CALLS_ZOOM_ACCOUNT_ID: 'the-account',
        PARLEY_CALLS_ZOOM_CLIENT_ID: 'the-app',
        PARLEY_CALLS_ZOOM_CLIENT_SECRET: 'of-the-app',
        PARLEY_CALLS_ZOOM_OAUTH_URL: origin,
        PARLEY_CALLS_ZOOM_API_URL: origin,
      },
    })
  })
  const { ann, bob } = usePeople(server, { members: ['ann', 'bob'] })

  beforeEach(() => {
    provider.requests.length = 0
    provider.answer = json({})
  })

  const failing: Receiver['answer'] = json({ message: 'no' }, 500)
  const cut: Receiver['answer'] = (response) => void response.destroy()

  describe('of Nextcloud Talk', () => {
    const create = (room_name: string) => ann.client.call(endpoints.createNextcloudTalkCall, { room_name })

    test('are conversations that anybody can join', async () => {
      provider.answer = json({ ocs: { data: { token: 'abc123' } } })
      const { origin } = new URL(provider.url)
      expect(await create('Budget')).toEqual({ url: `${origin}/index.php/call/abc123` })
      expect(provider.requests).toMatchObject([
        {
          method: 'POST',
          path: '/ocs/v2.php/apps/spreed/api/v4/room',
          headers: { authorization: `Basic ${btoa('parley:of-parley')}`, 'ocs-apirequest': 'true' },
          body: JSON.stringify({ roomType: 3, roomName: 'Budget' }),
        },
      ])
    })

    test('have short names', async () => {
      provider.answer = json({ ocs: { data: { token: 'abc123' } } })
      await create('🦦'.repeat(300))
      expect(JSON.parse(provider.requests[0]!.body).roomName).toBe('🦦'.repeat(255))
    })

    test('are refused when the provider fails', async () => {
      provider.answer = failing
      await refused(create('x'), 'Error connecting to the Nextcloud Talk server: HTTP 500')
      provider.answer = cut
      await refused(create('x'), 'Error connecting to the Nextcloud Talk server: the connection failed')
      provider.answer = json({ ocs: { data: { token: '../../elsewhere' } } })
      await refused(create('x'), 'Failed to create Nextcloud Talk call')
      provider.answer = (response) => void response.end('<html>')
      await refused(create('x'), 'Failed to create Nextcloud Talk call')
    })

    test('are refused when the provider hangs', async () => {
      provider.answer = () => {}
      const impatient = new OutgoingRequests(['127.0.0.1'], 50)
      const call = createNextcloudTalkCall(impatient, server.ctx.config.calls.nextcloud, 'x')
      await expect(call).rejects.toMatchObject({
        message: 'Error connecting to the Nextcloud Talk server: the request timed out',
      })
    })

    test('are refused when the address is not public and not allowed', async () => {
      const call = createNextcloudTalkCall(new OutgoingRequests([]), server.ctx.config.calls.nextcloud, 'x')
      await expect(call).rejects.toMatchObject({
        message: 'Error connecting to the Nextcloud Talk server: the address is not on the public internet',
      })
      expect(provider.requests).toEqual([])
    })
  })

  describe('of Constructor Groups', () => {
    const create = () => ann.client.call(endpoints.createConstructorGroupsCall, {})

    test('are in the room of the caller', async () => {
      provider.answer = json({ url: 'https://rooms.example.org/ann' })
      expect(await create()).toEqual({ url: 'https://rooms.example.org/ann' })
      expect(provider.requests).toMatchObject([
        {
          method: 'POST',
          path: '/xapi/room/default',
          headers: { authorization: `Bearer access|${sha256('access|secret')}` },
          body: JSON.stringify({
            creator_email: ann.email,
            name: "Ann's room",
            fallback_name: `Ann's room (${server.realm.id}-${ann.id})`,
          }),
        },
      ])
    })

    test.each([
      ['fails', failing],
      ['hangs up', cut],
      ['returns no address', json({})],
      ['returns a script', json({ url: 'javascript:alert(1)' })],
    ])('are refused when the provider %s', async (_, answer) => {
      provider.answer = answer
      await refused(create(), 'Failed to create Constructor Groups call')
    })
  })

  describe('of Zoom', () => {
    const create = (is_video_call?: boolean) => ann.client.call(endpoints.createZoomCall, { is_video_call })
    const zoom =
      (meeting: Receiver['answer'], token = json({ access_token: 'a-token' })): Receiver['answer'] =>
      (response, request) =>
        (request.path === '/oauth/token' ? token : meeting)(response, request)

    test('are meetings with the caller as host', async () => {
      provider.answer = zoom(json({ join_url: 'https://zoom.example.org/j/1' }, 201))
      expect(await create(false)).toEqual({ url: 'https://zoom.example.org/j/1' })
      expect(provider.requests).toMatchObject([
        {
          path: '/oauth/token',
          headers: { authorization: `Basic ${btoa('the-app:of-the-app')}` },
          body: 'grant_type=account_credentials&account_id=the-account',
        },
        {
          path: `/v2/users/${encodeURIComponent(ann.email)}/meetings`,
          headers: { authorization: 'Bearer a-token' },
          body: JSON.stringify({
            settings: { host_video: false, participant_video: false },
            default_password: true,
          }),
        },
      ])
    })

    test('need an account of Zoom with the same address', async () => {
      provider.answer = zoom(json({ code: 1001, message: `User does not exist: ${ann.email}` }, 404))
      await refused(create(), 'Unknown Zoom user email', { code: 'UNKNOWN_ZOOM_USER' })
    })

    test('are refused when Zoom fails', async () => {
      provider.answer = zoom(json({ code: 124, message: 'Invalid access token' }, 401))
      await refused(create(), 'Failed to create Zoom call')
      provider.answer = zoom(cut)
      await refused(create(), 'Failed to create Zoom call')
      provider.answer = zoom(json({}), json({ reason: 'Invalid client_id or client_secret' }, 401))
      await refused(create(), 'Invalid Zoom credentials')
      provider.answer = zoom(json({}), json({ access_token: 'with\r\nline' }))
      await refused(create(), 'Invalid Zoom credentials')
    })
  })

  describe('of BigBlueButton', () => {
    const create = async (meeting_name: string, voice_only?: boolean) => {
      const { url } = await ann.client.call(endpoints.createBigBlueButtonCall, { meeting_name, voice_only })
      expect(url.startsWith(`${server.ctx.config.url}/calls/bigbluebutton/join/`)).toBe(true)
      return new URL(url).pathname
    }
    const xml =
      (fields: Readonly<Record<string, string>>): Receiver['answer'] =>
      (response) =>
        void response.end(
          `<response>${Object.entries(fields)
            .map(([name, value]) => `<${name}>${value}</${name}>`)
            .join('\n')}</response>`,
        )
    const created = xml({ returncode: 'SUCCESS', createTime: '1531155809613', messageKey: 'duplicateWarning' })
    const join = async (path: string, person: Person | null) => {
      const headers: Record<string, string> = person
        ? { authorization: `Basic ${btoa(`${person.email}:${person.apiKey}`)}` }
        : {}
      const response = await fetch(server.url + path, { headers, redirect: 'manual' })
      const text = await response.text()
      return { status: response.status, location: response.headers.get('location'), text }
    }
    const isSigned = (call: string, address: string) => {
      const [, query, checksum] = /\?(.*)&checksum=([0-9a-f]{64})$/.exec(address)!
      expect(checksum).toBe(sha256(`${call}${query}${BBB_SECRET}`))
      return Object.fromEntries(new URLSearchParams(query))
    }

    test('are created when somebody joins, and their creator is the moderator', async () => {
      provider.answer = created
      const path = await create('Budget & more', true)
      expect(provider.requests).toEqual([])
      const { status, location } = await join(path, ann)
      expect(status).toBe(302)
      const asked = provider.requests[0]!
      expect(asked).toMatchObject({ method: 'GET', path: expect.stringMatching(/^\/bigbluebutton\/api\/create\?/) })
      const { meetingID, ...made } = isSigned('create', asked.path)
      expect(made).toEqual({ name: 'Budget & more', lockSettingsDisableCam: 'true' })
      expect(new URL(location!).pathname).toBe('/bigbluebutton/api/join')
      const entry = { meetingID, createTime: '1531155809613' }
      expect(isSigned('join', location!)).toEqual({ ...entry, role: 'MODERATOR', fullName: 'Ann' })
      const other = await join(path, bob)
      expect(isSigned('join', other.location!)).toEqual({ ...entry, role: 'VIEWER', fullName: 'Bob' })
    })

    test('each have their own id', async () => {
      provider.answer = created
      const paths = [await create('Budget'), await create('Budget')]
      const meetings = await Promise.all(paths.map(async (path) => isSigned('join', (await join(path, bob)).location!)))
      expect(meetings[0]!['meetingID']).not.toBe(meetings[1]!['meetingID'])
    })

    test('let a browser sign in first, and then join', async () => {
      provider.answer = created
      const path = await create('🦦'.repeat(300))
      const { location } = await join(path, null)
      const next = new URL(location!, server.url).searchParams.get('next')!
      const browser = new Browser(server)
      const { headers } = await browser.signIn(bob.email, PASSWORD, next)
      expect(headers.get('location')).toBe(next)
      const { text } = await browser.request(next)
      expect(text).toContain(`<a href="${path}">Continue</a>`)
      const { status } = await browser.request(path)
      expect(status).toBe(302)
      expect(isSigned('create', provider.requests[0]!.path)['name']).toBe('🦦'.repeat(55))
    })

    test('cannot be entered by a changed address', async () => {
      const path = await create('Budget')
      const [grant = '', name] = path.split('/').slice(-2)
      const changed = [
        `${grant}/${Buffer.from('Secret').toString('base64url')}`,
        `${grant.replace(`-${ann.id}-`, `-${bob.id}-`)}/${name}`,
        `${grant.replace('video', 'voice')}/${name}`,
        `${'0'.repeat(32)}${grant.slice(32)}/${name}`,
        `x/${name}`,
      ]
      for (const meeting of changed) {
        const answer = await join(`/calls/bigbluebutton/join/${meeting}`, bob)
        expect(answer.status).toBe(400)
        expect(JSON.parse(answer.text)).toMatchObject({ msg: 'Invalid signature.', code: 'BAD_REQUEST' })
      }
      expect(provider.requests).toEqual([])
    })

    test.each([
      ['fails', failing, 'Error connecting to the BigBlueButton server: HTTP 500'],
      ['hangs up', cut, 'Error connecting to the BigBlueButton server: the connection failed'],
      [
        'has another secret',
        xml({ returncode: 'FAILED', messageKey: 'checksumError' }),
        'Error authenticating to the BigBlueButton server',
      ],
      [
        'refuses',
        xml({ returncode: 'FAILED', messageKey: 'other' }),
        'BigBlueButton server returned an unexpected error: FAILED',
      ],
      ['says nothing', xml({}), 'BigBlueButton server returned an unexpected error: no return code'],
    ])('are not entered when the provider %s', async (_, answer, msg) => {
      const path = await create('Budget')
      provider.answer = answer
      const refusal = await join(path, ann)
      expect(refusal.status).toBe(400)
      expect(JSON.parse(refusal.text)).toMatchObject({ msg })
    })
  })

  describe('and the providers that an organization can choose', () => {
    const stateOf = (at: TestServer) => at.owner.call(endpoints.registerQueue, { fetch_event_types: ['realm'] })
    const choose = (at: TestServer, video_chat_provider: number) =>
      at.owner.call(endpoints.updateRealm, { video_chat_provider })

    test('are those that the server has', async () => {
      const state = await stateOf(server)
      expect(state.realm_available_video_chat_providers).toEqual({
        disabled: { name: 'None', id: 0 },
        jitsi_meet: { name: 'Jitsi Meet', id: 1 },
        big_blue_button: { name: 'BigBlueButton', id: 4 },
        zoom_server_to_server: { name: 'Zoom', id: 5 },
        constructor_groups: { name: 'Constructor Groups', id: 6 },
        nextcloud_talk: { name: 'Nextcloud Talk', id: 7 },
      })
      expect(state.server_jitsi_server_url).toBe('https://jitsi.example.org')
      expect(state.jitsi_server_url).toBe('https://jitsi.example.org')
      await choose(server, 5)
      expect((await stateOf(server)).realm_video_chat_provider).toBe(5)
      await refused(choose(server, 8), 'Invalid video_chat_provider 8')
    })

    test('are none but Jitsi on a server without settings, and nothing else can be created', async () => {
      const bare = await startTestServer({ env: { PARLEY_CALLS_JITSI_URL: 'off' } })
      try {
        const state = await stateOf(bare)
        expect(Object.keys(state.realm_available_video_chat_providers!)).toEqual(['disabled', 'jitsi_meet'])
        expect(state.server_jitsi_server_url).toBeNull()
        expect(state.jitsi_server_url).toBe('')
        await refused(choose(bare, 5), 'Invalid video_chat_provider 5')
        const { owner } = bare
        const missing = (provider: string) => `${provider} credentials have not been configured`
        const talk = owner.call(endpoints.createNextcloudTalkCall, { room_name: 'x' })
        await refused(talk, missing('Nextcloud Talk'))
        const bbb = owner.call(endpoints.createBigBlueButtonCall, { meeting_name: 'x' })
        await refused(bbb, missing('BigBlueButton'))
        await refused(owner.call(endpoints.createConstructorGroupsCall, {}), missing('Constructor Groups'))
        await refused(owner.call(endpoints.createZoomCall, {}), missing('Zoom'))
      } finally {
        await bare.close()
      }
    })
  })
})
