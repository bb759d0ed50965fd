import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { type Person, startTestServer } from '../../../test/harness.ts'
import { opened } from '../../../test/opened.ts'
import { openObjectStorage } from '../../../test/outside/object-storage.ts'
import { picture } from '../../../test/pictures.ts'
import { usePeople } from '../../../test/use-server.ts'
import { openFileStore } from '../../kernel/files/open-store.ts'
import { checkFiles } from '../../operations/fsck/check-files.ts'

const { getAttachments, removeAttachment, sendMessage, uploadAvatar, uploadFile } = endpoints

describe('a server with object storage', () => {
  const storage = opened(openObjectStorage)
  const server = opened(() => {
    const { endpoint, region, bucket, accessKeyId, secretAccessKey } = storage.settings
    return startTestServer({
      env: {
        PARLEY_S3_ENDPOINT: endpoint!,
        PARLEY_S3_REGION: region,
        PARLEY_S3_BUCKET: bucket,
        PARLEY_S3_ACCESS_KEY_ID: accessKeyId,
        PARLEY_S3_SECRET_ACCESS_KEY: secretAccessKey,
      },
    })
  })
  const { ann, bob } = usePeople(server, { members: ['ann', 'bob'] })

  const ask = (person: Person, path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
    fetch(new URL(path, server.url), {
      ...init,
      headers: { authorization: `Basic ${btoa(`${person.email}:${person.apiKey}`)}`, ...headers },
    })
  const list = async () => (await ann.client.call(getAttachments, {})).attachments
  const clear = async () => {
    for (const { id } of await list()) await ann.client.call(removeAttachment, { attachment_id: id })
  }

  test('serves uploads from there, whole and in parts, with the same headers and access as from the disk', async () => {
    const bytes = await picture('png', 1000, 500)
    const { url } = await ann.client.call(uploadFile, { filename: { filename: 'cat.png', type: 'image/png', bytes } })
    const whole = await ask(ann, url)
    expect(whole.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(Buffer.from(await whole.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true)
    const part = await ask(ann, url, { range: 'bytes=1-3' })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      `bytes 1-3/${bytes.length}`,
      'PNG',
    ])
    const head = await ask(ann, url, {}, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, `${bytes.length}`])
    const thumbnail = `${url.replace('/user_uploads/', '/user_uploads/thumbnail/')}/840x560.webp`
    expect((await ask(ann, thumbnail)).status).toBe(200)
    expect((await ask(bob, url)).status).toBe(404)
    await ann.client.call(sendMessage, { type: 'direct', to: `[${bob.id}]`, content: `[cat](${url})` })
    expect((await ask(bob, url)).status).toBe(200)
    expect(readdirSync(server.ctx.config.dataDir)).not.toContain('uploads')
    await clear()
    expect([...storage.objects.keys()]).toEqual([])
    expect((await ask(ann, url)).status).toBe(404)
  })

  test('joins the pieces of a resumable upload there', async () => {
    const tus = { 'Tus-Resumable': '1.0.0' }
    const created = await ask(ann, '/api/v1/tus', { ...tus, 'Upload-Length': '6' }, { method: 'POST' })
    const path = new URL(created.headers.get('location')!).pathname
    const send = (offset: number, body: string) =>
      ask(
        ann,
        path,
        { ...tus, 'Upload-Offset': `${offset}`, 'Content-Type': 'application/offset+octet-stream' },
        { method: 'PATCH', body },
      )
    expect((await send(0, 'tom')).status).toBe(204)
    expect(storage.objects.size).toBe(1)
    const { url } = (await (await send(3, 'ato')).json()) as { url: string }
    expect(await (await ask(ann, url)).text()).toBe('tomato')
    expect(storage.objects.size).toBe(1)
    await clear()
  })

  test('keeps pictures of people there', async () => {
    const file = { filename: 'me.png', type: 'image/png', bytes: await picture() }
    const { avatar_url } = await ann.client.call(uploadAvatar, { file })
    expect((await fetch(new URL(avatar_url, server.url))).status).toBe(200)
    expect(storage.objects.size).toBe(2)
  })

  test('answers with an error while the storage refuses, keeps nothing, and goes on afterwards', async () => {
    const filename = { filename: 'a.txt', type: 'text/plain', bytes: Buffer.from('tomato') }
    const before = storage.objects.size
    storage.isFull = true
    await expect(ann.client.call(uploadFile, { filename })).rejects.toMatchObject({ status: 500 })
    storage.isFull = false
    expect([await list(), storage.objects.size]).toEqual([[], before])
    const { url } = await ann.client.call(uploadFile, { filename })
    expect(await (await ask(ann, url)).text()).toBe('tomato')
  })

  test('finds nothing wrong with its files', async () => {
    const found = []
    for await (const finding of checkFiles(server.database.db, openFileStore(server.ctx.config))) found.push(finding)
    expect(found).toEqual([])
  })
})
