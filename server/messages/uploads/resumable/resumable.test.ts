import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../../api/endpoints/index.ts'
import { breaches } from '../../../../test/breaches.ts'
import { TestClock } from '../../../../test/clock.ts'
import { explains } from '../../../../test/events-explain-state.ts'
import { fillDisk } from '../../../../test/full-disk.ts'
import { type Person, startTestServer } from '../../../../test/harness.ts'
import { changeAccount } from '../../../../test/people.ts'
import { picture } from '../../../../test/pictures.ts'
import { useServer } from '../../../../test/use-server.ts'
import { removeUnusedAttachments } from '../remove-unused.ts'

const { checkThumbnailStatus, getAttachments, removeAttachment } = endpoints
const MIB = 1_048_576
const BYTES = 'application/offset+octet-stream'

describe('a resumable upload', () => {
  const clock = new TestClock()
  const { server, ann, bob } = useServer({
    members: ['ann', 'bob'],
    clock,
    env: { PARLEY_UPLOAD_QUOTA_MIB: '40', PARLEY_MAX_FILE_UPLOAD_SIZE_MIB: '20' },
  })

  const basic = (person: Person) => `Basic ${btoa(`${person.email}:${person.apiKey}`)}`
  const ask = (
    method: string,
    address: string,
    person: Person | null,
    headers: Record<string, string> = {},
    body?: Buffer,
  ) =>
    fetch(new URL(address, server.url), {
      method,
      headers: { 'Tus-Resumable': '1.0.0', ...(person ? { authorization: basic(person) } : {}), ...headers },
      ...(body ? { body: new Uint8Array(body) } : {}),
    })
  const create = (person: Person | null, length: number | string, filename = 'soup.txt', extra = {}) =>
    ask('POST', '/api/v1/tus', person, {
      'Upload-Length': `${length}`,
      'Upload-Metadata': `filename ${btoa(filename)},filetype ${btoa('text/plain')}`,
      ...extra,
    })
  /** The path of a new upload. */
  const begin = async (person: Person, length: number, filename?: string) => {
    const response = await create(person, length, filename)
    expect(response.status).toBe(201)
    return new URL(response.headers.get('location')!).pathname
  }
  const send = (person: Person, path: string, offset: number, body: string | Buffer, extra = {}) =>
    ask('PATCH', path, person, { 'Upload-Offset': `${offset}`, 'Content-Type': BYTES, ...extra }, Buffer.from(body))
  const offsetOf = async (person: Person, path: string) => {
    const response = await ask('HEAD', path, person)
    return response.ok ? Number(response.headers.get('upload-offset')) : response.status
  }
  const urlOf = async (response: Response) => {
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
    return ((await response.json()) as { url: string }).url
  }
  const read = async (person: Person, url: string) =>
    (await fetch(server.url + encodeURI(url), { headers: { authorization: basic(person) } })).text()
  const list = async ({ client }: Person) => (await client.call(getAttachments, {})).attachments
  const pieces = async () => {
    const rows = await server.database.db.selectFrom('stored_file').select('name').execute()
    return rows.filter(({ name }) => name.includes('/part/')).length
  }
  const clear = async (person: Person) => {
    for (const { id } of await list(person)) await person.client.call(removeAttachment, { attachment_id: id })
  }

  test('arrives in several requests and becomes an attachment, of which its owner gets an event', async () => {
    const path = await begin(ann, 6, 'Soup of  the day.txt')
    expect(path).toMatch(/^\/api\/v1\/tus\/[0-9a-f]{40}$/)
    let url = ''
    const told = await explains({ Ann: ann.client, Bob: bob.client }, async () => {
      const first = await send(ann, path, 0, 'tom')
      expect([first.status, first.headers.get('upload-offset'), await first.text()]).toEqual([204, '3', ''])
      expect(await offsetOf(ann, path)).toBe(3)
      expect(await list(ann)).toEqual([])
      const last = await send(ann, path, 3, 'ato')
      expect(last.headers.get('upload-offset')).toBe('6')
      expect(await last.clone().json()).toMatchObject({ result: 'success', filename: 'Soup of  the day.txt' })
      url = await urlOf(last)
    })
    expect(url).toMatch(new RegExp(`^/user_uploads/${server.realm.id}/[0-9a-f]{40}/Soup-of-the-day.txt$`))
    expect(await read(ann, url)).toBe('tomato')
    expect(told['Ann']).toMatchObject([
      { type: 'attachment', op: 'add', attachment: { size: 6, message_ids: [] }, upload_space_used: 6 },
    ])
    expect(told['Bob']).toEqual([])
    expect(await pieces()).toBe(0)
    await clear(ann)
  })

  test('is the same file whatever the requests were', async () => {
    const bytes = Buffer.alloc(17 * MIB, 'otters sing ')
    const path = await begin(ann, bytes.length)
    expect((await send(ann, path, 0, bytes.subarray(0, 9 * MIB))).status).toBe(204)
    expect(await offsetOf(ann, path)).toBe(9 * MIB)
    const url = await urlOf(await send(ann, path, 9 * MIB, bytes.subarray(9 * MIB)))
    expect((await read(ann, url)) === bytes.toString()).toBe(true)
    await clear(ann)
  })

  test('goes on at another node', async () => {
    const other = await startTestServer({ beside: server, clock })
    const path = await begin(ann, 6)
    await send(ann, path, 0, 'tom')
    const url = await urlOf(await send(ann, other.url + path, 3, 'ato'))
    expect(await read(ann, url)).toBe('tomato')
    await other.close()
    await clear(ann)
  })

  test('of a picture gets a thumbnail', async () => {
    const bytes = await picture('png', 1000, 500)
    const path = await begin(ann, bytes.length, 'big.png')
    const url = await urlOf(await send(ann, path, 0, bytes))
    const [, , realm, ...rest] = url.split('/')
    const args = { realm_id_str: Number(realm), filename: rest.join('/') }
    expect((await ann.client.call(checkThumbnailStatus, args)).has_thumbnail).toBe(true)
    await clear(ann)
  })

  test('can be created at the address with a slash too', async () => {
    const created = await ask('POST', '/api/v1/tus/', ann, { 'Upload-Length': '3' })
    expect(created.status).toBe(201)
    const { pathname } = new URL(created.headers.get('location')!)
    expect(pathname).toMatch(/^\/api\/v1\/tus\/[0-9a-f]{40}$/)
    expect(await read(ann, await urlOf(await send(ann, pathname, 0, 'tea')))).toBe('tea')
    await clear(ann)
  })

  test('of nothing is complete when it is created', async () => {
    const response = await create(ann, 0, 'empty.txt')
    expect(response.status).toBe(201)
    expect(await read(ann, ((await response.json()) as { url: string }).url)).toBe('')
    await clear(ann)
  })

  test('goes on where the connection broke: what had arrived is kept', async () => {
    const path = await begin(ann, 10)
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    const head = [
      `PATCH ${path} HTTP/1.1`,
      `Host: ${hostname}`,
      `Authorization: ${basic(ann)}`,
      'Tus-Resumable: 1.0.0',
      'Upload-Offset: 0',
      `Content-Type: ${BYTES}`,
      'Content-Length: 10',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\ntomat`)
    await expect.poll(pieces).toBe(1)
    socket.destroy()
    await expect.poll(() => offsetOf(ann, path)).toBe(5)
    expect(await read(ann, await urlOf(await send(ann, path, 5, 'o pie')))).toBe('tomato pie')
    await clear(ann)
  })

  test('tells the address again if the last answer was lost', async () => {
    const path = await begin(ann, 6)
    const url = await urlOf(await send(ann, path, 0, 'tomato'))
    expect(await offsetOf(ann, path)).toBe(6)
    expect(await urlOf(await send(ann, path, 6, ''))).toBe(url)
    expect(await list(ann)).toHaveLength(1)
    await clear(ann)
    expect(await offsetOf(ann, path)).toBe(404)
  })

  test('waits while the disk is full: nothing half-stored counts, and it goes on afterwards', async () => {
    const path = await begin(ann, 6)
    await send(ann, path, 0, 'tom')
    const freeDisk = fillDisk(server.ctx.config.dataDir, 1)
    try {
      expect((await send(ann, path, 3, 'ato')).status).toBe(507)
      expect([await offsetOf(ann, path), await pieces()]).toEqual([3, 1])
    } finally {
      freeDisk()
    }
    expect(await read(ann, await urlOf(await send(ann, path, 3, 'ato')))).toBe('tomato')
    await clear(ann)
  })

  test('takes bytes only where it stands, and not more than it has', async () => {
    const path = await begin(ann, 6)
    const status = async (...args: [number, string, object?]) => (await send(ann, path, ...args)).status
    expect(await status(1, 'x')).toBe(409)
    expect(await status(0, 'x', { 'Content-Type': 'text/plain' })).toBe(415)
    expect(await status(0, 'x', { 'Tus-Resumable': '0.2.2' })).toBe(412)
    expect(await status(0, 'x', { 'Upload-Offset': '-1' })).toBe(400)
    expect(await status(0, 'tomato soup')).toBe(413)
    const [one, other] = await Promise.all([send(ann, path, 0, 'tom'), send(ann, path, 0, 'pot')])
    expect([one.status, other.status].sort()).toEqual([204, 409])
    expect(await offsetOf(ann, path)).toBe(3)
    expect((await send(ann, path, 3, 'ato')).status).toBe(200)
    expect((await send(ann, path, 6, 'x')).status).toBe(413)
    await clear(ann)
  })

  test('is for its owner only', async () => {
    const path = await begin(ann, 6)
    for (const method of ['HEAD', 'DELETE']) expect((await ask(method, path, bob)).status).toBe(404)
    expect((await send(bob, path, 0, 'tomato')).status).toBe(404)
    for (const method of ['HEAD', 'DELETE']) expect((await ask(method, path, null)).status).toBe(401)
    expect(await (await create(null, 5)).json()).toMatchObject({ result: 'error', code: 'UNAUTHORIZED' })
    expect(await offsetOf(ann, '/api/v1/tus/x')).toBe(404)
    expect(await offsetOf(ann, `/api/v1/tus/${'0'.repeat(40)}`)).toBe(404)
    await changeAccount(server, ann.id, { is_active: false })
    expect(await offsetOf(ann, path)).toBe(401)
    await changeAccount(server, ann.id, { is_active: true })
    expect(await offsetOf(ann, path)).toBe(0)
    await ask('DELETE', path, ann)
  })

  test('can be given up, and nothing is left of it', async () => {
    const path = await begin(ann, 6)
    await send(ann, path, 0, 'tom')
    expect(await pieces()).toBe(1)
    expect((await ask('DELETE', path, ann)).status).toBe(204)
    expect([await pieces(), await offsetOf(ann, path)]).toEqual([0, 404])
    const override = { 'X-HTTP-Method-Override': 'DELETE' }
    const other = await begin(ann, 6)
    expect((await ask('POST', other, ann, override)).status).toBe(204)
    expect(await offsetOf(ann, other)).toBe(404)
  })

  test('ends after 23 hours, and nothing is left of it', async () => {
    const path = await begin(ann, 6)
    const response = await send(ann, path, 0, 'tom')
    const end = Math.floor(clock.now() / 1000) + 23 * 3_600
    expect(response.headers.get('upload-expires')).toBe(new Date(end * 1000).toUTCString())
    clock.pass(23 * 3_600 - 1)
    await removeUnusedAttachments(server.ctx)
    await server.ctx.files.sweep()
    expect(await offsetOf(ann, path)).toBe(3)
    clock.pass(1)
    expect(await offsetOf(ann, path)).toBe(404)
    await removeUnusedAttachments(server.ctx)
    expect(
      await server.database.db.selectFrom('resumable_upload').selectAll().where('received', '=', 3).execute(),
    ).toEqual([])
    clock.pass(3_601)
    await server.ctx.files.sweep()
    expect(await pieces()).toBe(0)
  })

  test('is limited in size and number, and by the quota of the organization', async () => {
    const problem = async (response: Response) => {
      const { msg, code } = (await response.json()) as { msg: string; code: string }
      return [response.status, msg, code]
    }
    expect(await problem(await create(ann, 20 * MIB + 1))).toEqual([
      413,
      'Uploaded file is larger than the allowed limit of 20 MiB',
      'BAD_REQUEST',
    ])
    for (const length of ['-1', 'x', '', '1e3', '9'.repeat(20)])
      expect(await problem(await create(ann, length))).toEqual([
        400,
        'Upload-Length must be a number of bytes',
        'BAD_REQUEST',
      ])
    const [one, two] = [await begin(ann, 20 * MIB), await begin(bob, 20 * MIB)]
    const full = [400, "Upload would exceed your organization's upload quota.", 'REALM_UPLOAD_QUOTA']
    expect(await problem(await create(ann, 1))).toEqual(full)
    await ask('DELETE', one, ann)
    await ask('DELETE', two, bob)
    const open = []
    for (let n = 0; n < 20; n += 1) open.push(await begin(ann, 1))
    expect(await problem(await create(ann, 1))).toEqual([
      400,
      'You have too many unfinished uploads (limit: 20)',
      'BAD_REQUEST',
    ])
    await ask('DELETE', await begin(bob, 1), bob)
    for (const path of open) await ask('DELETE', path, ann)
  })

  test('tells what it supports, and that other methods do not exist', async () => {
    for (const path of ['/api/v1/tus', '/api/v1/tus/x']) {
      const { status, headers } = await ask('OPTIONS', path, null, { 'Tus-Resumable': '' })
      expect(status).toBe(204)
      expect([headers.get('tus-version'), headers.get('tus-extension'), headers.get('tus-max-size')]).toEqual([
        '1.0.0',
        'creation,termination,expiration',
        String(20 * MIB),
      ])
    }
    expect((await ask('PATCH', '/api/v1/tus', ann)).status).toBe(405)
    expect((await ask('POST', `/api/v1/tus/${'0'.repeat(40)}`, ann)).status).toBe(405)
  })

  test('survives odd metadata', async () => {
    const names = ['../../../etc/passwd', 'a\0b.txt', '\xff\xfe', '\r\nSet-Cookie: x', '.', ' ']
    for (const metadata of ['', 'filename', ', ,', 'filename %%%', ...names.map((name) => `filename ${btoa(name)}`)]) {
      const response = await create(ann, 0, '', { 'Upload-Metadata': metadata })
      expect(response.status).toBe(201)
      const { url } = (await response.json()) as { url: string }
      expect(url).toMatch(/^\/user_uploads\/\d+\/[0-9a-f]{40}\/[^/]+$/)
    }
    expect((await create(ann, 0, 'x'.repeat(5_000))).status).toBe(400)
    expect((await create(ann, 0, 'x'.repeat(9_000))).status).toBe(400)
    await clear(ann)
  })

  test('answers hostile headers with 4xx', async () => {
    const path = await begin(ann, 6)
    const values = ['', 'NaN', '-0', '1e9', '0x10', '9223372036854775808', '[]', '__proto__', 'x'.repeat(5_000), 'ä']
    const headers = ['Upload-Length', 'Upload-Offset', 'X-HTTP-Method-Override', 'Content-Type', 'Tus-Resumable']
    const right = { 'Upload-Length': '6', 'Upload-Offset': '0', 'Content-Type': BYTES }
    for (const name of headers)
      for (const value of values) {
        const hostile = { ...right, [name]: value }
        for (const [method, address] of [
          ['POST', '/api/v1/tus'],
          ['PATCH', path],
        ] as const) {
          const { status } = await ask(method, address, ann, hostile, Buffer.from('tomato!'))
          const isBegun = method === 'POST' && status === 201
          expect(isBegun || (status >= 400 && status < 500), `${method} ${name}: ${value} ${status}`).toBe(true)
          await server.database.db.deleteFrom('resumable_upload').where('token', '<>', path.slice(-40)).execute()
        }
      }
    expect(await offsetOf(ann, path)).toBe(0)
    await ask('DELETE', path, ann)
  })

  test('leaves nothing that fsck complains about', async () => {
    expect(await breaches(server)).toEqual([])
  })
})
