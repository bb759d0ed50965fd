import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { TestClock } from '../../../test/clock.ts'
import { explains } from '../../../test/events-explain-state.ts'
import type { Person } from '../../../test/harness.ts'
import { changeAccount, changeChannel, changeRealm } from '../../../test/people.ts'
import { picture } from '../../../test/pictures.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

const { checkThumbnailStatus, deleteMessage, getAttachments, getFileTemporaryUrl, getMessage, getMessages } = endpoints
const { removeAttachment, sendMessage, subscribe, uploadFile } = endpoints

describe('a file', () => {
  const clock = new TestClock()
  const { server, ann, bob, cho, gus } = useServer({
    members: ['ann', 'bob'],
    outsiders: ['cho'],
    guests: ['gus'],
    channel: 'lunch',
    clock,
    env: { PARLEY_TRUSTED_PROXIES: '127.0.0.1' },
  })
  let secret: number

  beforeAll(async () => {
    await ann.client.call(subscribe, { subscriptions: [{ name: 'secret' }], principals: [ann.id, bob.id] })
    secret = server.channelId('secret')
    await changeChannel(server, secret, { invite_only: true, history_public_to_subscribers: true })
  })

  const upload = async ({ client }: Person, name = 'cat.png') => {
    const bytes = await picture('png', 80, 60)
    return (await client.call(uploadFile, { filename: { filename: name, type: 'image/png', bytes } })).url
  }
  const basic = (person: Person | null): Record<string, string> =>
    person ? { authorization: `Basic ${btoa(`${person.email}:${person.apiKey}`)}` } : {}
  const pathOf = (url: string) => {
    const [, , realm, ...rest] = url.split('/')
    return { realm_id_str: Number(realm), filename: rest.join('/') }
  }
  const status = async (url: string, person: Person | null, method = 'GET') =>
    (await fetch(server.url + url, { method, headers: basic(person) })).status
  /** Says whether every address of the file returns it to this person, or none does. */
  async function reads(url: string, person: Person): Promise<boolean> {
    const under = (folder: string) => url.replace('/user_uploads/', `/user_uploads/${folder}/`)
    const addresses = [url, under('download'), `${under('thumbnail')}/840x560.webp`]
    const found = await Promise.all([
      ...addresses.flatMap((address) => [status(address, person), status(address, person, 'HEAD')]),
      ...[getFileTemporaryUrl, checkThumbnailStatus].map((endpoint) =>
        person.client.call(endpoint, pathOf(url)).then(
          () => 200,
          (error) => error.status,
        ),
      ),
    ])
    expect([...new Set(found)]).toHaveLength(1)
    expect([200, 404]).toContain(found[0])
    return found[0] === 200
  }
  const share = async ({ client }: Person, to: string, url: string) =>
    (await client.call(sendMessage, { type: 'channel', to, topic: 'cats', content: `[cat](${url})` })).id
  const linksOf = async ({ client }: Person, url: string) =>
    (await client.call(getAttachments, {})).attachments.find(({ path_id }) => url.endsWith(path_id))!.message_ids

  test('is for its owner alone before a message links to it', async () => {
    const url = await upload(ann)
    expect(await reads(url, ann)).toBe(true)
    for (const person of [bob, gus]) expect(await reads(url, person)).toBe(false)
    expect(await status(url, null)).toBe(404)
    expect(await status(`${url}?api_key=${ann.apiKey}`, null)).toBe(200)
    expect(await status(`${url}?api_key=${bob.apiKey}`, null)).toBe(404)
  })

  test('in a public channel is for everybody but guests; its owner gets an event', async () => {
    const url = await upload(ann)
    let id = 0
    const told = await explains({ Ann: ann.client, Bob: bob.client }, async () => {
      id = await share(ann, 'lunch', url)
    })
    const attachment = told['Ann']!.find(({ type }) => type === 'attachment')
    expect(attachment).toMatchObject({ op: 'update', attachment: { message_ids: [id] } })
    expect(told['Bob']).toMatchObject([{ type: 'message' }])
    for (const person of [bob, cho]) expect(await reads(url, person)).toBe(true)
    expect(await reads(url, gus)).toBe(false)
    expect(await status(url, null)).toBe(404)
  })

  test('in a direct message is for those who got it', async () => {
    const url = await upload(ann)
    await ann.client.call(sendMessage, { type: 'direct', to: `[${gus.id}]`, content: server.ctx.config.url + url })
    expect(await reads(url, gus)).toBe(true)
    for (const person of [bob, cho]) expect(await reads(url, person)).toBe(false)
  })

  test('in a private channel is for its readers, as long as they are', async () => {
    const url = await upload(ann)
    await share(ann, 'secret', url)
    expect(await reads(url, bob)).toBe(true)
    expect(await reads(url, cho)).toBe(false)
    await server.ctx.transact(server.realm.id, async (tx) => {
      const { unsubscribeUsers } = await import('../../channels/unsubscribe-users.ts')
      await unsubscribeUsers(tx, tx.realm.channels.get(secret)!, [tx.realm.users.get(bob.id)!])
    })
    expect(await reads(url, bob)).toBe(false)
    await ann.client.call(subscribe, { subscriptions: [{ name: 'secret' }], principals: [cho.id] })
    expect(await reads(url, cho)).toBe(true)
    await changeChannel(server, secret, { history_public_to_subscribers: false })
    expect(await reads(url, cho)).toBe(false)
    await changeChannel(server, secret, { history_public_to_subscribers: true })
  })

  test('is shared only by somebody who may read it', async () => {
    const url = await upload(ann)
    const id = await share(bob, 'lunch', url)
    expect(await linksOf(ann, url)).toEqual([])
    expect(await reads(url, bob)).toBe(false)
    const own = await share(ann, 'lunch', url)
    const again = await share(cho, 'lunch', `${server.ctx.config.url}${url}`)
    expect(await linksOf(ann, url)).toEqual([own, again])
    expect(id).toBeLessThan(own)
    await share(ann, 'lunch', url.replace('cat.png', 'dog.png'))
    expect(await linksOf(ann, url)).toEqual([own, again])
  })

  test('in a web-public channel is for visitors, until the channel is not web-public any more', async () => {
    await changeRealm(server, { enable_spectator_access: true })
    const url = await upload(ann)
    await share(ann, 'lunch', url)
    const lunch = server.channelId('lunch')
    expect(await status(url, null)).toBe(404)
    await changeChannel(server, lunch, { is_web_public: true })
    expect(await status(url, null)).toBe(200)
    expect(await reads(url, gus)).toBe(true)
    await changeChannel(server, lunch, { is_web_public: false })
    expect(await status(url, null)).toBe(404)
    await changeRealm(server, { enable_spectator_access: false })
  })

  test('is read by visitors at most a thousand times a day', async () => {
    await changeRealm(server, { enable_spectator_access: true })
    const [url, other] = [await upload(ann), await upload(ann)]
    for (const one of [url, other]) await share(ann, 'lunch', one)
    const lunch = server.channelId('lunch')
    await changeChannel(server, lunch, { is_web_public: true })
    const visit = async (one: string, n: number) => {
      const headers = { 'x-forwarded-for': `203.0.113.${n}` }
      return (await fetch(server.url + one, { method: 'HEAD', headers })).status
    }
    for (let n = 0; n < 20; n += 1)
      expect(new Set(await Promise.all(Array.from({ length: 50 }, () => visit(url, n))))).toEqual(new Set([200]))
    expect([await visit(url, 99), await visit(other, 99), await reads(url, bob)]).toEqual([429, 200, true])
    clock.pass(86_400)
    expect(await visit(url, 99)).toBe(200)
    await changeChannel(server, lunch, { is_web_public: false })
    await changeRealm(server, { enable_spectator_access: false })
  })

  test('is gone for readers with its message, in parts and by an address that they have, too', async () => {
    const url = await upload(ann)
    const message_id = await share(ann, 'lunch', url)
    const part = async () => (await fetch(server.url + url, { headers: { ...basic(bob), range: 'bytes=0-3' } })).status
    const { url: temporary } = await bob.client.call(getFileTemporaryUrl, pathOf(url))
    expect([await part(), await status(temporary, null), await reads(url, bob)]).toEqual([206, 200, true])
    await ann.client.call(deleteMessage, { message_id })
    expect([await part(), await status(temporary, null), await reads(url, bob)]).toEqual([404, 404, false])
    expect(await reads(url, ann)).toBe(true)
  })

  test('follows its message into a private channel', async () => {
    const url = await upload(ann)
    const message_id = await share(ann, 'lunch', url)
    expect([await reads(url, bob), await reads(url, cho)]).toEqual([true, true])
    await server.owner.call(endpoints.subscribe, { subscriptions: [{ name: 'lunch' }] })
    await ann.client.call(subscribe, {
      subscriptions: [{ name: 'vault' }],
      invite_only: true,
      principals: [ann.id, server.ownerId],
    })
    const stream_id = server.channelId('vault')
    await server.owner.call(endpoints.updateMessage, { message_id, stream_id, propagate_mode: 'change_one' })
    expect([await reads(url, bob), await reads(url, cho), await reads(url, ann)]).toEqual([false, false, true])
  })

  test('that its owner removed is gone for everybody, and messages keep their links', async () => {
    const url = await upload(ann)
    const message_id = await share(ann, 'lunch', url)
    const { attachments } = await ann.client.call(getAttachments, {})
    await ann.client.call(removeAttachment, { attachment_id: attachments.at(-1)!.id })
    for (const person of [ann, bob]) expect(await reads(url, person)).toBe(false)
    expect((await bob.client.call(getMessage, { message_id })).message.content).toContain(url)
  })

  test.each([
    'x',
    '1/x',
    `1/${'0'.repeat(40)}/cat.png`,
    `1/${'0'.repeat(40)}/../../secret`,
    '%2e%2e%2f%2e%2e%2fsecret',
  ])('at the guessed path %s does not exist', async (path) => {
    expect(await status(`/user_uploads/${path}`, ann)).toBe(404)
    expect(await status(`/api/v1/user_uploads/${server.realm.id}/${path}`, ann)).toBe(404)
  })

  test('has a temporary address for a minute, while its reader may read it', async () => {
    const url = await upload(ann)
    await share(ann, 'lunch', url)
    const grant = async () => (await bob.client.call(getFileTemporaryUrl, pathOf(url))).url
    const temporary = await grant()
    expect(await status(temporary, null)).toBe(200)
    expect(await status(temporary.replace(/-([0-9a-f])([0-9a-f]{63})\//, '-$2$1/'), null)).toBe(404)
    expect(await status(temporary.replace(`-${bob.id}-`, `-${ann.id}-`), null)).toBe(404)
    clock.pass(59)
    expect(await status(temporary, null)).toBe(200)
    clock.pass(1)
    expect(await status(temporary, null)).toBe(404)
    const later = await grant()
    await changeAccount(server, bob.id, { is_active: false })
    expect(await status(later, null)).toBe(404)
    await changeAccount(server, bob.id, { is_active: true })
    await refused(gus.client.call(getFileTemporaryUrl, pathOf(url)), 'File not found', { status: 404 })
  })

  test('that is a picture is shown in messages, and found by has:image and has:attachment', async () => {
    const url = await upload(ann)
    const id = await share(ann, 'lunch', url)
    const { message } = await bob.client.call(getMessage, { message_id: id })
    expect(message.content).toContain(
      `<img data-original-content-type="image/png" data-original-dimensions="80x60" src="${url.replace('/user_uploads/', '/user_uploads/thumbnail/')}/840x560.webp">`,
    )
    for (const operand of ['image', 'attachment']) {
      const { messages } = await bob.client.call(getMessages, {
        anchor: 'newest',
        num_before: 1,
        num_after: 0,
        narrow: [{ operator: 'has', operand, negated: false }],
      })
      expect(messages.map((one) => one.id)).toEqual([id])
    }
  })

  test('is shared by a scheduled message when it is sent', async () => {
    const url = await upload(ann)
    await ann.client.call(endpoints.createScheduledMessage, {
      type: 'direct',
      to: [bob.id],
      content: `[cat](${url})`,
      scheduled_delivery_timestamp: Math.floor(clock.now() / 1000) + 60,
    })
    expect(await reads(url, bob)).toBe(false)
    clock.pass(60)
    await server.runJobs()
    expect(await reads(url, bob)).toBe(true)
  })

  test('is shared once by a message that is sent twice with the same key', async () => {
    const url = await upload(ann)
    const send = () =>
      fetch(`${server.url}/api/v1/messages`, {
        method: 'POST',
        headers: { ...basic(ann), 'idempotency-key': 'cat once' },
        body: new URLSearchParams({ type: 'channel', to: '"lunch"', topic: 'cats', content: `[cat](${url})` }),
      }).then((response) => response.json() as Promise<{ id: number }>)
    const [first, second, third] = [await send(), await send(), await send()]
    expect([second.id, third.id]).toEqual([first.id, first.id])
    expect(await linksOf(ann, url)).toEqual([first.id])
  })
})
