import { describe, expect, it } from 'vitest'
import { basic, createKernel, type KernelOptions, mia } from '../../../../test/http/kernel-fixture.ts'
import { limitKey } from '../request/client-address.ts'

const PUBLIC = '203.0.113.7'

function caller(options: KernelOptions = {}) {
  const kernel = createKernel(options)
  const get = async (url: string, headers: Record<string, string>, remoteAddress = PUBLIC) => {
    const response = await kernel.app.inject({ url: `/api/v1${url}`, headers, remoteAddress })
    return { status: response.statusCode, headers: response.headers, body: response.json() as Record<string, unknown> }
  }
  const repeat = async (times: number, ...args: Parameters<typeof get>) => {
    for (let n = 0; n < times; n++) await get(...args)
    return get(...args)
  }
  return { ...kernel, get, repeat }
}

describe('an account', () => {
  it('has 200 requests a minute, reported in headers, and the exact error after that', async () => {
    const { get, repeat, clock } = caller()
    const first = await get('/things/1', mia)
    const reset = clock.milliseconds / 1000 + 60
    expect(first.headers).toMatchObject({
      'x-ratelimit-limit': '200',
      'x-ratelimit-remaining': '199',
      'x-ratelimit-reset': `${reset}`,
    })
    clock.advance(20.5)
    const refused = await repeat(199, '/things/1', mia)
    expect(refused.status).toBe(429)
    expect(refused.body).toEqual({
      result: 'error',
      msg: 'API usage exceeded rate limit',
      code: 'RATE_LIMIT_HIT',
      'retry-after': 39.5,
    })
    expect(refused.headers).toMatchObject({
      'retry-after': '40',
      'x-ratelimit-limit': '200',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': `${reset}`,
    })
    expect((await get('/things/1', { authorization: basic('ada@example.com') })).status).toBe(200)
    clock.advance(39.4)
    expect((await get('/things/1', mia)).status).toBe(429)
    clock.advance(0.1)
    expect((await get('/things/1', mia)).status).toBe(200)
  })
})

describe('polls for events', () => {
  it('do not use up what an account may do otherwise, and the other way round', async () => {
    const { get, repeat } = caller()
    expect((await repeat(299, '/poll', mia)).headers).toMatchObject({
      'x-ratelimit-limit': '2000',
      'x-ratelimit-remaining': '1700',
    })
    expect((await get('/things/1', mia)).headers['x-ratelimit-remaining']).toBe('199')
    expect((await repeat(199, '/things/1', mia)).status).toBe(429)
    expect((await get('/poll', mia)).status).toBe(200)
  })

  it('are limited too', async () => {
    const { get, repeat } = caller()
    expect((await repeat(2_000, '/poll', mia)).status).toBe(429)
    expect((await get('/poll', { authorization: basic('ada@example.com') })).status).toBe(200)
  })

  it('with wrong credentials count against the address', async () => {
    const { repeat } = caller()
    expect((await repeat(100, '/poll', { authorization: basic('mia@example.com', 'x'.repeat(32)) })).status).toBe(429)
  })
})

describe('an address without an account', () => {
  it('has 100 requests a minute; wrong keys count', async () => {
    const { repeat, get } = caller()
    expect((await repeat(99, '/open', {})).headers['x-ratelimit-remaining']).toBe('0')
    expect((await get('/open', {})).status).toBe(429)
    expect((await get('/things/1', { authorization: basic('mia@example.com', 'x'.repeat(32)) })).status).toBe(429)
    expect((await get('/open', {}, '203.0.113.8')).status).toBe(200)
    expect((await get('/things/1', mia)).status).toBe(200)
  })

  it('in IPv6 counts as its /64', async () => {
    const { repeat, get } = caller()
    await repeat(99, '/open', {}, '2001:db8:0:1::1')
    expect((await get('/open', {}, '2001:db8:0:1:ffff::2')).status).toBe(429)
    expect((await get('/open', {}, '2001:db8:0:2::1')).status).toBe(200)
  })

  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0db8:0000:0000:1::', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['1:2:3:4:5:6:7:8', '1:2:3:4::/64'],
  ])('%s is counted as %s', (ip, key) => {
    expect(limitKey(ip)).toBe(key)
  })
})

describe('a path that does not exist, or a page', () => {
  it('counts requests with a body against the address, and reads no body beyond the limit', async () => {
    const { app } = createKernel()
    const send = async (url: string, payload?: string) => {
      const sent = { method: 'POST', url, ...(payload && { payload }), remoteAddress: PUBLIC } as const
      return (await app.inject(sent)).statusCode
    }
    for (let n = 0; n < 50; n++) expect(await send('/nowhere', 'x')).toBe(404)
    for (let n = 0; n < 50; n++) expect(await send('/health', 'x')).toBe(405)
    expect(await send('/nowhere', 'x')).toBe(429)
    expect(await send('/api/v1/nowhere', 'x')).toBe(429)
    expect(await send('/nowhere')).toBe(429)
    expect(await send('/health')).toBe(405)
  })

  it.each([
    ['an unknown path', '/nowhere'],
    ['an unknown operation', '/api/v1/nowhere'],
    ['a path that is too long', `/api/v1/things/${'x'.repeat(5_000)}`],
    ['the description of the API', '/api/v1/openapi.json'],
    ['the page of the API', '/api/'],
  ])('counts %s against the address', async (_, url) => {
    const { app } = createKernel()
    const get = async (remoteAddress = PUBLIC) => (await app.inject({ url, remoteAddress })).statusCode
    const first = await get()
    expect([200, 404, 414]).toContain(first)
    for (let n = 1; n < 100; n++) expect(await get()).toBe(first)
    expect(await get()).toBe(429)
    expect(await get('203.0.113.8')).toBe(first)
    expect((await app.inject({ url: '/health', remoteAddress: PUBLIC })).statusCode).toBe(200)
  })
})

describe('the address of a client', () => {
  it('this machine is not limited, unless it forwards requests', async () => {
    const { repeat } = caller()
    const direct = await repeat(300, '/open', {}, '127.0.0.1')
    expect([direct.status, direct.headers['x-ratelimit-limit']]).toEqual([200, undefined])
    expect((await repeat(100, '/open', { 'x-forwarded-for': '198.51.100.1' }, '127.0.0.1')).status).toBe(429)
  })

  it.each(['forwarded', 'via', 'x-real-ip', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port'])(
    'this machine forwards requests when it sends %s',
    async (name) => {
      const { get } = caller()
      expect((await get('/open', { [name]: 'x' }, '127.0.0.1')).headers['x-ratelimit-limit']).toBe('100')
    },
  )

  it('an untrusted client cannot choose its own address', async () => {
    const { get } = caller()
    for (let n = 0; n < 100; n++) await get('/open', { 'x-forwarded-for': `198.51.100.${n}` })
    expect((await get('/open', { 'x-forwarded-for': '198.51.100.200' })).status).toBe(429)
  })

  it('a configured proxy is trusted, but only for the part of the header that trusted proxies wrote', async () => {
    const { get, repeat } = caller({ config: { trustedProxies: ['10.0.0.0/8'] } })
    await repeat(99, '/open', { 'x-forwarded-for': 'made-up, 198.51.100.1, 10.0.0.3' }, '10.0.0.2')
    expect((await get('/open', { 'x-forwarded-for': '198.51.100.1' }, '10.0.0.2')).status).toBe(429)
    expect((await get('/open', { 'x-forwarded-for': '198.51.100.1, 198.51.100.2' }, '10.0.0.2')).status).toBe(200)
  })

  it.each([
    ['198.51.100.1:5678', '198.51.100.1'],
    ['[2001:db8::1]:5678', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[::ffff:198.51.100.1]:5678', '198.51.100.1'],
  ])('a port is not part of an address: %s', async (said, address) => {
    const { get } = caller({ config: { trustedProxies: ['10.0.0.0/8'] } })
    const remaining = async (forwardedFor: string) =>
      (await get('/open', { 'x-forwarded-for': forwardedFor }, '10.0.0.2')).headers['x-ratelimit-remaining']
    expect(await remaining('203.0.113.1')).toBe('99')
    expect(await remaining(said)).toBe('99')
    expect(await remaining(address)).toBe('98')
  })

  it('limits can be switched off', async () => {
    const { repeat } = caller({ config: { rateLimits: false } })
    expect((await repeat(300, '/things/1', mia)).headers['x-ratelimit-limit']).toBeUndefined()
  })
})

describe('the weight of a request', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  function weigher() {
    const { app, clock } = createKernel()
    const heavy = async (weight: number, headers: Record<string, string> = {}) => {
      const payload = `weight=${weight}`
      const sent = { method: 'POST', url: '/api/v1/heavy', headers: { ...form, ...headers }, payload } as const
      const { statusCode, headers: answered } = await app.inject({ ...sent, remoteAddress: PUBLIC })
      return [statusCode, Number(answered['x-ratelimit-remaining'])]
    }
    return { heavy, clock }
  }
  /** The number of people, which the endpoint adds to the weight. */
  const PEOPLE = 5

  it('counts against the limit of the account', async () => {
    const { heavy } = weigher()
    expect(await heavy(10, mia)).toEqual([200, 200 - 10 - PEOPLE])
    expect(await heavy(-PEOPLE, mia)).toEqual([400, 184])
  })

  it('counts against the limit of the address if there is no account', async () => {
    const { heavy } = weigher()
    expect(await heavy(10)).toEqual([200, 100 - 10 - PEOPLE])
    expect(await heavy(10, mia)).toEqual([200, 200 - 10 - PEOPLE])
  })

  it('is refused as a whole if less is left, and then counts as one request', async () => {
    const { heavy, clock } = weigher()
    expect(await heavy(190, mia)).toEqual([200, 5])
    expect(await heavy(1, mia)).toEqual([429, 4])
    expect(await heavy(0, mia)).toEqual([429, 3])
    clock.advance(60)
    expect(await heavy(1, mia)).toEqual([200, 200 - 1 - PEOPLE])
  })

  it('is one if the endpoint declares none, with or without a body', async () => {
    const { app } = createKernel()
    const remaining = async (method: 'GET' | 'POST', url: string, payload = '') => {
      const sent = { method, url: `/api/v1${url}`, headers: { ...form, ...mia }, payload, remoteAddress: PUBLIC }
      return Number((await app.inject(sent)).headers['x-ratelimit-remaining'])
    }
    expect(await remaining('GET', '/things/1')).toBe(199)
    expect(await remaining('POST', '/echo', 'text=a')).toBe(198)
    expect(await remaining('POST', '/echo')).toBe(197)
    expect(await remaining('POST', '/things/1', 'method=DELETE')).toBe(196)
  })
})

describe('passwords', () => {
  const five = [1, 2, 3, 4, 5]
  const fifty = Array.from({ length: 50 }, (_, n) => n)
  type App = ReturnType<typeof createKernel>['app']

  async function signIn(app: App, name: string, right: boolean, remoteAddress = '127.0.0.1') {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const payload = `name=${name}&right=${right}`
    const sent = { method: 'POST', url: '/api/v1/sign-in', headers, payload, remoteAddress } as const
    const { statusCode, headers: answered } = await app.inject(sent)
    const numbers = ['limit', 'remaining', 'reset'].map((part) => answered[`x-ratelimit-${part}`])
    return { status: statusCode, rule: numbers.map((number) => (number === undefined ? null : Number(number))) }
  }
  const statusOf = async (...args: Parameters<typeof signIn>) => (await signIn(...args)).status

  it('may be wrong five times in half an hour from one address, even with limits off', async () => {
    const { app, clock } = createKernel({ config: { rateLimits: false } })
    for (const _ of five) expect(await statusOf(app, 'mia', false)).toBe(400)
    expect(await statusOf(app, 'mia', true)).toBe(429)
    expect(await statusOf(app, 'ada', true)).toBe(200)
    clock.advance(1800)
    expect(await statusOf(app, 'mia', true)).toBe(200)
  })

  it('that were wrong from one address do not lock the account elsewhere', async () => {
    const { app } = createKernel()
    for (const _ of five) await signIn(app, 'mia', false, '203.0.113.1')
    expect(await statusOf(app, 'mia', true, '203.0.113.1')).toBe(429)
    expect(await statusOf(app, 'mia', true, '203.0.113.2')).toBe(200)
    // A correct password from elsewhere does not unlock the attacker's address either.
    expect(await statusOf(app, 'mia', true, '203.0.113.1')).toBe(429)
  })

  it('count for the whole /64 of an IPv6 address', async () => {
    const { app } = createKernel()
    for (const n of [1, 2, 3, 4, 5]) await signIn(app, 'mia', false, `2001:db8:0:1::${n}`)
    expect(await statusOf(app, 'mia', true, '2001:db8:0:1::6')).toBe(429)
    expect(await statusOf(app, 'mia', true, '2001:db8:0:2::6')).toBe(200)
  })

  it('may be wrong fifty times in half an hour from all addresses together', async () => {
    const { app, clock } = createKernel()
    for (const n of fifty) expect(await statusOf(app, 'mia', false, `203.0.113.${n}`)).toBe(400)
    const began = clock.milliseconds / 1000
    const refused = await signIn(app, 'mia', true, '198.51.100.1')
    expect(refused).toEqual({ status: 429, rule: [5, 0, began + 1800] })
    expect(await statusOf(app, 'ada', true, '198.51.100.1')).toBe(200)
    clock.advance(1800)
    expect(await statusOf(app, 'mia', true, '198.51.100.1')).toBe(200)
  })

  it('that are right are not counted, even at the same time', async () => {
    const { app } = createKernel()
    const statuses = await Promise.all(Array.from({ length: 12 }, () => statusOf(app, 'mia', true)))
    expect(statuses).toEqual(statuses.map(() => 200))
  })

  it('that are wrong are counted, even at the same time', async () => {
    const { app } = createKernel()
    const statuses = await Promise.all(Array.from({ length: 12 }, () => statusOf(app, 'mia', false)))
    expect(statuses.filter((status) => status === 400)).toHaveLength(5)
  })

  it('are refused when more than fifty attempts wait for the same account', async () => {
    const { app } = createKernel()
    const statuses = await Promise.all(Array.from({ length: 60 }, () => statusOf(app, 'mia', true)))
    expect(statuses.filter((status) => status === 200)).toHaveLength(51)
    expect(statuses.filter((status) => status === 503)).toHaveLength(9)
  })

  it('that are wrong report the strictest rule that counted them, and right ones none', async () => {
    const { app, clock } = createKernel()
    const began = clock.milliseconds / 1000
    expect(await signIn(app, 'mia', false)).toEqual({ status: 400, rule: [5, 4, began + 1800] })
    expect(await signIn(app, 'mia', true)).toEqual({ status: 200, rule: [null, null, null] })
    for (const left of [4, 3, 2, 1, 0]) {
      expect(await signIn(app, 'mia', false, PUBLIC)).toEqual({ status: 400, rule: [5, left, began + 1800] })
    }
    clock.advance(1790)
    expect(await signIn(app, 'mia', false, PUBLIC)).toEqual({ status: 429, rule: [5, 0, began + 1790 + 60] })
    expect(await statusOf(app, 'mia', true)).toBe(200)
  })

  it('that were wrong are forgotten after a right one', async () => {
    const { app } = createKernel()
    for (const _ of [1, 2, 3, 4]) await signIn(app, 'mia', false)
    expect(await statusOf(app, 'mia', true)).toBe(200)
    for (const _ of five) expect(await statusOf(app, 'mia', false)).toBe(400)
  })
})
