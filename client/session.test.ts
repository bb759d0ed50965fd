import { expect, test, vi } from 'vitest'
import { ClientError } from './client-error.ts'
import { createSession, NoAnswer } from './session.ts'

/** Makes a session whose server returns one answer. */
function sessionWith(answer: () => Promise<Response>) {
  const send = vi.fn<typeof fetch>(answer)
  const onSignedOut = vi.fn()
  let token = 'first'
  const session = createSession({ csrfToken: () => token, onSignedOut, send, url: 'https://chat.example.org' })
  const setToken = (next: string) => {
    token = next
  }
  return { session, send, onSignedOut, setToken }
}

const refusal = (status: number, more: object, headers = {}) =>
  sessionWith(async () => Response.json({ result: 'error', msg: 'No.', ...more }, { status, headers }))
const failureOf = (call: Promise<unknown>): Promise<ClientError> =>
  call.then(
    () => expect.unreachable(),
    (error) => error as ClientError,
  )

test('a call has the cookie and the token of the moment', async () => {
  const { session, send, setToken } = sessionWith(async () => Response.json({ result: 'success', msg: '', user_id: 7 }))
  expect(await session.call('getOwnUser', {})).toEqual({ user_id: 7 })
  setToken('second')
  await session.call('sendMessage', { type: 'direct', to: [7, 8], content: 'hi' }, { idempotencyKey: 'once' })
  const [[, first], [address, second]] = send.mock.calls as [[string, RequestInit], [string, RequestInit]]
  expect(first.credentials).toBe('same-origin')
  expect(new Headers(first.headers).get('X-CSRFToken')).toBe('first')
  expect(address).toBe('https://chat.example.org/json/messages')
  expect([...new Headers(second.headers)]).toEqual([
    ['idempotency-key', 'once'],
    ['x-csrftoken', 'second'],
  ])
  expect(String(second.body)).toBe('type=direct&to=%5B7%2C8%5D&content=hi')
})

test.each([
  [401, { code: 'UNAUTHORIZED' }],
  [403, { code: 'CSRF_FAILED' }],
])('an answer %i %o says that nobody is signed in, and the caller gets the error', async (status, more) => {
  const { session, onSignedOut } = refusal(status, more)
  const error = await failureOf(session.call('getOwnUser', {}))
  expect(error).toBeInstanceOf(ClientError)
  expect(error).toMatchObject({ status, code: more.code })
  expect(onSignedOut).toHaveBeenCalledOnce()
})

test('a refusal of another kind signs nobody out, and says how long to wait', async () => {
  const { session, onSignedOut } = refusal(429, { code: 'RATE_LIMIT_HIT', 'retry-after': 2.5 })
  const error = await failureOf(session.call('getOwnUser', {}))
  expect(error.retryAfter).toBe(2_500)
  expect(onSignedOut).not.toHaveBeenCalled()
})

test.each([
  ['the network fails', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a proxy answers instead', async () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
])('no answer is not a refusal: %s', async (_name, answer) => {
  const { session, onSignedOut } = sessionWith(answer)
  expect(await failureOf(session.call('getOwnUser', {}))).toBeInstanceOf(NoAnswer)
  expect(onSignedOut).not.toHaveBeenCalled()
})

test('a call that is given up says so', async () => {
  const stop = AbortSignal.abort()
  const { session } = sessionWith(() => Promise.reject(stop.reason))
  expect(await failureOf(session.call('getOwnUser', {}, { signal: stop }))).toMatchObject({ name: 'AbortError' })
})
