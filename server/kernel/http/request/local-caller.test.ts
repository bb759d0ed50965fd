import { describe, expect, it } from 'vitest'
import { createKernel } from '../../../../test/http/kernel-fixture.ts'
import { Wire } from '../../../../test/http/wire-fixture.ts'

/** Requests a page that is only for this machine. */
async function isAnswered(headers: Record<string, string>, remoteAddress = '127.0.0.1', trustedProxies: string[] = []) {
  const { app } = createKernel({ config: { trustedProxies } })
  const sent = { url: '/metrics', headers: { host: 'localhost:9991', ...headers }, remoteAddress }
  return (await app.inject(sent)).statusCode === 200
}

describe('a page that is only for this machine is answered', () => {
  it.each([
    'localhost',
    'LocalHost:9991',
    'kitchen.localhost:9991',
    '127.0.0.1',
    '127.0.0.1:80',
    '127.9.9.9',
    '[::1]:9991',
  ])('for the host name %s', async (host) => {
    expect(await isAnswered({ host })).toBe(true)
  })

  it.each(['127.0.0.1', '127.4.5.6', '::1', '::ffff:127.0.0.1'])('to the address %s', async (address) => {
    expect(await isAnswered({}, address)).toBe(true)
  })

  it.each<Record<string, string>>([
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'same-origin' },
    { origin: 'http://localhost:9991', 'sec-fetch-site': 'same-origin' },
    { origin: 'http://LOCALHOST:9991' },
  ])('to a page of its own origin, and to what a person types: %j', async (headers) => {
    expect(await isAnswered(headers)).toBe(true)
  })
})

describe('a page that is only for this machine is not answered', () => {
  it.each([
    'evil.example',
    'evil.example:9991',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '127.0.0.1@evil.example',
    'evil.example#localhost',
    'localhost:9991:9991',
    'mylocalhost',
    '203.0.113.7',
    '0.0.0.0:9991',
    '[::2]:9991',
    '[::1',
    '::1',
  ])('for the host name %j, which may resolve to this machine', async (host) => {
    expect(await isAnswered({ host })).toBe(false)
  })

  it.each<Record<string, string>>([
    { origin: 'http://evil.example' },
    { origin: 'https://localhost.evil.example' },
    // Another program on this machine is another origin.
    { origin: 'http://localhost:3000' },
    { origin: 'http://127.0.0.1:9991' },
    { origin: 'null' },
    { origin: '' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'http://localhost:9991', 'sec-fetch-site': 'cross-site' },
  ])('to a page of another origin: %j', async (headers) => {
    expect(await isAnswered(headers)).toBe(false)
  })

  it.each(['203.0.113.7', '10.0.0.1', '::2'])('to the address %s', async (address) => {
    expect(await isAnswered({}, address)).toBe(false)
  })

  it('to a configured proxy, even without a forwarding header', async () => {
    expect(await isAnswered({}, '127.0.0.1', ['127.0.0.1'])).toBe(false)
    expect(await isAnswered({}, '::1', ['::1'])).toBe(false)
    expect(await isAnswered({}, '127.0.0.1', ['127.0.0.0/8'])).toBe(false)
    expect(await isAnswered({}, '127.0.0.1', ['10.0.0.1'])).toBe(true)
  })

  it('without a host name', async () => {
    const { app } = createKernel()
    const wire = new Wire(await app.listen({ port: 0, host: '127.0.0.1' }))
    wire.write('GET /metrics HTTP/1.1\r\n\r\n')
    expect((await wire.answer()).status).toBe(403)
    wire.close()
    await app.close()
  })

  it('to a request that a proxy has forwarded', async () => {
    expect(await isAnswered({ 'x-forwarded-for': '127.0.0.1' })).toBe(false)
    expect(await isAnswered({ via: '1.1 proxy' })).toBe(false)
  })
})

it('a configured proxy is limited like all others, even without a forwarding header', async () => {
  const { app } = createKernel({ config: { trustedProxies: ['127.0.0.1'] } })
  const { headers } = await app.inject({ url: '/api/v1/open', remoteAddress: '127.0.0.1' })
  expect(headers['x-ratelimit-remaining']).toBe('99')
})
