import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/harness.ts'
import { look } from '../../../test/pictures.ts'
import type { Chunks } from '../../kernel/files/file-store.ts'
import { SYSTEM_BOTS } from '../../kernel/realm-state/system-bots.ts'
import { populate } from './populate.ts'
import type { PopulateReport } from './report.ts'
import { bareOrganization, openKeys } from './testing.ts'

describe('populate', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let realmId: number
  let report: PopulateReport
  const stored = new Map<string, Buffer>()

  beforeAll(async () => {
    database = await createTestDatabase()
    realmId = await bareOrganization(database.db)
    const store = {
      async write(name: string, source: Chunks) {
        const bytes = Buffer.concat(await Readable.from(source).toArray())
        stored.set(name, bytes)
        return { size: bytes.length, sha256: '' }
      },
    }
    report = await populate(database.db, { size: 'S', realmId, secret: openKeys, store, now: 1_700_000_000 })
  })
  afterAll(() => database.close())

  const count = async (table: string) => {
    const { rows } = await sql.raw<{ n: number }>(`select count(*)::int as n from ${table}`).execute(database.db)
    return rows[0]?.n
  }

  test('creates the numbers of its size', async () => {
    const systemBots = Object.keys(SYSTEM_BOTS).length
    expect(await count('account')).toBe(100 + 1 + systemBots)
    expect(await count('channel')).toBe(20)
    expect(await count('message')).toBe(10_000)
    expect(await count('subscription')).toBeGreaterThan(700)
    expect(await count('profile_field')).toBe(3)
    expect(await count(`account where profile <> '{}'`)).toBe(34)
    for (const table of [
      'read_bits',
      'reaction',
      'user_flag',
      'group_member',
      'group_subgroup',
      'audit_log',
      'linkifier',
      'realm_domain',
      'playground',
      'alert_words',
      'presence',
      'user_status',
      'mute',
      'invitation',
      'session',
      'client_device where push_token_id is not null',
      'push_token',
      'call_token',
      'channel_folder',
      'default_channel_group',
      'user_topic',
      'channel where folder_id is not null',
      'channel where weekly_traffic > 0',
      'subscription where pin_to_top',
      'subscription where is_muted',
      'resumable_upload',
    ])
      expect(await count(table)).toBeGreaterThan(0)
  })

  test('creates uploads, which messages link to, and custom emoji, with their bytes', async () => {
    expect([await count('attachment'), await count('attachment_message'), await count('custom_emoji')]).toEqual([
      21, 20, 5,
    ])
    expect(await count(`message m join attachment_message l on l.message_id = m.id where mflags & 32 = 0`)).toBe(0)
    const rows = await database.db.selectFrom('stored_file').select(['name', 'size']).execute()
    expect(rows).toHaveLength(26)
    for (const { name, size } of rows) expect(stored.get(name)?.length).toBe(size)
    const [emoji] = rows.filter(({ name }) => name.includes('/emoji/'))
    expect((await look(stored.get(emoji!.name)!)).metadata).toMatchObject({ format: 'png', width: 64, height: 64 })
  })

  test('returns keys, and channels of exact sizes', () => {
    expect(report.users).toHaveLength(100)
    expect(report.users[0]?.api_key).toMatch(/^[A-Za-z0-9]{32}$/)
    expect(report.channels.slice(0, 2).map((channel) => channel.subscribers)).toEqual([100, 10])
  })

  test('creates the same data every time', async () => {
    const digest = async (db: typeof database.db) => {
      const { rows } = await sql<{ digest: string }>`
        select md5(string_agg(sender_id || content || hseq || mflags, '' order by id)) as digest from message`.execute(
        db,
      )
      return rows[0]?.digest
    }
    const again = await createTestDatabase()
    await populate(again.db, {
      size: 'S',
      realmId: await bareOrganization(again.db),
      secret: openKeys,
      now: 1_700_000_000,
    })
    const digests = [await digest(database.db), await digest(again.db)]
    await again.close()
    expect(digests[1]).toBe(digests[0])
  })

  test('refuses to populate an organization twice, and leaves it unchanged', async () => {
    const twice = populate(database.db, { size: 'S', realmId, secret: openKeys })
    await expect(twice).rejects.toThrow('populated before')
    expect(await count('message')).toBe(10_000)
  })
})
