import { describe, expect, it } from 'vitest'
import { createKernel, mia } from '../../../../test/http/kernel-fixture.ts'

const { app } = createKernel()
const FORM = 'application/x-www-form-urlencoded'

async function send(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'OPTIONS' | 'TRACE',
  url: string,
  payload?: string | Buffer,
  type = FORM,
) {
  const headers = payload === undefined ? mia : { ...mia, 'content-type': type }
  const response = await app.inject({
    method,
    url: `/api/v1${url}`,
    headers,
    ...(payload === undefined ? {} : { payload }),
  })
  const body = response.body === '' ? null : (response.json() as Record<string, unknown>)
  return { status: response.statusCode, body, headers: response.headers }
}

describe('methods and paths', () => {
  it('answers 405 with the allowed methods', async () => {
    const { status, body, headers } = await send('PUT', '/things/5')
    expect(status).toBe(405)
    expect(headers['allow']).toBe('DELETE, GET, HEAD, OPTIONS')
    const allowed_methods = ['DELETE', 'GET', 'HEAD', 'OPTIONS']
    expect(body).toEqual({ result: 'error', msg: 'Method Not Allowed', code: 'BAD_REQUEST', allowed_methods })
  })

  it('answers 405 to a method that no path has', async () => {
    expect((await send('TRACE', '/things/5')).status).toBe(405)
  })

  it('answers OPTIONS with only Allow', async () => {
    const { status, body, headers } = await send('OPTIONS', '/echo')
    expect([status, body, headers['allow']]).toEqual([204, null, 'OPTIONS, POST'])
  })

  it('answers 404 in JSON, also for a path that cannot be decoded', async () => {
    expect(await send('GET', '/nowhere')).toMatchObject({ status: 404, body: { result: 'error' } })
    expect(await send('GET', '/things/%zz')).toMatchObject({ status: 400, body: { result: 'error' } })
  })

  it('accepts a method in a form field of a POST only', async () => {
    expect((await send('POST', '/things/5', 'method=DELETE')).status).toBe(200)
    expect((await send('POST', '/things/5', 'method=PUT')).status).toBe(405)
    expect((await send('DELETE', '/things/5', 'method=GET')).body).not.toHaveProperty('ignored_parameters_unsupported')
  })

  it('never allows caches to store an answer', async () => {
    for (const url of ['/things/5', '/nowhere', '/things/x']) {
      const { headers } = await send('GET', url)
      expect(headers['cache-control']).toContain('no-store')
      expect(headers['vary']).toBe('Accept-Language, Accept-Encoding')
      expect(headers['content-language']).toBe('en')
      expect(headers['content-type']).toBe('application/json')
    }
  })
})

const multipart = (fields: Record<string, string>): string =>
  `${Object.entries(fields)
    .map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('')}--b--\r\n`

describe('bodies', () => {
  it('reads multipart on every endpoint', async () => {
    const payload = multipart({ text: 'grüße', flag: 'true', extra: '' })
    const { body } = await send('POST', '/echo', payload, 'multipart/form-data; boundary=b')
    expect(body).toMatchObject({ seen: { text: 'grüße', flag: true }, ignored_parameters_unsupported: ['extra'] })
  })

  it.each(['', '--b--', '--b--\r\n'])('reads a multipart form without fields: %j', async (payload) => {
    const { body } = await send('POST', '/echo', payload, 'multipart/form-data; boundary=b')
    expect(body).toMatchObject({ result: 'success', seen: { flag: false } })
  })

  it.each([
    ['Application/X-WWW-Form-Urlencoded; charset=UTF-8', 'text=a'],
    ['Multipart/Form-Data; boundary=b', multipart({ text: 'a' })],
  ])('recognises a type in any case: %s', async (type, payload) => {
    expect((await send('POST', '/echo', payload, type)).body).toMatchObject({ seen: { text: 'a' } })
  })

  it('takes no parameters from other types', async () => {
    const { body } = await send('POST', '/echo', '{"text":"x"}', 'text/plain')
    expect(body).toMatchObject({ result: 'success', seen: { flag: false } })
  })

  it.each(['application/json', 'Application/JSON; charset=utf-8', 'application/vnd.api+json'])(
    'says that a form is expected when the body is %s',
    async (type) => {
      const msg =
        'Parameters must be sent as a form (application/x-www-form-urlencoded or multipart/form-data), not as JSON.'
      const refused = await send('POST', '/echo', '{"text":"x"}', type)
      expect(refused).toMatchObject({ status: 400, body: { result: 'error', msg, code: 'BAD_REQUEST' } })
      expect(await send('DELETE', '/things/5', '{}', type)).toMatchObject({ status: 400, body: { msg } })
    },
  )

  it('accepts an empty body, whatever its type', async () => {
    expect(await send('POST', '/echo', '', 'application/json')).toMatchObject({ status: 200, body: { seen: {} } })
  })

  it.each([
    ['text=95% full', '95% full'],
    ['text=100%', '100%'],
    ['text=5%+%C3%A4%zz%4', '5% ä%zz%4'],
  ])('take a percent sign that escapes nothing as it is: %j', async (form, text) => {
    expect(await send('POST', '/echo', form)).toMatchObject({ status: 200, body: { seen: { text } } })
  })

  const part = (name: string, content: string | Buffer) =>
    Buffer.concat([
      Buffer.from(`--b\r\nContent-Disposition: form-data; name="${name}"; filename="x.txt"\r\n\r\n`),
      Buffer.from(content as string),
      Buffer.from('\r\n--b--\r\n'),
    ])

  it('take a part with a file name as text, if the operation has a parameter of that name', async () => {
    const post = (body: Buffer) => send('POST', '/echo', body, 'multipart/form-data; boundary=b')
    expect(await post(part('text', 'grüße\r\n'))).toMatchObject({ status: 200, body: { seen: { text: 'grüße\r\n' } } })
    const other = { seen: {}, ignored_parameters_unsupported: ['other'] }
    expect(await post(part('other', Buffer.from([0xff])))).toMatchObject({ status: 200, body: other })
    const broken = { msg: 'The body is not valid UTF-8', code: 'BAD_REQUEST' }
    expect(await post(part('text', Buffer.from([0xff])))).toMatchObject({ status: 400, body: broken })
    expect(await post(part('text', 'a\0b'))).toMatchObject({ status: 400 })
  })

  it.each<[string, string | Buffer, string?]>([
    ['a name twice', 'text=a&text=b'],
    ['bytes that are not UTF-8 beside a percent sign', 'text=%ff%'],
    [
      'a name twice in multipart',
      `${multipart({ text: 'a' }).slice(0, -7)}${multipart({ text: 'b' })}`,
      'multipart/form-data; boundary=b',
    ],
    ['bytes that are not UTF-8', Buffer.from([0x74, 0x65, 0x78, 0x74, 0x3d, 0xff])],
    ['escaped bytes that are not UTF-8', 'text=%ff'],
    ['an escaped lone surrogate', 'text=%ed%a0%80'],
    ['NUL', 'text=%00'],
    ['too many fields', Array.from({ length: 2000 }, (_, n) => `f${n}=1`).join('&')],
    ['multipart without a boundary', 'x', 'multipart/form-data'],
    ['multipart that breaks off', '--b\r\nContent-Dispos', 'multipart/form-data; boundary=b'],
    [
      'multipart that is not UTF-8',
      Buffer.concat([Buffer.from(multipart({ text: 'a' })), Buffer.from([0xff])]),
      'multipart/form-data; boundary=b',
    ],
  ])('refuses %s', async (_, payload, type) => {
    const { status, body } = await send('POST', '/echo', payload, type)
    expect([status, body?.['result'], body?.['code']]).toEqual([400, 'error', 'BAD_REQUEST'])
  })

  describe('have at most a thousand fields', () => {
    const some = (count: number) => Array.from({ length: count }, (_, n): [string, string] => [`f${n}`, '1'])
    const forms: [string, string, (fields: [string, string][]) => string][] = [
      ['application/x-www-form-urlencoded', 'a form', (fields) => new URLSearchParams(fields).toString()],
      ['multipart/form-data; boundary=b', 'multipart', (fields) => multipart(Object.fromEntries(fields))],
      [
        'multipart/form-data; boundary=b',
        'multipart with a preamble',
        (fields) => `x\r\n${multipart(Object.fromEntries(fields))}`,
      ],
    ]

    it.each(forms)('%s: %s', async (type, _, write) => {
      const sendSome = (count: number) => send('POST', '/echo', write(some(count)), type)
      expect((await sendSome(1_000)).body?.['ignored_parameters_unsupported']).toHaveLength(1_000)
      const refused = { result: 'error', msg: 'Too many parameters (limit: 1000)', code: 'BAD_REQUEST' }
      for (const count of [1_001, 1_002, 12_000]) expect((await sendSome(count)).body).toEqual(refused)
    })

    it('counting a file like any other field', async () => {
      const file = (n: number) => `--b\r\nContent-Disposition: form-data; name="f${n}"; filename="x"\r\n\r\n\r\n`
      const payload = `${Array.from({ length: 12_000 }, (_, n) => file(n)).join('')}--b--\r\n`
      const { body } = await send('POST', '/echo', payload, 'multipart/form-data; boundary="b"')
      expect(body).toMatchObject({ msg: 'Too many parameters (limit: 1000)' })
    })
  })

  it('refuses a body over the limit', async () => {
    const { status, body } = await send('POST', '/echo', `text=${'x'.repeat(1_100_000)}`)
    expect([status, body?.['code']]).toEqual([413, 'BAD_REQUEST'])
  })

  it('refuses a broken query', async () => {
    expect((await send('GET', '/things/5?a=%ff')).status).toBe(400)
    expect((await send('GET', '/things/5?a=1&a=2')).status).toBe(400)
  })

  it('treats names of Object properties as ordinary names', async () => {
    const { body } = await send('POST', '/echo', '__proto__=1&constructor=2&toString=3')
    expect(body?.['ignored_parameters_unsupported']).toEqual(['__proto__', 'constructor', 'toString'])
  })
})

describe('when something goes wrong', () => {
  it.each([
    ['bug', 500, 'Internal server error', 'INTERNAL_SERVER_ERROR'],
    ['database away', 503, 'The server is busy, try again shortly', 'REQUEST_TIMEOUT'],
    ['pool exhausted', 503, 'The server is busy, try again shortly', 'REQUEST_TIMEOUT'],
    ['busy', 503, 'The server is busy, try again shortly', 'REQUEST_TIMEOUT'],
    ['disk full', 507, 'The server has no disk space left', 'INTERNAL_SERVER_ERROR'],
  ])('%s: a JSON answer with the request id and no internal details', async (how, status, msg, code) => {
    const quiet = createKernel({ strict: false })
    const response = await quiet.app.inject({ url: `/api/v1/breaks?how=${encodeURIComponent(how)}`, headers: mia })
    const body = response.json() as Record<string, unknown>
    expect([response.statusCode, body['msg'], body['code']]).toEqual([status, msg, code])
    expect(body['request_id']).toBe(response.headers['x-request-id'])
    expect(response.body).not.toContain('secret detail')
    expect(response.headers['retry-after']).toBe(status === 503 ? '2' : undefined)
  })

  it('in tests, reports the error that the endpoint does not declare', async () => {
    const { status, body } = await send('GET', '/breaks?how=not%20declared')
    expect(status).toBe(500)
    expect(body?.['detail']).toContain('does not declare the error REACTION_ALREADY_EXISTS')
  })

  it('in tests, reports the result that the endpoint does not declare', async () => {
    const { status, body } = await send('GET', '/breaks?how=wrong%20shape')
    expect(status).toBe(500)
    expect(body?.['detail']).toContain('returns a result that it does not declare')
  })
})

describe('an answer that the handler writes itself', () => {
  it.each([
    ['text', 200, { id: 5 }],
    ['pieces', 200, { id: 5 }],
    ['throws', 400, { msg: 'No.' }],
    ['fails', 400, { msg: 'No.' }],
  ])('%s', async (how, status, body) => {
    expect(await send('GET', `/raw?how=${how}`)).toMatchObject({ status, body })
  })

  it('lists ignored parameters as well', async () => {
    expect((await send('GET', '/raw?how=text&x=1')).body).toEqual({
      result: 'success',
      msg: '',
      id: 5,
      ignored_parameters_unsupported: ['x'],
    })
  })
})

describe('the log', () => {
  it('contains only the beginning of a very long path', async () => {
    const lines: string[] = []
    const logged = createKernel({ log: (line) => lines.push(line) })
    await logged.app.inject({ url: `/=${'a.'.repeat(45_000)}` })
    const { path } = JSON.parse(lines.find((line) => line.includes('a.a.')) ?? '') as { path: string }
    expect(path).toMatch(/^\/=[a.]{400,500}… \[cut\]$/)
  })

  it('contains the request, but neither query, body nor credentials', async () => {
    const lines: string[] = []
    const logged = createKernel({ log: (line) => lines.push(line), strict: false })
    await logged.app.inject({ url: '/api/v1/breaks?how=bug&key=hush-query', headers: mia })
    const headers = { ...mia, 'content-type': FORM }
    await logged.app.inject({ method: 'POST', url: '/api/v1/echo', headers, payload: 'text=hush-body' })
    const text = lines.join('')
    expect(JSON.parse(lines.find((line) => line.includes('/echo')) ?? '')).toMatchObject({
      method: 'POST',
      path: '/api/v1/echo',
      status: 200,
      requestId: expect.any(String),
    })
    for (const hush of ['hush-query', 'hush-body', mia.authorization]) expect(text).not.toContain(hush)
  })
})
