import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Event } from '../../../api/events/index.ts'
import type { Client } from '../../../client/client.ts'
import { explains } from '../../../test/events-explain-state.ts'
import { fillDisk } from '../../../test/full-disk.ts'
import type { Person } from '../../../test/harness.ts'
import { overtaken } from '../../../test/overtaken.ts'
import { bot, changeAccount, changeRealm, moderator } from '../../../test/people.ts'
import { bomb, FORMATS, look, picture } from '../../../test/pictures.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'
import { deactivateUser } from '../../accounts/deactivation/deactivate-user.ts'

const { uploadAvatar, deleteAvatar, getUsers, getOwnUser, registerQueue } = endpoints

describe('the picture of an account', () => {
  const { server, ann, bob, ada, gus } = useServer({
    members: ['ann', 'bob'],
    administrators: ['ada'],
    guests: ['gus'],
  })

  const upload = (client: Client, bytes: Uint8Array, filename = 'me.png', type = 'image/png') =>
    client.call(uploadAvatar, { file: { filename, type, bytes } })
  const fetched = async (url: string) => {
    const response = await fetch(new URL(url, server.url))
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  const isThere = async (url: string) => (await fetched(url)).status === 200
  const version = ({ id }: Person) => server.realm.users.get(id)!.avatarVersion
  /** Rows and bytes of all files. */
  async function stored() {
    const rows = await server.database.db.selectFrom('stored_file').select('state').execute()
    const folder = join(server.ctx.config.dataDir, 'uploads')
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    return { states: rows.map(({ state }) => state), files: files.length }
  }
  const personIn = (events: readonly Event[] | undefined) =>
    events?.map((event) => (event.type === 'realm_user' && event.op === 'update' ? event.person : event.type))

  test('is generated at first, different for each person and always the same', async () => {
    const shown = async (person: Person) => (await person.client.call(getOwnUser, {})).avatar_url
    const { members } = await ann.client.call(getUsers, {})
    expect(members.find(({ user_id }) => user_id === bob.id)?.avatar_url).toBe(await shown(bob))
    const [first, again, other] = [await shown(ann), await shown(ann), await shown(bob)].map(fetched)
    expect((await first!).bytes.equals((await again!).bytes)).toBe(true)
    expect((await first!).bytes.equals((await other!).bytes)).toBe(false)
    const { metadata } = await look((await first!).bytes)
    expect([metadata.format, metadata.width, metadata.height]).toEqual(['png', 100, 100])
  })

  describe('is uploaded', () => {
    test.each(FORMATS)('as %s, and shown in both sizes', async (format) => {
      const before = version(ann)
      const { avatar_url } = await upload(ann.client, await picture(format))
      const state = await ann.client.call(registerQueue, { fetch_event_types: ['realm_user'] })
      expect(state).toMatchObject({ avatar_url, avatar_source: 'U' })
      expect(avatar_url).toMatch(new RegExp(`\\?version=${before + 1}$`))
      const sizes = await Promise.all(
        [avatar_url, state.avatar_url_medium!].map(async (url) => (await look((await fetched(url)).bytes)).metadata),
      )
      expect(sizes.map(({ format: as, width, height }) => [as, width, height])).toEqual([
        ['png', 100, 100],
        ['png', 500, 500],
      ])
    })

    test('by members, guests, moderators and bots alike', async () => {
      const mia = await moderator(server, 'Mia')
      const robot = await bot(server, 'Robot', ann)
      for (const { client } of [ann, gus, mia, ada, robot]) await upload(client, await picture())
    })

    test('and everyone gets an event with the new addresses', async () => {
      const watchers = { Olivia: server.owner, Ann: ann.client, Bob: bob.client, Gus: gus.client }
      let avatar_url = ''
      const events = await explains(watchers, async () => {
        avatar_url = (await upload(ann.client, await picture())).avatar_url
      })
      const change = {
        user_id: ann.id,
        avatar_url,
        avatar_source: 'U',
        avatar_url_medium: avatar_url.replace('.png', '-medium.png'),
        avatar_version: version(ann),
      }
      for (const received of Object.values(events)) expect(personIn(received)).toEqual([change])
    })

    test('and the old picture and the uploaded file are removed', async () => {
      const before = await upload(bob.client, await picture())
      const { files } = await stored()
      const after = await upload(bob.client, await picture('jpeg'))
      expect(after.avatar_url).not.toBe(before.avatar_url)
      expect(await isThere(before.avatar_url)).toBe(false)
      expect(await isThere(before.avatar_url.replace('.png', '-medium.png'))).toBe(false)
      expect(await isThere(after.avatar_url)).toBe(true)
      expect(await stored()).toMatchObject({ files })
      expect(new Set((await stored()).states)).toEqual(new Set(['claimed']))
    })

    test('twice at once: one picture stays, and nothing of the other is left', async () => {
      const { files } = await stored()
      const bytes = await picture()
      const answers = await Promise.all([1, 2, 3].map(() => upload(bob.client, bytes)))
      const there = await Promise.all(answers.map(({ avatar_url }) => isThere(avatar_url)))
      expect(there.filter(Boolean)).toHaveLength(1)
      expect(await stored()).toMatchObject({ files })
    })

    test('at an address that cannot be guessed', async () => {
      const { avatar_url } = await upload(ann.client, await picture())
      expect(avatar_url).toMatch(new RegExp(`^/user_avatars/${server.realm.id}/[0-9a-f]{40}\\.png\\?version=\\d+$`))
    })
  })

  describe('is refused, and nothing changes,', () => {
    const BAD_IMAGE = { code: 'BAD_IMAGE', status: 400 } as const

    async function isUnchanged(work: () => Promise<unknown>) {
      const before = { version: version(ann), stored: await stored() }
      await work()
      expect({ version: version(ann), stored: await stored() }).toEqual(before)
    }

    test('when it is not a picture, whatever its name', async () => {
      const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
      await isUnchanged(async () => {
        await refused(upload(ann.client, svg, 'me.svg', 'image/svg+xml'), 'Invalid image format', BAD_IMAGE)
        await refused(upload(ann.client, svg, 'me.png.svg', 'image/png'), 'Invalid image format', BAD_IMAGE)
        await refused(upload(ann.client, Buffer.from('<script>'), 'me.gif.html'), 'Invalid image format', BAD_IMAGE)
      })
    })

    test('when it cannot be decoded, is truncated or has too many pixels', async () => {
      const whole = await picture('png', 800, 600)
      await isUnchanged(async () => {
        const wrong = 'Could not decode image; did you upload an image file?'
        await refused(upload(ann.client, whole.subarray(0, 20)), wrong, BAD_IMAGE)
        await refused(upload(ann.client, whole.subarray(0, 2_000)), 'Image is corrupted or truncated', BAD_IMAGE)
        await refused(upload(ann.client, bomb(50_000, 50_000)), 'Image size exceeds limit.', BAD_IMAGE)
      })
    })

    test('when it is larger than 5 MiB, the limit in register', async () => {
      const { max_avatar_file_size_mib } = await ann.client.call(registerQueue, { fetch_event_types: ['realm'] })
      expect(max_avatar_file_size_mib).toBe(5)
      const large = Buffer.concat([await picture(), Buffer.alloc(5 * 1_048_576)])
      const text = 'Uploaded file is larger than the allowed limit of 5 MiB'
      await isUnchanged(() => refused(upload(ann.client, large), text))
      await upload(ann.client, large.subarray(0, 5 * 1_048_576))
    })

    test('when there is not exactly one file', async () => {
      const text = 'You must upload exactly one avatar.'
      const { email, apiKey } = ann
      const send = async (form: FormData) => {
        const headers = { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` }
        const response = await fetch(`${server.url}/api/v1/users/me/avatar`, { method: 'POST', headers, body: form })
        return { status: response.status, ...((await response.json()) as object) }
      }
      const form = new FormData()
      form.set('client', 'website')
      const wrong = { status: 400, result: 'error', code: 'BAD_REQUEST', msg: text }
      await isUnchanged(async () => {
        expect(await send(form)).toEqual(wrong)
        for (const name of ['file', 'other']) form.set(name, new Blob([new Uint8Array(await picture())]), 'me.png')
        expect(await send(form)).toEqual(wrong)
      })
    })

    test('when changes are disabled, except for administrators', async () => {
      const text = 'Avatar changes are disabled in this organization.'
      await changeRealm(server, { avatar_changes_disabled: true })
      const bytes = await picture()
      await isUnchanged(async () => {
        await refused(upload(ann.client, bytes), text)
        await refused(ann.client.call(deleteAvatar, {}), text)
      })
      await upload(ada.client, bytes)
      await ada.client.call(deleteAvatar, {})
      const state = await ann.client.call(registerQueue, { fetch_event_types: ['realm'] })
      expect(state).toMatchObject({ realm_avatar_changes_disabled: true, server_avatar_changes_disabled: false })
      await changeRealm(server, { avatar_changes_disabled: false })
      await upload(ann.client, bytes)
    })

    test('when changes were disabled during the upload', async () => {
      const bytes = await picture()
      const text = 'Avatar changes are disabled in this organization.'
      const forbid = () => changeRealm(server, { avatar_changes_disabled: true })
      await isUnchanged(() =>
        refused(
          overtaken(server, forbid, () => upload(ann.client, bytes)),
          text,
        ),
      )
      await changeRealm(server, { avatar_changes_disabled: false })
      await isUnchanged(() =>
        refused(
          overtaken(server, forbid, () => ann.client.call(deleteAvatar, {})),
          text,
        ),
      )
      await changeRealm(server, { avatar_changes_disabled: false })
    })

    test('when the disk is full, and the old picture is still shown', async () => {
      const { avatar_url } = await upload(ann.client, await picture())
      const bytes = await picture('jpeg')
      // No space at all, and space for each file except the largest, which is written last.
      for (const bytesLeft of [0, 1_000]) {
        const freeDisk = fillDisk(server.ctx.config.dataDir, bytesLeft)
        try {
          const full = { status: 507, code: 'INTERNAL_SERVER_ERROR' }
          await isUnchanged(() => expect(upload(ann.client, bytes)).rejects.toMatchObject(full))
          expect(await isThere(avatar_url)).toBe(true)
        } finally {
          freeDisk()
        }
      }
      await upload(ann.client, bytes)
    })

    test('without credentials, and for a deactivated account', async () => {
      const zoe = await server.person('Zoe')
      const user = server.realm.users.get(zoe.id)!
      await server.ctx.transact(server.realm.id, (tx) => deactivateUser(tx, user))
      await expect(upload(zoe.client, await picture())).rejects.toMatchObject({ status: 401 })
      await expect(zoe.client.call(deleteAvatar, {})).rejects.toMatchObject({ status: 401 })
    })
  })

  describe('is deleted', () => {
    test('and everyone sees the generated one again', async () => {
      const generated = `/user_avatars/${server.realm.id}/generated/${ann.id}`
      const { avatar_url: before } = await upload(ann.client, await picture())
      const watchers = { Olivia: server.owner, Ann: ann.client, Gus: gus.client }
      const events = await explains(watchers, async () => {
        const { avatar_url } = await ann.client.call(deleteAvatar, {})
        expect(avatar_url).toBe(`${generated}.png?version=${version(ann)}`)
      })
      const change = {
        user_id: ann.id,
        avatar_url: `${generated}.png?version=${version(ann)}`,
        avatar_source: 'J',
        avatar_url_medium: `${generated}-medium.png?version=${version(ann)}`,
        avatar_version: version(ann),
      }
      for (const received of Object.values(events)) expect(personIn(received)).toEqual([change])
      expect(await isThere(before)).toBe(false)
    })

    test('without an event when there is none', async () => {
      await ann.client.call(deleteAvatar, {})
      const before = version(ann)
      const events = await explains({ Bob: bob.client }, () => ann.client.call(deleteAvatar, {}))
      expect(events).toEqual({ Bob: [] })
      expect(version(ann)).toBe(before)
    })

    test('in favour of the external service, if the organization uses it; hidden addresses stay hidden', async () => {
      await changeRealm(server, { default_avatar_source: 'G' })
      const watchers = { Olivia: server.owner, Ann: ann.client, Bob: bob.client, Gus: gus.client }
      for (const email_address_visibility of [1, 3, 4]) {
        await upload(ann.client, await picture())
        await changeAccount(server, ann.id, { email_address_visibility })
        const events = await explains(watchers, () => ann.client.call(deleteAvatar, {}))
        const urls = Object.entries(events).map(([name, received]) => {
          const [person] = personIn(received) as { avatar_url: string; avatar_url_medium: string }[]
          expect(person!.avatar_url_medium).toBe(`${person!.avatar_url}&s=500`)
          return [name, person!.avatar_url]
        })
        const { Olivia, Ann, Bob, Gus } = Object.fromEntries(urls)
        expect(Bob).toBe(Gus)
        expect(Bob === Ann).toBe(email_address_visibility === 1)
        expect(Olivia === Ann).toBe(email_address_visibility !== 4)
      }
      await changeRealm(server, { default_avatar_source: 'J' })
      await changeAccount(server, ann.id, { email_address_visibility: 1 })
    })

    test('by a form that can only POST', async () => {
      await upload(ann.client, await picture())
      const form = new FormData()
      form.set('method', 'DELETE')
      const headers = { authorization: `Basic ${btoa(`${ann.email}:${ann.apiKey}`)}` }
      await fetch(`${server.url}/api/v1/users/me/avatar`, { method: 'POST', headers, body: form })
      expect(server.realm.users.get(ann.id)).toMatchObject({ avatarSource: 'J', avatarToken: null })
    })
  })
})
