import { afterAll, describe, expect, it } from 'vitest'
import { createKernel, mia, NOBODYS_HOST } from '../../../../test/http/kernel-fixture.ts'
import { Wire } from '../../../../test/http/wire-fixture.ts'

/** Tests which path a request reaches, from the bytes of its first line. */
const { app } = createKernel()
const url = await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => app.close())

async function ask(method: string, target: string, hosts = ['x']) {
  const wire = new Wire(url)
  const lines = [...hosts.map((host) => `Host: ${host}`), `Authorization: ${mia.authorization}`]
  wire.write(`${method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  const { status, body, head } = await wire.answer({ isEmpty: method === 'HEAD' })
  wire.close()
  const msg = body.startsWith('{') ? (JSON.parse(body) as { msg?: string }).msg : undefined
  return { status, msg, isClosing: head.includes('Connection: close') }
}

const long = (count: number) => '5'.repeat(count)
const tooLong = (path: string) => `'/api/v1${path}' is exceeding the max param length`
const broken = (path: string) => `'/api/v1${path}' is not a valid url component`

describe('a path', () => {
  it.each<[string, number, string]>([
    ['/things/5', 200, ''],
    ['/things/5?', 200, ''],
    ['/things/5#part', 200, ''],
    ['/things/%35', 200, ''],
    ['/th%69ngs/5', 200, ''],
    ['/things/5/', 404, 'Not Found'],
    ['/things/5/more', 404, 'Not Found'],
    ['/things', 404, 'Not Found'],
    ['/things//5', 404, 'Not Found'],
    ['//things/5', 404, 'Not Found'],
    ['/./things/5', 404, 'Not Found'],
    ['/../v1/things/5', 404, 'Not Found'],
    ['/Things/5', 404, 'Not Found'],
    ['/open', 200, ''],
    ['/open/', 404, 'Not Found'],
    ['/OPEN', 404, 'Not Found'],
    ['/', 404, 'Not Found'],
    ['', 404, 'Not Found'],
    ['/echo', 405, 'Method Not Allowed'],
    ['/things/', 404, 'Not Found'],
    ['/things/abc', 404, 'Not Found'],
    ['/things/5.0', 404, 'Not Found'],
    ['/things/a%2Fb', 404, 'Not Found'],
    ['/things/%2535', 404, 'Not Found'],
    ['/things/5;x', 404, 'Not Found'],
    ['/things/%00', 404, 'Not Found'],
    ['/things/-5', 404, 'Not Found'],
    [`/things/${long(1000)}`, 400, 'id is not an integer'],
    [`/things/${'%35'.repeat(1000)}`, 400, 'id is not an integer'],
    [`/nowhere/${long(1001)}`, 404, 'Not Found'],
    ['/things/5?x=%', 200, ''],
    ['/things/5?x=%ff', 400, 'The query is not valid percent-encoded UTF-8'],
  ])('GET %s: %i %s', async (path, status, msg) => {
    expect(await ask('GET', `/api/v1${path}`)).toEqual({ status, msg, isClosing: false })
  })

  it.each<[string, number, string]>([
    [`/things/${long(1001)}`, 414, tooLong(`/things/${long(1001)}`)],
    [`/things/${long(1001)}/x`, 414, tooLong(`/things/${long(1001)}/x`)],
    [`/things/${'%35'.repeat(1001)}`, 414, tooLong(`/things/${long(1001)}`)],
    ['/things/%zz', 400, broken('/things/%zz')],
    ['/things/%', 400, broken('/things/%')],
    ['/nowhere/%ff', 400, broken('/nowhere/%ff')],
    ['/things/%ed%a0%80', 400, broken('/things/%ed%a0%80')],
  ])('GET %s: %i, and the connection ends', async (path, status, msg) => {
    expect(await ask('GET', `/api/v1${path}`)).toEqual({ status, msg, isClosing: true })
  })

  it.each<[string, number]>([
    ['http://x/api/v1/things/5', 200],
    ['http://x/api/v1/things/5?a=1', 200],
    ['/api/%761/things/5', 200],
    ['//api/v1/things/5', 404],
    ['/api//v1/things/5', 404],
    ['/API/v1/things/5', 404],
    ['/api/v1?x', 404],
    ['http://x', 200],
    ['/api/v1/openapi.json', 200],
    ['/api/v1/openapi%2Ejson', 200],
    ['/api/v1/openapi.json/', 404],
  ])('%s: %i', async (target, status) => {
    expect(await ask('GET', target)).toMatchObject({ status })
  })

  it.each<[string, string, number]>([
    ['HEAD', '/things/5', 200],
    ['HEAD', '/nowhere', 404],
    ['HEAD', '/openapi.json', 200],
    ['PUT', '/things/5', 405],
    ['PATCH', '/things/5', 405],
    ['TRACE', '/things/5', 405],
    ['POST', '/nowhere', 404],
    ['POST', '/openapi.json', 405],
    ['OPTIONS', '/things/5', 204],
    ['OPTIONS', '/nowhere', 404],
    ['PROPFIND', '/things/5', 405],
    ['PROPFIND', '/nowhere', 404],
    ['LINK', '/nowhere', 404],
    ['QUERY', '/things/5', 405],
  ])('%s %s: %i', async (method, path, status) => {
    expect(await ask(method, `/api/v1${path}`)).toMatchObject({ status })
  })
})

describe('a host', () => {
  const things = '/api/v1/things/5'

  it.each<[string, string, number]>([
    [things, 'x', 200],
    [things, NOBODYS_HOST, 404],
    [`http://x${things}`, NOBODYS_HOST, 200],
    [`http://${NOBODYS_HOST}${things}`, 'x', 404],
    [`http://somebody@${NOBODYS_HOST}${things}`, 'x', 404],
    [`http://${NOBODYS_HOST}`, 'x', 404],
    [`http://${NOBODYS_HOST}?x`, 'x', 404],
    ['http://x/', NOBODYS_HOST, 200],
  ])('in the whole address wins over the header: %s, %s', async (target, host, status) => {
    expect(await ask('GET', target, [host])).toMatchObject({ status })
  })

  it.each([things, '/', '/api/v1/openapi.json'])('may be named once only: %s', async (target) => {
    for (const hosts of [
      ['x', 'y'],
      ['x', 'x'],
    ]) {
      const msg = 'There is more than one Host header'
      expect(await ask('GET', target, hosts)).toEqual({ status: 400, msg, isClosing: true })
    }
  })

  it('may be missing', async () => {
    const wire = new Wire(url)
    wire.write(`GET /api/v1/open HTTP/1.0\r\n\r\n`)
    expect((await wire.answer()).status).toBe(200)
    wire.close()
  })
})
