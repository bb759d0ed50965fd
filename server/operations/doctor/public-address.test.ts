import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer } from '../../../test/harness.ts'
import { type ReverseProxy, startReverseProxy } from '../../../test/outside/reverse-proxy.ts'
import { SELF_SIGNED } from '../../../test/outside/self-signed.ts'
import { useServer } from '../../../test/use-server.ts'
import { secretFrom } from '../../kernel/base/secret.ts'
import type { Patient } from './check.ts'
import { publicAddressCheck } from './checks/public-address.ts'
import { examine } from './examine.ts'
import { PROOF_HEADER, VISIT_PATH } from './visit/proof.ts'

const MIB = 1_048_576

describe('the checks of the public address', () => {
  const { server } = useServer({ env: { PARLEY_MAX_FILE_UPLOAD_SIZE_MIB: '3' } })
  let proxy: ReverseProxy
  /** The server that the proxy passes requests on to. */
  let behind: string
  beforeAll(async () => {
    proxy = await startReverseProxy(() => behind)
  })
  afterAll(() => proxy.close())
  beforeEach(() => {
    behind = server.url
    const { host } = new URL(proxy.url)
    proxy.headers = (headers) => ({ ...headers, host })
    proxy.mostBytes = Number.POSITIVE_INFINITY
    proxy.isSilent = false
    proxy.onPassed = () => {}
  })

  const patient = (url: string) => ({
    config: { ...server.ctx.config, url },
    db: null,
    secret: server.ctx.secret,
    pid: process.pid,
    isStarting: false,
    mailTo: null,
    waitSeconds: null,
    signal: new AbortController().signal,
  })
  /** What is found about a public address, with null for what is in order. */
  const found = async (url: string, change: Partial<Patient> = {}): Promise<Record<string, string | null>> => {
    const all: Record<string, string | null> = {}
    for await (const { name, problem } of examine({ ...patient(url), ...change })) all[name] = problem
    return all
  }
  const IN_ORDER = { 'public address': null, 'headers of the proxy': null, 'size of uploads': null }

  test('find nothing wrong with a server, and with one behind a proxy', async () => {
    expect(await found(server.url)).toMatchObject(IN_ORDER)
    expect(await found(proxy.url, { waitSeconds: 0.01 })).toMatchObject({ ...IN_ORDER, 'waiting requests': null })
  })

  test('find that nothing answers, and make no further ones', async () => {
    const all = await found('http://127.0.0.1:1')
    expect(all['public address']).toBe(
      'Nothing answers at http://127.0.0.1:1 (ECONNREFUSED): start the server and its proxy, open the port in the firewall, or correct PARLEY_URL.',
    )
    expect(all).not.toHaveProperty('size of uploads')
    expect((await found('http://nowhere.invalid'))['public address']).toMatch(
      /^(The name nowhere\.invalid has no address|Nothing answers)/,
    )
  })

  test('find another server', async () => {
    const secret = secretFrom(Buffer.alloc(32, 1))
    expect((await found(server.url, { secret }))['public address']).toMatch(
      /^Another server answers at .* \(status 404\)/,
    )
  })

  test('find a proxy that does not reach the server', async () => {
    behind = 'http://127.0.0.1:1'
    expect((await found(proxy.url))['public address']).toBe(
      `The proxy at ${proxy.url} does not reach this server (status 502): start the server, or let the proxy pass requests on to 127.0.0.1:9991.`,
    )
  })

  test('find a certificate that is not accepted, or that ends soon', async () => {
    const secure = createServer(SELF_SIGNED).listen(0, '127.0.0.1')
    await once(secure, 'listening')
    const url = `https://127.0.0.1:${(secure.address() as AddressInfo).port}`
    try {
      expect((await found(url))['public address']).toBe(
        `The certificate of ${url} is not accepted (DEPTH_ZERO_SELF_SIGNED_CERT): get one from an authority that browsers know, or name your own in NODE_EXTRA_CA_CERTS.`,
      )
    } finally {
      secure.close()
    }
    const failsWith = (failure: string) =>
      publicAddressCheck.examine({ ...patient(url), visit: async () => ({ failure }) })
    expect(await failsWith('CERT_HAS_EXPIRED')).toMatch(/: renew it, and check the clock\.$/)
    expect(await failsWith('ERR_TLS_CERT_ALTNAME_INVALID')).toMatch(/: get one for this name\.$/)
    expect(await failsWith('UNABLE_TO_VERIFY_LEAF_SIGNATURE')).toMatch(/: give the proxy the whole chain\.$/)
    expect(await failsWith('CERT_REVOKED')).toMatch(/: get another one\.$/)
    const seen = { host: '', peer: { address: '', isProxy: true }, isForwarded: true, bytes: 0 }
    const endsIn = (days: number) => {
      const visit = async () => ({ isOurs: true, seen, certificateEnds: Date.now() + days * 86_400_000 }) as const
      return publicAddressCheck.examine({ ...patient(url), visit })
    }
    expect(await endsIn(15)).toBeNull()
    expect(await endsIn(13)).toMatch(/^The certificate of https:.* ends on \d{4}-\d\d-\d\d: renew it\.$/)
  })

  test('find a proxy that changes the host', async () => {
    proxy.headers = (headers) => ({ ...headers, host: 'backend' })
    expect((await found(proxy.url))['headers of the proxy']).toMatch(
      /^The proxy asks for the host "backend" instead of/,
    )
  })

  test('find a proxy that is not trusted', async () => {
    const host = new URL(proxy.url).host
    proxy.headers = (headers) => ({ ...headers, host, 'x-forwarded-for': '192.0.2.7' })
    expect((await found(proxy.url))['headers of the proxy']).toBe(
      'The proxy at 127.0.0.1 is not trusted, so limits count everybody as one: set PARLEY_TRUSTED_PROXIES=127.0.0.1.',
    )
  })

  test('find that a proxy is trusted, also if they ask from the same machine as it', async () => {
    const trusting = await startTestServer({ beside: server, env: { PARLEY_TRUSTED_PROXIES: '127.0.0.1' } })
    const host = new URL(proxy.url).host
    proxy.headers = (headers) => ({ ...headers, host, 'x-forwarded-for': '127.0.0.1' })
    try {
      expect((await found(proxy.url))['headers of the proxy']).toMatch(/ is not trusted, /)
      behind = trusting.url
      expect((await found(proxy.url))['headers of the proxy']).toBeNull()
    } finally {
      await trusting.close()
    }
  })

  test('find a proxy with a smaller limit for uploads', async () => {
    proxy.mostBytes = 3 * MIB
    expect((await found(proxy.url))['size of uploads']).toBe(
      'The proxy refuses uploads of 3 MiB (413): raise its limit, in nginx with "client_max_body_size 4m", or lower PARLEY_MAX_FILE_UPLOAD_SIZE_MIB.',
    )
    proxy.mostBytes = 4 * MIB
    expect((await found(proxy.url))['size of uploads']).toBeNull()
  })

  test('find a proxy that ends waiting requests', async () => {
    // The first three are answered.
    let passed = 0
    proxy.onPassed = (cut) => {
      passed += 1
      if (passed === 3) cut()
    }
    expect((await found(proxy.url, { waitSeconds: 60 }))['waiting requests']).toMatch(
      /^The proxy ends requests that wait after \d+ seconds: raise its time-out/,
    )
  })

  test('nobody without the secret gets an answer', async () => {
    const ask = (headers: Record<string, string>) => fetch(new URL(VISIT_PATH, server.url), { method: 'POST', headers })
    expect((await ask({})).status).toBe(404)
    const now = Math.floor(Date.now() / 1000)
    expect((await ask({ [PROOF_HEADER]: `${now}.${'0'.repeat(64)}` })).status).toBe(404)
    const old = now - 3_600
    const proof = `${old}.${server.ctx.secret.signLink(`doctor ${old}`)}`
    expect((await ask({ [PROOF_HEADER]: proof })).status).toBe(404)
  })
})
