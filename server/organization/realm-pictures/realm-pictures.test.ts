import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Client } from '../../../client/client.ts'
import { explains } from '../../../test/events-explain-state.ts'
import { overtaken } from '../../../test/overtaken.ts'
import { administrator, changeAccount, moderator } from '../../../test/people.ts'
import { picture } from '../../../test/pictures.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'
import { ROLE } from '../../kernel/realm-state/user.ts'

const { uploadRealmIcon, deleteRealmIcon, getRealmIcon, uploadRealmLogo, deleteRealmLogo, getRealmLogo } = endpoints

/** The same operations for each of the three pictures. */
const KINDS = {
  icon: {
    what: 'icon',
    source: 'G',
    upload: async (client: Client, file: File) => (await client.call(uploadRealmIcon, { file })).icon_url,
    remove: async (client: Client) => (await client.call(deleteRealmIcon, {})).icon_url,
    get: async (client: Client) => (await client.call(getRealmIcon, {})).icon_url,
  },
  logo: {
    what: 'logo',
    source: 'D',
    upload: async (client: Client, file: File) => (await client.call(uploadRealmLogo, { file })).logo_url,
    remove: async (client: Client) => (await client.call(deleteRealmLogo, {})).logo_url,
    get: async (client: Client) => (await client.call(getRealmLogo, {})).logo_url,
  },
  night_logo: {
    what: 'logo',
    source: 'D',
    upload: async (client: Client, file: File) => (await client.call(uploadRealmLogo, { file, night: true })).logo_url,
    remove: async (client: Client) => (await client.call(deleteRealmLogo, { night: true })).logo_url,
    get: async (client: Client) => (await client.call(getRealmLogo, { night: true })).logo_url,
  },
} as const
interface File {
  readonly filename: string
  readonly type: string
  readonly bytes: Uint8Array
}
const kinds = Object.keys(KINDS) as (keyof typeof KINDS)[]
const file = (bytes: Uint8Array): File => ({ filename: 'x.png', type: 'image/png', bytes })

describe('the icon and the logos of an organization', () => {
  const { server, alice, bob, gus } = useServer({ administrators: ['alice'], members: ['bob'], guests: ['gus'] })

  const shown = async (url: string) => {
    const response = await fetch(new URL(url, server.url))
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  const stored = async () => {
    const rows = await server.database.db.selectFrom('stored_file').select('state').execute()
    const folder = join(server.ctx.config.dataDir, 'uploads')
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    return { states: rows.map(({ state }) => state), files: files.length }
  }
  const register = () => bob.client.call(endpoints.registerQueue, { fetch_event_types: ['realm'] })

  test.each(kinds)('%s: a generated one at first, which everybody can load', async (kind) => {
    const url = await KINDS[kind].get(gus.client)
    expect(await register()).toMatchObject({ [`realm_${kind}_url`]: url, [`realm_${kind}_source`]: KINDS[kind].source })
    const { status, bytes } = await shown(url)
    expect(status).toBe(200)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 100, height: 100 })
  })

  test.each(kinds)(
    '%s: is uploaded, replaced and deleted; everybody gets events, and no file stays behind',
    async (kind) => {
      const { upload, remove, get, source } = KINDS[kind]
      const everyone = { Bob: bob.client, Gus: gus.client }
      const first = await get(bob.client)
      const told = await explains(everyone, async () => upload(alice.client, file(await picture('png', 1600, 50))))
      const url = await get(bob.client)
      expect(url).not.toBe(first)
      for (const person of ['Bob', 'Gus'])
        expect(told[person]).toEqual([
          {
            id: expect.any(Number),
            type: 'realm',
            op: 'update_dict',
            property: kind,
            data: { [`${kind}_url`]: url, [`${kind}_source`]: 'U' },
          },
        ])
      const { width, height } = await sharp((await shown(url)).bytes).metadata()
      expect([width, height]).toEqual(kind === 'icon' ? [100, 100] : [800, 25])
      await explains(everyone, async () => upload(alice.client, file(await picture('jpeg', 40, 30))))
      expect((await shown(url)).status).toBe(404)
      expect(await stored()).toEqual({ states: ['claimed'], files: 1 })
      const removed = await explains(everyone, () => remove(alice.client))
      expect(removed['Bob']).toMatchObject([{ data: { [`${kind}_source`]: source } }])
      expect(await stored()).toEqual({ states: [], files: 0 })
      const { seq } = server.realm
      await remove(alice.client)
      expect(server.realm.seq).toBe(seq)
    },
  )

  test.each(kinds)('%s: only administrators change it', async (kind) => {
    const { upload, remove } = KINDS[kind]
    const { client: mona } = await moderator(server, `Mona ${kind}`)
    const refusal = { code: 'UNAUTHORIZED_PRINCIPAL' } as const
    for (const client of [mona, bob.client, gus.client]) {
      const text = 'Must be an organization administrator'
      await refused(upload(client, file(await picture())), text, refusal)
      await refused(remove(client), text, refusal)
    }
    expect(await stored()).toEqual({ states: [], files: 0 })
  })

  test('somebody who loses the role while the picture waits changes nothing, and leaves no file', async () => {
    const ada = await administrator(server, 'Ada')
    const bytes = await picture()
    const demoted = () => changeAccount(server, ada.id, { role: ROLE.member })
    const uploading = overtaken(server, demoted, () => KINDS.icon.upload(ada.client, file(bytes)))
    await refused(uploading, 'Must be an organization administrator', { code: 'UNAUTHORIZED_PRINCIPAL' })
    expect(await stored()).toEqual({ states: [], files: 0 })
  })

  test.each(kinds)('%s: what is no picture is refused', async (kind) => {
    const { upload, what } = KINDS[kind]
    const client = alice.client
    await refused(upload(client, file(Buffer.from('hello'))), 'Invalid image format', { code: 'BAD_IMAGE' })
    await refused(
      upload(client, file(Buffer.alloc(5 * 1_048_576 + 1))),
      'Uploaded file is larger than the allowed limit of 5 MiB',
    )
    const answer = await fetch(`${server.url}/api/v1/realm/${what}`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${alice.email}:${alice.apiKey}`)}` },
      body: new FormData(),
    })
    expect(await answer.json()).toMatchObject({ code: 'BAD_REQUEST', msg: `You must upload exactly one ${what}.` })
  })

  test('the icon is on the page to sign in, and a picture of another organization is not there', async () => {
    const settings = await bob.client.call(endpoints.getServerSettings, {})
    expect(settings.realm_icon).toBe(await KINDS.icon.get(bob.client))
    const url = await KINDS.icon.upload(alice.client, file(await picture()))
    expect((await shown(url)).status).toBe(200)
    expect((await shown(url.replace(`/${server.realm.id}/`, `/${server.realm.id + 1}/`))).status).toBe(404)
    for (const name of ['x', 'a'.repeat(40), '..%2f..%2fsecret', `${'a'.repeat(40)}-medium`])
      expect((await shown(`/user_avatars/${server.realm.id}/realm/${name}.png`)).status).toBe(404)
  })
})
