import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { breaches } from '../../../test/breaches.ts'
import { explains } from '../../../test/events-explain-state.ts'
import { fillDisk } from '../../../test/full-disk.ts'
import type { Person } from '../../../test/harness.ts'
import { MULTIPART, multipart } from '../../../test/multipart.ts'
import { bomb, picture } from '../../../test/pictures.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

const { checkThumbnailStatus, getAttachments, registerQueue, removeAttachment } = endpoints
const { renderMessage, sendMessage, uploadFile } = endpoints

describe('uploads', () => {
  const { server, ann, bob, gus } = useServer({
    members: ['ann', 'bob'],
    guests: ['gus'],
    channel: 'lunch',
    env: { PARLEY_UPLOAD_QUOTA_MIB: '1' },
  })

  afterEach(async () => {
    for (const person of [ann, bob, gus])
      for (const { id } of await list(person)) await person.client.call(removeAttachment, { attachment_id: id })
  })

  const upload = ({ client }: Person, bytes: Uint8Array | string, filename = 'soup.txt', type = 'text/plain') =>
    client.call(uploadFile, { filename: { filename, type, bytes: Buffer.from(bytes) } })
  const list = async ({ client }: Person) => (await client.call(getAttachments, {})).attachments
  const space = async ({ client }: Person) => (await client.call(getAttachments, {})).upload_space_used
  const basic = (person: Person) => ({ authorization: `Basic ${btoa(`${person.email}:${person.apiKey}`)}` })
  const get = (path: string, person: Person, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(server.url + path, { method, headers: { ...basic(person), ...headers } })
  const post = async (body: Buffer) => {
    const headers = { ...basic(ann), 'content-type': MULTIPART }
    return (
      await fetch(`${server.url}/api/v1/user_uploads`, { method: 'POST', headers, body: new Uint8Array(body) })
    ).json()
  }
  const hasThumbnail = async (person: Person, url: string) => {
    const [, , realm, ...rest] = url.split('/')
    const args = { realm_id_str: Number(realm), filename: rest.join('/') }
    return (await person.client.call(checkThumbnailStatus, args)).has_thumbnail
  }
  /** Rows and bytes of all files. */
  async function stored() {
    const rows = await server.database.db.selectFrom('stored_file').select('name').execute()
    const folder = join(server.ctx.config.dataDir, 'uploads')
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    return [rows.length, files.length]
  }

  test('are stored under an address that cannot be guessed; their owner gets an event, and nobody else', async () => {
    let url = ''
    const told = await explains({ Ann: ann.client, Bob: bob.client }, async () => {
      const answer = await upload(ann, 'tomato', 'Soup of  the—day (1).txt')
      url = answer.url
      expect(answer).toEqual({ uri: url, url, filename: 'Soup of  the—day (1).txt' })
    })
    expect(url).toMatch(new RegExp(`^/user_uploads/${server.realm.id}/[0-9a-f]{40}/Soup-of-theday-1.txt$`))
    const attachment = {
      name: 'Soup of  the—day (1).txt',
      path_id: url.slice('/user_uploads/'.length),
      size: 6,
      message_ids: [],
    }
    expect(told['Ann']).toMatchObject([{ type: 'attachment', op: 'add', attachment, upload_space_used: 6 }])
    expect(told['Bob']).toEqual([])
    expect(await list(ann)).toMatchObject([attachment])
    expect(await list(bob)).toEqual([])
    expect(await space(bob)).toBe(6)
    expect(await (await get(url, ann)).text()).toBe('tomato')
  })

  test('are removed by their owner only, with their bytes', async () => {
    const before = await stored()
    const { url } = await upload(ann, await picture(), 'cat.png')
    const [{ id } = { id: 0 }] = await list(ann)
    for (const [person, wanted] of [
      [bob, id],
      [ann, 999_999],
    ] as const)
      await refused(person.client.call(removeAttachment, { attachment_id: wanted }), 'Invalid attachment')
    const told = await explains({ Ann: ann.client, Bob: bob.client }, () =>
      ann.client.call(removeAttachment, { attachment_id: id }),
    )
    expect(told['Ann']).toMatchObject([{ type: 'attachment', op: 'remove', attachment: { id }, upload_space_used: 0 }])
    expect(told['Bob']).toEqual([])
    expect((await get(url, ann)).status).toBe(404)
    expect(await stored()).toEqual(before)
  })

  test('are removed with a valid key only', async () => {
    await upload(ann, 'tomato')
    const [{ id } = { id: 0 }] = await list(ann)
    const { realm, ctx } = server
    const wrong = { ...realm.users.get(ann.id)!, apiKeySealed: ctx.secret.sealKey('x'.repeat(32)) }
    const stranger = server.clientFor(wrong)
    await refused(stranger.call(removeAttachment, { attachment_id: id }), 'Invalid API key', {
      code: 'UNAUTHORIZED',
      status: 401,
    })
    expect(await list(ann)).toHaveLength(1)
  })

  test('are one file at a time, and not none', async () => {
    expect(await post(multipart({ name: 'x', content: 'y' }))).toMatchObject({
      msg: 'You must specify a file to upload',
    })
    const file = { filename: 'a.txt', content: 'a' }
    const msg = 'You may only upload one file at a time'
    expect(await post(multipart(file, file))).toMatchObject({ msg, code: 'BAD_REQUEST' })
    expect(await list(ann)).toEqual([])
  })

  test('are limited by the quota of the organization, which register tells', async () => {
    const before = await stored()
    await upload(ann, Buffer.alloc(1_048_576))
    await refused(upload(bob, 'x'), "Upload would exceed your organization's upload quota.", {
      code: 'REALM_UPLOAD_QUOTA',
    })
    const [{ id } = { id: 0 }] = await list(ann)
    await ann.client.call(removeAttachment, { attachment_id: id })
    await upload(bob, 'x')
    expect((await bob.client.call(registerQueue, { fetch_event_types: ['realm'] })).realm_upload_quota_mib).toBe(1)
    expect((await stored())[0]).toBe(before[0]! + 1)
  })

  test.each([
    ['evil.html', '<script>alert(1)</script>'],
    ['evil.xhtml', '<html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>'],
    ['evil.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['evil.xml', '<?xml-stylesheet href="data:text/xsl,x"?><x/>'],
    ['evil.js', 'alert(1)'],
    ['evil.css', '@import url(https://evil.example)'],
    ['evil.png.html', '<script>alert(1)</script>'],
    ['evil.html.', '<script>alert(1)</script>'],
    ['evil.png', '<script>alert(1)</script>'],
    ['evil.gif', 'GIF89a/*<script>alert(1)</script>*/=1'],
    ['evil.pdf', '%PDF-1.4 <script>'],
    ['evil.swf', 'FWS'],
    ['evil', '<script>alert(1)</script>'],
  ])('that could run in a browser are only downloaded: %s', async (name, text) => {
    const { url } = await upload(ann, text, name, 'text/html')
    const { headers } = await get(url, ann)
    expect(headers.get('content-type')).toBe('application/octet-stream')
    expect(headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''${name}`)
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('that are pictures have a type by their bytes, and a thumbnail', async () => {
    const { url } = await upload(ann, await picture('png', 1000, 500), 'big.html', 'text/html')
    const shown = await get(url, ann)
    expect(shown.headers.get('content-type')).toBe('image/png')
    expect(shown.headers.get('content-disposition')).toContain('inline')
    expect(await hasThumbnail(ann, url)).toBe(true)
    const path = url.replace('/user_uploads/', '/user_uploads/thumbnail/')
    const thumbnail = await get(`${path}/840x560.webp`, ann)
    expect(thumbnail.headers.get('content-type')).toBe('image/webp')
    expect((await thumbnail.arrayBuffer()).byteLength).toBeGreaterThan(0)
    for (const format of ['840x560-anim.webp', '1x1.webp'])
      expect((await get(`${path}/${format}`, ann)).status).toBe(404)
  })

  test('in a format that browsers do not show get a copy that they do, which messages name', async () => {
    const { url } = await upload(ann, await picture('tiff', 1000, 500), 'scan.tiff')
    const path = url.replace('/user_uploads/', '/user_uploads/thumbnail/')
    const copy = await get(`${path}/4032x3024.webp`, ann)
    expect([copy.status, copy.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const { rendered } = await ann.client.call(renderMessage, { content: `[scan](${url})` })
    expect(rendered).toContain('data-original-dimensions="1000x500" data-transcoded-image="4032x3024.webp"')
    const { url: png } = await upload(ann, await picture('png', 20, 10), 'cat.png')
    const none = png.replace('/user_uploads/', '/user_uploads/thumbnail/')
    expect((await get(`${none}/4032x3024.webp`, ann)).status).toBe(404)
    expect(await breaches(server)).toEqual([])
  })

  test('that are pictures and pages at once are shown as pictures only, and their thumbnails are pictures alone', async () => {
    const page = '<script>alert(1)</script>'
    const { url } = await upload(ann, Buffer.concat([await picture('png', 20, 10), Buffer.from(page)]), 'both.html')
    const { headers } = await get(url, ann)
    expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual(['image/png', 'nosniff'])
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    const path = url.replace('/user_uploads/', '/user_uploads/thumbnail/')
    expect(await (await get(`${path}/840x560.webp`, ann)).text()).not.toContain('script')
    const { url: text } = await upload(ann, page, 'evil.txt', 'text/html')
    const shown = (await get(text, ann)).headers
    expect(shown.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(shown.get('x-content-type-options')).toBe('nosniff')
  })

  test('have names that cannot break the header which tells them', async () => {
    for (const filename of ['a"b.txt', "a'b;c.txt", 'a\\b.txt', 'ä.txt']) {
      const { url } = await upload(ann, 'x', filename)
      const disposition = (await get(encodeURI(url), ann)).headers.get('content-disposition')
      expect(disposition).toMatch(/^inline; filename\*=UTF-8''[\w.%-]+$/)
    }
  })

  test('leave nothing behind when the disk is full; others are still read, and the next one succeeds', async () => {
    const { url } = await upload(ann, 'tomato')
    const before = await stored()
    const freeDisk = fillDisk(server.ctx.config.dataDir, 3)
    try {
      await expect(upload(ann, 'potato')).rejects.toMatchObject({ status: 507 })
      expect(await (await get(url, ann)).text()).toBe('tomato')
    } finally {
      freeDisk()
    }
    expect(await stored()).toEqual(before)
    expect(await list(ann)).toHaveLength(1)
    await upload(ann, 'potato')
  })

  test('that only claim to be pictures, or are bombs, have none', async () => {
    const { url } = await upload(ann, Buffer.from('\x89PNG\r\n\x1a\nnot really', 'latin1'), 'false.png')
    expect(await hasThumbnail(ann, url)).toBe(false)
    const { url: bombed } = await upload(ann, bomb(50_000, 50_000), 'bomb.png')
    expect(await hasThumbnail(ann, bombed)).toBe(false)
    expect((await get(bombed, ann)).headers.get('content-disposition')).toContain('attachment')
  })

  test('are downloaded at an address of their own', async () => {
    const { url } = await upload(ann, 'tomato')
    expect((await get(url, ann)).headers.get('content-disposition')).toBe("inline; filename*=UTF-8''soup.txt")
    const { headers } = await get(url.replace('/user_uploads/', '/user_uploads/download/'), ann)
    expect(headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''soup.txt")
  })

  test('are read in parts, and by HEAD', async () => {
    const { url } = await upload(ann, 'tomato')
    const part = async (range: string) => {
      const response = await get(url, ann, { range })
      return [
        response.status,
        response.headers.get('content-range'),
        response.status === 416 || (await response.text()),
      ]
    }
    expect(await part('bytes=1-3')).toEqual([206, 'bytes 1-3/6', 'oma'])
    expect(await part('bytes=4-')).toEqual([206, 'bytes 4-5/6', 'to'])
    expect(await part('bytes=-2')).toEqual([206, 'bytes 4-5/6', 'to'])
    expect(await part('bytes=0-99')).toEqual([206, 'bytes 0-5/6', 'tomato'])
    expect(await part('bytes=6-')).toEqual([416, 'bytes */6', true])
    expect(await part('bytes=3-1')).toEqual([416, 'bytes */6', true])
    expect(await part('lines=1-2')).toEqual([200, null, 'tomato'])
    const head = await get(url, ann, {}, 'HEAD')
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '6', ''])
    expect((await get(url, bob, {}, 'HEAD')).status).toBe(404)
  })

  test('may be uploaded by guests, and have names in any language', async () => {
    const { url } = await upload(gus, 'žluťoučký', 'Žluťoučký kůň.txt')
    expect(url).toContain('/Žluťoučký-kůň.txt')
    expect(await (await get(encodeURI(url), gus)).text()).toBe('žluťoučký')
    const content = `[horse](${url})`
    await gus.client.call(sendMessage, { type: 'direct', to: `[${bob.id}]`, content })
    expect(await (await get(encodeURI(url), bob)).text()).toBe('žluťoučký')
    expect((await list(gus))[0]!.message_ids).toHaveLength(1)
  })
})
