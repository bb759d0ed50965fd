import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { ErrorCode } from '../../../api/errors.ts'
import { type Client, createClient } from '../../../client/client.ts'
import { explains } from '../../../test/events-explain-state.ts'
import type { Person } from '../../../test/harness.ts'
import { changeRealm } from '../../../test/people.ts'
import { bomb, look, picture } from '../../../test/pictures.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

const { createBot, getOwnUser, getUsers, updateBot, uploadAvatar } = endpoints

describe('the picture of a bot', () => {
  const { server, ann, bob, gus } = useServer({ members: ['ann', 'bob'], guests: ['gus'] })
  let everyone: Record<string, Client>
  let count = 0

  beforeAll(() => {
    everyone = { Ann: ann.client, Bob: bob.client }
  })

  const png = (bytes: Uint8Array) => ({ filename: 'robot.png', type: 'image/png', bytes })
  const names = () => {
    count += 1
    return { full_name: `Robot ${count}`, short_name: `robot${count}` }
  }
  const create = async ({ client }: Person, bytes?: Uint8Array) =>
    client.call(createBot, { ...names(), ...(bytes ? { file: png(bytes) } : {}) })
  const bots = async () => (await ann.client.call(getUsers, {})).members.filter(({ is_bot }) => is_bot).length
  const shown = async (url: string) => {
    const response = await fetch(new URL(url, server.url))
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  /** Rows and bytes of all files. */
  async function stored() {
    const rows = await server.database.db.selectFrom('stored_file').select('name').execute()
    const folder = join(server.ctx.config.dataDir, 'uploads')
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    return { rows: rows.length, files: files.length }
  }

  /** A form as web clients send it. */
  async function post(person: Person, path: string, fields: Record<string, string | Blob>, method = 'POST') {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) {
      if (typeof value === 'string') form.append(name, value)
      else form.append(name, value, 'robot.png')
    }
    const authorization = `Basic ${btoa(`${person.email}:${person.apiKey}`)}`
    const response = await fetch(`${server.url}/api/v1${path}`, { method, headers: { authorization }, body: form })
    const answer = (await response.json()) as Record<string, unknown>
    return { ...answer, status: response.status } as Record<string, unknown>
  }

  test('comes with the form that creates it, in a field of any name; events explain the state', async () => {
    const file = new Blob([new Uint8Array(await picture())], { type: 'image/png' })
    let made: Record<string, unknown> = {}
    await explains(everyone, async () => {
      made = await post(ann, '/bots', { ...names(), bot_type: '1', 'file-0': file })
    })
    expect(made).toMatchObject({ status: 200, result: 'success' })
    expect(made).not.toHaveProperty('ignored_parameters_unsupported')
    const bot = server.realm.users.get(made['user_id'] as number)!
    expect(bot).toMatchObject({ avatarSource: 'U', avatarToken: expect.any(String), isBot: true })
    const { status, bytes } = await shown(made['avatar_url'] as string)
    const { metadata } = await look(bytes)
    expect([status, metadata.width, metadata.height]).toEqual([200, 100, 100])
    const client = createClient({ url: server.url, email: bot.deliveryEmail, apiKey: made['api_key'] as string })
    expect(await client.call(getOwnUser, {})).toMatchObject({ avatar_url: made['avatar_url'] })
  })

  test('may be left out, also of a form that could have one', async () => {
    const none = new Blob([], { type: 'application/octet-stream' })
    const before = await stored()
    expect((await post(ann, '/bots', names()))['avatar_url']).toContain('/generated/')
    expect((await create(ann)).avatar_url).toContain('/generated/')
    const form = new FormData()
    for (const [name, text] of Object.entries(names())) form.append(name, text)
    form.append('file', none, '')
    const authorization = `Basic ${btoa(`${ann.email}:${ann.apiKey}`)}`
    const answer = await fetch(`${server.url}/api/v1/bots`, { method: 'POST', headers: { authorization }, body: form })
    expect(await answer.json()).toMatchObject({ avatar_url: expect.stringContaining('/generated/') })
    expect(await stored()).toEqual(before)
  })

  test.each<[string, () => Uint8Array | Promise<Uint8Array>]>([
    ['is none', () => Buffer.from('hello')],
    ['cannot be decoded', () => bomb(100_000, 100_000)],
    ['is too large', () => Buffer.alloc(5 * 1_048_576 + 1)],
  ])('that %s is refused as that of a person is, and no bot is created or changed', async (_, bytes) => {
    const content = await bytes()
    const { user_id: bot_id } = await create(ann)
    const [there, before] = [await bots(), await stored()]
    const refusal = await ann.client.call(uploadAvatar, { file: png(content) }).catch((error) => error)
    const { message, code } = refusal as { message: string; code: ErrorCode }
    await refused(create(ann, content), message, { code })
    const wanted = { bot_id, full_name: 'New name', file: png(content) }
    await refused(ann.client.call(updateBot, wanted), message, { code })
    expect(await bots()).toBe(there)
    expect(server.realm.users.get(bot_id)?.fullName).not.toBe('New name')
    expect(await stored()).toEqual(before)
  })

  test('is one', async () => {
    const file = new Blob([new Uint8Array(await picture())], { type: 'image/png' })
    const there = await bots()
    const refusal = { status: 400, msg: 'You may only upload one file at a time' }
    expect(await post(ann, '/bots', { ...names(), 'file-0': file, 'file-1': file })).toMatchObject(refusal)
    expect(await bots()).toBe(there)
  })

  test('is not kept if the bot cannot be created', async () => {
    const before = await stored()
    const file = png(await picture())
    await refused(gus.client.call(createBot, { ...names(), file }), 'Insufficient permission')
    const taken = { full_name: 'Robot', short_name: 'robot1', file }
    await refused(ann.client.call(createBot, taken), 'Username already in use')
    expect(await stored()).toEqual(before)
  })

  test('can be chosen where people may not change their own', async () => {
    await changeRealm(server, { avatar_changes_disabled: true })
    expect((await create(ann, await picture())).avatar_url).not.toContain('/generated/')
    await changeRealm(server, { avatar_changes_disabled: false })
  })

  test('is replaced by those who manage the bot, with either method; events explain the state', async () => {
    const { user_id: bot_id, avatar_url: first } = await create(ann, await picture())
    const before = await stored()
    const change = { bot_id, full_name: 'Rosie', file: png(await picture('jpeg', 60, 60)) }
    const told = await explains(everyone, () => ann.client.call(updateBot, change))
    const person = { user_id: bot_id, avatar_source: 'U', avatar_version: 2 }
    expect(told['Bob']).toMatchObject([{ person: { full_name: 'Rosie' } }, { type: 'realm_user', person }])
    const file = new Blob([new Uint8Array(await picture('webp'))])
    // Browsers post a form that names the method, after the file.
    const posted = await post(ann, `/bots/${bot_id}`, { 'file-0': file, method: 'PATCH' })
    const url = server.realm.users.get(bot_id)!.avatarToken!
    expect(posted).toMatchObject({ status: 200, avatar_url: expect.stringContaining(url), full_name: 'Rosie' })
    expect((await shown(posted['avatar_url'] as string)).status).toBe(200)
    expect((await shown(first)).status).toBe(404)
    expect(await stored()).toEqual(before)
    await refused(bob.client.call(updateBot, change), 'Insufficient permission')
    expect(await post(ann, `/bots/${bot_id}`, { 'file-0': file })).toMatchObject({ status: 405 })
    expect(await stored()).toEqual(before)
  })

  test('stays if a change has no file', async () => {
    const { user_id: bot_id, avatar_url } = await create(ann, await picture())
    expect(await ann.client.call(updateBot, { bot_id, full_name: 'Same face' })).toMatchObject({ avatar_url })
    expect(await post(ann, `/bots/${bot_id}`, { full_name: 'Same' }, 'PATCH')).toMatchObject({ avatar_url })
    expect(await post(ann, `/bots/${bot_id}`, { method: 'DELETE' })).toMatchObject({ status: 200 })
  })
})
