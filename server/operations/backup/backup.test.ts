import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { createClient } from '../../../client/client.ts'
import { backUp, type RestoredServer, restore } from '../../../test/backup/restored.ts'
import { breaches } from '../../../test/breaches.ts'
import { type Person, startTestServer, type TestDatabase, type TestServer } from '../../../test/harness.ts'
import { diskStoreIn } from '../../kernel/files/disk-store.ts'
import { checkFiles } from '../fsck/check-files.ts'
import { SKIPPED, SKIPPED_INTEGERS } from './raise-counters.ts'

const { addReaction, createDrafts, getEvents, registerQueue, sendMessage, uploadFile } = endpoints

/** Restored with other values: positions in the log are skipped, and running servers are left out. */
const DIFFERENT = ['node', 'realm_log', 'log_gap', 'presence_counter']

describe('a restored backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-backup-'))
  const file = join(folder, 'backup')
  let before: TestServer
  let restored: RestoredServer
  let after: TestServer
  let ann: Person
  let path: string
  let lastId: number
  let queues: { waiting: string; current: string; ahead: string }
  let acknowledged: { current: number; ahead: number }

  const say = (person: Person, content: string) =>
    person.client.call(sendMessage, { type: 'stream', to: 'lunch', topic: 'soup', content })
  const queue = async () => (await ann.client.call(registerQueue, { event_types: ['message'] })).queue_id!
  const poll = (client: Person['client'], queue_id: string, last_event_id: number) =>
    client.call(getEvents, { queue_id, last_event_id, dont_block: true })
  const newest = async (id: string) => (await poll(ann.client, id, -1)).events.at(-1)!.id

  beforeAll(async () => {
    before = await startTestServer()
    ann = await before.person('Ann', 'lunch')
    queues = { waiting: await queue(), current: await queue(), ahead: await queue() }
    path = (
      await ann.client.call(uploadFile, {
        filename: { filename: 'soup.txt', type: 'text/plain', bytes: Buffer.from('tomato') },
      })
    ).url
    const { id } = await say(ann, `[soup](${path}) "quoted" \\N \\. \ttab 🍅\nnew line`)
    await ann.client.call(addReaction, { message_id: id, emoji_name: 'tada' })
    await ann.client.call(createDrafts, {
      drafts: [{ type: 'private', to: [ann.id], topic: '', content: 'unfinished', timestamp: 1 }],
    })
    acknowledged = { current: await newest(queues.current), ahead: 0 }
    await backUp(before, file)
    lastId = (await say(ann, 'after the backup')).id
    acknowledged.ahead = await newest(queues.ahead)
    restored = await restore(file)
    after = await startTestServer({ beside: restored })
  })
  afterAll(async () => {
    await after?.close()
    await restored?.close()
    await before?.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const annAfter = () => createClient({ ...ann.client.options, url: after.url })

  test('is readable for its owner only', () => {
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('has the same rows in every table', async () => {
    // Another backup of the restored database would have to be equal too, so this compares two restored ones.
    const second = join(folder, 'second')
    await backUp(before, second)
    const other = await restore(second)
    try {
      const [ours, theirs] = [await contentOf(before.database), await contentOf(other.database)]
      expect(Object.keys(ours).length).toBeGreaterThan(60)
      for (const [table, rows] of Object.entries(ours))
        if (!DIFFERENT.includes(table)) expect(theirs[table], table).toEqual(rows)
    } finally {
      await other.close()
    }
  })

  test('is consistent, with all its files', async () => {
    expect(await breaches(after)).toEqual([])
    const store = diskStoreIn(restored.ctx.config.dataDir)
    for await (const finding of checkFiles(after.database.db, store)) expect(finding).toBeNull()
    const headers = { authorization: `Basic ${btoa(`${ann.email}:${ann.apiKey}`)}` }
    const answer = await fetch(`${after.url}${path}`, { headers })
    expect(await answer.text()).toBe('tomato')
  })

  test('uses no id again that was used after the backup', async () => {
    const { id } = await annAfter().call(sendMessage, { type: 'stream', to: 'lunch', topic: 'soup', content: 'again' })
    expect(id).toBeGreaterThan(lastId)
    const { rows } = await sql<{ seq: number }>`select seq from realm_log`.execute(after.database.db)
    expect(rows[0]!.seq).toBeGreaterThan(SKIPPED)
    expect(await breaches(after)).toEqual([])
  })

  test('raises every counter, so that none counts twice', async () => {
    const counters = async ({ db }: TestDatabase) =>
      (
        await sql<{ name: string; type: string; last: string | null }>`
          select sequencename as name, data_type::text as type, last_value as last from pg_sequences
          where schemaname = 'public' and sequencename <> 'node_generation_seq' order by 1`.execute(db)
      ).rows
    const [ours, theirs] = [await counters(before.database), await counters(after.database)]
    expect(ours.length).toBeGreaterThan(20)
    expect(theirs.map(({ name }) => name)).toEqual(ours.map(({ name }) => name))
    for (const [index, { name, type, last }] of ours.entries()) {
      const skipped = type === 'bigint' ? SKIPPED : SKIPPED_INTEGERS
      // A few ids may have been used since the backup, fewer than are skipped.
      expect(Number(theirs[index]!.last), name).toBeGreaterThan(Number(last ?? 0) + skipped / 2)
    }
  })

  test('continues a queue that has acknowledged nothing later', async () => {
    const next = await poll(annAfter(), queues.current, acknowledged.current)
    expect(next.events).toMatchObject([{ type: 'message', message: { content: expect.stringContaining('again') } }])
    const all = await poll(annAfter(), queues.waiting, -1)
    expect(all.events).toHaveLength(2)
    expect((await poll(annAfter(), queues.waiting, all.events.at(-1)!.id)).events).toEqual([])
  })

  test('refuses a queue that has acknowledged an event after the backup', async () => {
    const refused = { code: 'BAD_EVENT_QUEUE_ID' }
    await expect(poll(annAfter(), queues.ahead, acknowledged.ahead)).rejects.toMatchObject(refused)
    await expect(poll(annAfter(), queues.ahead, -1)).rejects.toMatchObject(refused)
  })
})

/** All rows of all tables, as text and in a fixed order. */
async function contentOf({ db }: TestDatabase): Promise<Record<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(db)
  const content: Record<string, string[]> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t order by 1`.execute(db)
    content[name] = rows.map(({ row }) => row)
  }
  return content
}
