import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { RealmEmoji } from '../../../api/objects/realm.ts'
import type { Client } from '../../../client/client.ts'
import { TestClock } from '../../../test/clock.ts'
import { explains } from '../../../test/events-explain-state.ts'
import { type Person, startTestServer } from '../../../test/harness.ts'
import { MULTIPART, multipart } from '../../../test/multipart.ts'
import { overtaken } from '../../../test/overtaken.ts'
import { administrator, bot, changeAccount, changeRealm } from '../../../test/people.ts'
import { animated, bomb, FORMATS, look, picture, wide } from '../../../test/pictures.ts'
import { watchEvents } from '../../../test/queues/queue-requests.ts'
import { seesCapability } from '../../../test/record-coverage.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'
import { MAX_EMOJI, MAX_NEW_EMOJI_PER_DAY } from './access.ts'

const { uploadCustomEmoji, deactivateCustomEmoji, getCustomEmoji, registerQueue } = endpoints

describe('custom emoji', () => {
  const { server, ann, bob, ada, gus } = useServer({
    members: ['ann', 'bob'],
    administrators: ['ada'],
    guests: ['gus'],
  })
  let everyone: Record<string, Client>

  beforeAll(() => {
    everyone = { Olivia: server.owner, Ann: ann.client, Gus: gus.client }
  })

  const fileOf = (bytes: Uint8Array) => ({ filename: 'emoji.png', type: 'image/png', bytes })
  const upload = async (emoji_name: string, by: Person = ann, bytes?: Buffer) =>
    by.client.call(uploadCustomEmoji, { emoji_name, filename: fileOf(bytes ?? (await picture())) })
  const deactivate = (emoji_name: string, by: Person = ann) => by.client.call(deactivateCustomEmoji, { emoji_name })
  const list = async (client: Client = bob.client) => (await client.call(getCustomEmoji, {})).emoji
  const allNamed = async (name: string) => Object.values(await list()).filter((emoji) => emoji.name === name)
  const named = async (name: string): Promise<RealmEmoji> => (await allNamed(name)).at(-1)!
  const fetched = async (url: string) => {
    const response = await fetch(new URL(url, server.url))
    return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  const states = async () =>
    (await server.database.db.selectFrom('stored_file').select('state').execute()).map(({ state }) => state)

  describe('are uploaded', () => {
    test.each(FORMATS)('as %s, and become a small PNG', async (format) => {
      await upload(`from_${format}`, ann, await picture(format, 80, 40))
      const emoji = await named(`from_${format}`)
      expect(emoji).toEqual({
        id: expect.stringMatching(/^\d+$/),
        name: `from_${format}`,
        source_url: expect.stringMatching(
          new RegExp(`^/user_avatars/${server.realm.id}/emoji/images/[0-9a-f]{40}\\.png$`),
        ),
        still_url: null,
        deactivated: false,
        author_id: ann.id,
      })
      const { status, headers, bytes } = await fetched(emoji.source_url)
      expect([status, headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
        200,
        'image/png',
        'nosniff',
      ])
      const { metadata } = await look(bytes)
      expect([metadata.format, metadata.width, metadata.height]).toEqual(['png', 64, 64])
    })

    test('whole: what is not square gets transparent edges', async () => {
      await upload('wide', ann, await wide())
      const { bytes } = await fetched((await named('wide')).source_url)
      const colours = await Promise.all([0.05, 0.5, 0.95].map(async (x) => (await look(bytes, x, 0.5)).colour))
      expect(colours).toEqual(['blue', 'red', 'blue'])
      expect((await look(bytes)).metadata.hasAlpha).toBe(true)
    })

    test('animated ones stay animated and have a still picture', async () => {
      await upload('dance', ann, await animated())
      const emoji = await named('dance')
      expect(emoji.source_url).toMatch(/\.gif$/)
      expect(emoji.still_url).toMatch(/\/still\/[0-9a-f]{40}\.png$/)
      const moving = await fetched(emoji.source_url)
      expect([moving.status, moving.headers.get('content-type')]).toEqual([200, 'image/gif'])
      const { metadata } = await look(moving.bytes)
      expect([metadata.format, metadata.width, metadata.height, metadata.pages]).toEqual(['gif', 64, 64, 2])
      const still = await look((await fetched(emoji.still_url!)).bytes)
      expect([still.metadata.format, still.metadata.width, still.colour]).toEqual(['png', 64, 'red'])
    })

    test('under a name without spaces', async () => {
      await upload(' party parrot ')
      expect(await named('party_parrot')).toMatchObject({ name: 'party_parrot' })
    })

    test('and events explain the state', async () => {
      const told = await explains(everyone, () => upload('explained'))
      expect(told['Gus']).toMatchObject([{ type: 'realm_emoji', op: 'add', emoji: await named('explained') }])
    })

    test('by those who may add them, and not by others', async () => {
      await changeRealm(server, {}, { can_add_custom_emoji_group: 'role:administrators' })
      await refused(upload('not_mine'), 'Insufficient permission')
      await upload('by_ada', ada)
      await changeRealm(server, {}, { can_add_custom_emoji_group: 'role:members' })
      await upload('by_ann')
      await upload('by_a_bot', await bot(server, 'Helper', ann))
      await refused(upload('by_gus', gus), 'Not allowed for guest users')
    })

    test('over a built-in emoji by administrators only', async () => {
      for (const name of ['octopus', 'service'])
        await refused(upload(name), 'Only administrators can override built-in emoji.')
      await upload('octopus', ada)
    })

    test('but the permission may be lost meanwhile; then nothing is kept', async () => {
      const before = await states()
      const uploading = overtaken(
        server,
        () => changeAccount(server, bob.id, { role: 600 }),
        () => upload('too_late', bob),
      )
      await refused(uploading, 'Not allowed for guest users')
      await changeAccount(server, bob.id, { role: 400 })
      expect(await states()).toEqual(before)
    })
  })

  describe('are refused', () => {
    test.each([
      ['   ', 'Emoji name is missing'],
      ['Party', 'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.'],
      ['ol\u00e9', 'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.'],
      ['a.b', 'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.'],
      ['party_', 'Emoji names must end with either a letter or digit.'],
      ['-', 'Emoji names must end with either a letter or digit.'],
    ])('with the name %j', async (name, msg) => {
      await refused(upload(name), msg)
    })

    test('with a name that another active one has', async () => {
      await upload('taken')
      await refused(upload('taken', ada), 'A custom emoji with this name already exists.')
    })

    test('when two are uploaded at once, one of them, and its file is removed', async () => {
      const results = await Promise.allSettled([upload('contested', ann), upload('contested', bob)])
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      expect(await allNamed('contested')).toHaveLength(1)
      expect((await states()).filter((state) => state !== 'claimed')).toEqual([])
    })

    test('when they are no picture, too large a one, or a broken one', async () => {
      const before = await states()
      const bad = { code: 'BAD_IMAGE' } as const
      const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
      await refused(upload('bad', ann, svg), 'Invalid image format', bad)
      await refused(upload('bad', ann, Buffer.from('<html></html>')), 'Invalid image format', bad)
      await refused(upload('bad', ann, bomb(50_000, 50_000)), 'Image size exceeds limit.', bad)
      await refused(upload('bad', ann, bomb(40, 40)), 'Image is corrupted or truncated', bad)
      await refused(
        upload('bad', ann, Buffer.alloc(5 * 1_048_576 + 1)),
        'Uploaded file is larger than the allowed limit of 5 MiB',
      )
      expect([await states(), await allNamed('bad')]).toEqual([before, []])
    })

    test('when there is no file, there are two, or the name is too long', async () => {
      const { email, apiKey } = ann.client.options
      const post = async (body: Buffer, name = 'unsent') => {
        const response = await fetch(`${server.url}/api/v1/realm/emoji/${name}`, {
          method: 'POST',
          headers: { authorization: `Basic ${btoa(`${email}:${apiKey}`)}`, 'content-type': MULTIPART },
          body: new Uint8Array(body),
        })
        return (await response.json()) as { msg: string }
      }
      const part = { name: 'f1', filename: 'a.png', type: 'image/png', content: await picture() }
      expect(await post(multipart())).toMatchObject({ msg: 'You must upload exactly one file.' })
      expect(await post(multipart(part, { ...part, name: 'f2' }))).toMatchObject({
        msg: 'You must upload exactly one file.',
      })
      expect(await post(multipart(part), 'x'.repeat(101))).toMatchObject({
        msg: 'emoji_name is too long (limit: 100 characters)',
      })
    })

    test('when the organization has too many, or a member has added too many today', async () => {
      const clock = new TestClock()
      const other = await startTestServer({ clock })
      const [ben, abe] = [await other.person('Ben'), await administrator(other, 'Abe')]
      const plant = (authorId: number, from: number, to: number) =>
        other.database.pool.query(
          `insert into custom_emoji (realm_id, name, author_id, token, format, added_seq, created_at)
           select $1, 'emoji' || n, $2, lpad(n::text, 40, '0'), 'png', 1, $5 from generate_series($3::int, $4) n`,
          [other.realm.id, authorId, from, to, other.realm.now],
        )
      const filename = fileOf(await picture())
      // Another node reads what was planted.
      const uploadBeside = async ({ id }: Person) => {
        const beside = await startTestServer({ beside: other, clock })
        const client = await beside.clientOf(id)
        const emoji_name = `by_${id}_at_${clock.now()}`
        await client.call(uploadCustomEmoji, { emoji_name, filename }).finally(() => beside.close())
      }
      await plant(ben.id, 1, MAX_NEW_EMOJI_PER_DAY - 1)
      await uploadBeside(ben)
      await refused(uploadBeside(ben), `You can add at most ${MAX_NEW_EMOJI_PER_DAY} custom emoji a day.`)
      await plant(abe.id, MAX_NEW_EMOJI_PER_DAY + 1, MAX_NEW_EMOJI_PER_DAY * 2)
      await uploadBeside(abe)
      clock.pass(86_400)
      await uploadBeside(ben)
      await plant(abe.id, MAX_NEW_EMOJI_PER_DAY * 2 + 1, MAX_EMOJI)
      await refused(uploadBeside(abe), `An organization can have at most ${MAX_EMOJI} custom emoji.`)
      await other.close()
    })
  })

  describe('are deactivated', () => {
    test('by their author and by administrators, and by nobody else', async () => {
      await upload('made_by_ann')
      await refused(deactivate('made_by_ann', bob), 'Must be an organization administrator or emoji author')
      await refused(deactivate('made_by_ann', gus), 'Must be an organization administrator or emoji author')
      await deactivate('made_by_ann')
      await upload('also_by_ann')
      await deactivate('also_by_ann', ada)
      expect(await named('made_by_ann')).toMatchObject({ deactivated: true })
    })

    test('once; then there is none of that name', async () => {
      await upload('gone')
      await deactivate('gone')
      for (const name of ['gone', 'never_there', 'Gone', '__proto__'])
        await refused(deactivate(name), `Emoji '${name}' does not exist`, { status: 404 })
    })

    test('and events explain the state', async () => {
      await upload('short_lived')
      const { id } = await named('short_lived')
      const told = await explains(everyone, () => deactivate('short_lived'))
      expect(told['Gus']).toMatchObject([
        { type: 'realm_emoji', op: 'edit', emoji_id: id, data: { deactivated: true } },
      ])
    })

    test('and their name is free for another, while the old picture stays', async () => {
      await upload('burnt_bird')
      const old = await named('burnt_bird')
      await deactivate('burnt_bird')
      await upload('burnt_bird', bob)
      expect((await allNamed('burnt_bird')).map(({ deactivated, author_id }) => [deactivated, author_id])).toEqual([
        [true, ann.id],
        [false, bob.id],
      ])
      expect((await fetched(old.source_url)).status).toBe(200)
    })
  })

  describe('reach clients', () => {
    const watch = (individual_emoji_changes: boolean) =>
      watchEvents(bob.client, {
        event_types: ['realm_emoji'],
        client_capabilities: { notification_settings_null: false, individual_emoji_changes },
      })

    test('one by one to clients that can take it, and as a whole list to others; live and replayed alike', async () => {
      const [individual, whole] = [await watch(true), await watch(false)]
      await upload('told')
      const emoji = await named('told')
      const others = await list()
      const live = await whole()
      await deactivate('told')
      await upload('told_later')
      expect(await individual()).toMatchObject([
        { type: 'realm_emoji', op: 'add', emoji },
        { type: 'realm_emoji', op: 'edit', emoji_id: emoji.id, data: { deactivated: true } },
        { type: 'realm_emoji', op: 'add', emoji: await named('told_later') },
      ])
      const without = { ...others, [emoji.id]: { ...emoji, deactivated: true } }
      const update = { type: 'realm_emoji', op: 'update' }
      expect(live).toMatchObject([{ ...update, realm_emoji: others }])
      const lists = (await whole()).map((event) => ('realm_emoji' in event ? event.realm_emoji : null))
      expect(lists).toEqual([others, without, await list()])
      // Another node reads the rows from the log, while its memory is ahead of them.
      const beside = await startTestServer({ beside: server })
      const there = await beside.clientOf(bob.id)
      const [again, ones] = [await whole(there), await individual(there)]
      await beside.close()
      expect([again, ones]).toEqual([await whole(), await individual()])
      seesCapability('individual_emoji_changes', 'events')
    })

    test('to a client that registers, with and without the capability alike', async () => {
      const stateOf = (individual_emoji_changes: boolean) =>
        bob.client.call(registerQueue, {
          fetch_event_types: ['realm_emoji'],
          client_capabilities: { notification_settings_null: false, individual_emoji_changes },
        })
      expect((await stateOf(true)).realm_emoji).toEqual(await list())
      expect((await stateOf(false)).realm_emoji).toEqual(await list())
      expect(await list(gus.client)).toEqual(await list())
    })
  })

  test('are there after a restart', async () => {
    const beside = await startTestServer({ beside: server })
    const person = await beside.clientOf(bob.id)
    expect(await list(person)).toEqual(await list())
    await beside.close()
  })

  test('have addresses that reach nothing else', async () => {
    const { source_url: url } = await named('dance')
    const [, token] = /([0-9a-f]{40})/.exec(url)!
    const base = `/user_avatars/${server.realm.id}/emoji/images`
    for (const path of [
      `${base}/${token}.webp`,
      `${base}/${token}.html`,
      `${base}/still/${token}.gif`,
      `${base}/${token}-still.png`,
      `${base}/${'0'.repeat(40)}.png`,
      `${base}/..%2f..%2fsecret.png`,
      `/user_avatars/${server.realm.id + 1}/emoji/images/${token}.gif`,
      `/user_avatars/${server.realm.id}/${token}.png`,
    ])
      expect([path, (await fetched(path)).status]).toEqual([path, 404])
  })

  test('leave lines in the audit log', async () => {
    await upload('audited')
    await deactivate('audited', ada)
    const { rows } = await server.database.pool.query(
      'select actor_id, action, details from audit_log where target_kind = $1 and target_id = $2 order by id',
      ['emoji', (await named('audited')).id],
    )
    expect(rows).toEqual([
      { actor_id: ann.id, action: 'custom emoji added', details: { name: 'audited' } },
      { actor_id: ada.id, action: 'custom emoji deactivated', details: { name: 'audited' } },
    ])
  })
})
