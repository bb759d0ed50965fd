import { afterEach, expect, test, vi } from 'vitest'
import { HubCore } from './hub-core.ts'
import type { ToTab } from './hub-messages.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const HOUR = 3_600

test('a tab that is opened hours later gets the time of now, not that of the register', async () => {
  vi.useFakeTimers({ now: 5_000_000 })
  vi.stubGlobal('fetch', (address: string) =>
    address.includes('/register')
      ? Promise.resolve(Response.json({ result: 'success', queue_id: 'q', last_event_id: -1, server_timestamp: 9_000 }))
      : new Promise(() => {}),
  )
  const first = Promise.withResolvers<ToTab>()
  const hub = new HubCore(first.resolve, { isApart: false })
  hub.receive({ kind: 'hello', csrf: 'token' }, () => {})
  expect(await first.promise).toMatchObject({ kind: 'state', serverTime: 9_000 })
  vi.setSystemTime(5_000_000 + 3 * HOUR * 1_000)
  const later: ToTab[] = []
  hub.receive({ kind: 'hello', csrf: 'token' }, (message) => later.push(message))
  expect(later[0]).toMatchObject({ kind: 'state', serverTime: 9_000 + 3 * HOUR })
})

test('a hub that is apart gives its tabs the answer as it came, and the state to those that come meanwhile', async () => {
  const answer = { result: 'success', queue_id: 'q', last_event_id: -1, server_timestamp: 9_000 }
  vi.stubGlobal('fetch', (address: string) =>
    address.includes('/register') ? Promise.resolve(Response.json(answer)) : new Promise(() => {}),
  )
  const told: ToTab[] = []
  const late = Promise.withResolvers<ToTab>()
  const hub = new HubCore(
    (message) => {
      told.push(message)
      // Between the answer and the model.
      if ('text' in message)
        hub.receive({ kind: 'hello', csrf: 'token' }, (one) => one.kind === 'state' && late.resolve(one))
    },
    { isApart: true },
  )
  hub.receive({ kind: 'hello', csrf: 'token' }, () => {})
  expect(await late.promise).toMatchObject({ kind: 'state', state: { queue_id: 'q' } })
  const states = told.filter(({ kind }) => kind === 'state')
  expect(states).toHaveLength(1)
  const { text } = states[0] as { text: ArrayBuffer }
  expect(JSON.parse(new TextDecoder().decode(text))).toEqual(answer)
})

test('a clock that is put right while the app is open is measured again, for all tabs and for later ones', async () => {
  vi.useFakeTimers({ now: 5_000_000 })
  const date = new Date(9_000_000).toUTCString()
  vi.stubGlobal('fetch', (address: string, { signal }: RequestInit) => {
    if (address.includes('/register'))
      return Promise.resolve(
        Response.json({ result: 'success', queue_id: 'q', last_event_id: -1, server_timestamp: 9_000 }),
      )
    if (address.includes('dont_block=true'))
      return Promise.resolve(Response.json({ result: 'success', events: [] }, { headers: { Date: date } }))
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  })
  const told: ToTab[] = []
  const hub = new HubCore((message) => told.push(message), { isApart: false })
  hub.receive({ kind: 'hello', csrf: 'token' }, () => {})
  await vi.advanceTimersByTimeAsync(1_000)
  expect(told).toMatchObject([{ kind: 'state', serverTime: 9_000 }])
  vi.setSystemTime(5_000_000 - 3 * HOUR * 1_000)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(told.at(-1)).toEqual({ kind: 'time', serverTime: 9_000 })
  const later: ToTab[] = []
  hub.receive({ kind: 'hello', csrf: 'token' }, (message) => later.push(message))
  // The clock was looked at a second ago.
  expect(later[0]).toMatchObject({ kind: 'state', serverTime: 9_001 })
})
