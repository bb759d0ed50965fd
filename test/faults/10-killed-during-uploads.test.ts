import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadAvatar } from '../../api/endpoints/avatars.ts'
import { getOwnUser } from '../../api/endpoints/users.ts'
import { systemClock } from '../../server/kernel/base/clock.ts'
import { openPool } from '../../server/kernel/db/database.ts'
import { diskStoreIn } from '../../server/kernel/files/disk-store.ts'
import { Files } from '../../server/kernel/files/files.ts'
import { checkFiles } from '../../server/operations/fsck/check-files.ts'
import { picture } from '../pictures.ts'
import { expectConsistent } from './check.ts'
import { clientOf, type Person } from './place.ts'
import { rounds } from './rounds.ts'
import { openSetting, type Setting } from './setting.ts'

let setting: Setting
beforeAll(async () => {
  setting = await openSetting(3)
})
afterAll(() => setting.close())

const versionIn = (avatarUrl: string): number => Number(/version=(\d+)$/.exec(avatarUrl)?.[1])

/** Uploads until the server is gone. Returns the last acknowledged version. */
async function uploadOn(person: Person, bytes: Uint8Array, onAnswer: () => void): Promise<number> {
  const client = clientOf(setting.server.url, person)
  const file = { filename: 'me.png', type: 'image/png', bytes }
  for (let version = 0; ; onAnswer()) {
    const answer = await client.call(uploadAvatar, { file }).catch(() => null)
    if (!answer) return version
    version = versionIn(answer.avatar_url)
  }
}

/** Kills the server between answered and unanswered uploads. */
async function killAmongUploads(bytes: Uint8Array): Promise<readonly number[]> {
  const { server, people } = setting
  let answers = 0
  const { promise: enough, resolve } = Promise.withResolvers<void>()
  const uploading = people.map((person) =>
    uploadOn(person, bytes, () => {
      answers += 1
      if (answers === 10) resolve()
    }),
  )
  await enough
  await server.kill()
  return Promise.all(uploading)
}

/** True if the person's picture after the restart is at least as new as acknowledged, and can be loaded. */
async function isKept(person: Person, acknowledged: number): Promise<boolean> {
  const { url } = setting.server
  const { avatar_url } = await clientOf(url, person).call(getOwnUser, {})
  const { status } = await fetch(new URL(avatar_url, url))
  return status === 200 && versionIn(avatar_url) >= acknowledged
}

test('a server killed during uploads loses no acknowledged picture, and the sweep removes the rest', async () => {
  const { server, people, databaseUrl } = setting
  const bytes = await picture('png', 1_500, 1_500)
  let [acknowledged, kept] = [0, 0]
  for (let round = 0; round < rounds(2, 10); round += 1) {
    const versions = await killAmongUploads(bytes)
    await server.start()
    acknowledged += versions.filter((version) => version > 0).length
    for (const [index, version] of versions.entries())
      if (version > 0 && (await isKept(people[index]!, version))) kept += 1
  }
  console.log(`killed during uploads: ${acknowledged} acknowledged, ${kept} kept`)
  expect(kept).toBe(acknowledged)
  expect(acknowledged).toBeGreaterThan(0)
  await server.stop()
  await expectConsistent(databaseUrl)
  await sweepAndCompare(databaseUrl, server.dataDir)
})

test('an upload goes on after the server was killed, with every byte that it had acknowledged', async () => {
  const { server, people, databaseUrl } = setting
  const [{ email, apiKey }] = people as [Person]
  await server.start()
  const headers = { authorization: `Basic ${btoa(`${email}:${apiKey}`)}`, 'tus-resumable': '1.0.0' }
  const ask = (path: string, method: string, more: Record<string, string> = {}, body?: Uint8Array<ArrayBuffer>) =>
    fetch(new URL(path, server.url), { method, headers: { ...headers, ...more }, ...(body ? { body } : {}) })
  const bytes = randomBytes(1_000_000)
  const created = await ask('/api/v1/tus', 'POST', { 'upload-length': `${bytes.length}` })
  const { pathname } = new URL(created.headers.get('location')!)
  let acknowledged = 0
  const send = async (from: number, to: number) => {
    const more = { 'upload-offset': `${from}`, 'content-type': 'application/offset+octet-stream' }
    const answer = await ask(pathname, 'PATCH', more, new Uint8Array(bytes.subarray(from, to)))
    acknowledged = Number(answer.headers.get('upload-offset'))
    return answer
  }
  for (let round = 0; round < rounds(2, 10); round += 1) {
    await send(acknowledged, acknowledged + 50_000)
    const unanswered = send(acknowledged, acknowledged + 30_000).catch(() => {})
    await server.kill()
    await unanswered
    await server.start()
    const offset = Number((await ask(pathname, 'HEAD')).headers.get('upload-offset'))
    expect(offset).toBeGreaterThanOrEqual(acknowledged)
    acknowledged = offset
  }
  const { url } = (await (await send(acknowledged, bytes.length)).json()) as { url: string }
  const stored = Buffer.from(await (await ask(url, 'GET')).arrayBuffer())
  console.log(`killed during a resumable upload: ${bytes.length} bytes sent, ${stored.length} kept`)
  expect(stored.equals(bytes)).toBe(true)
  await server.stop()
  await expectConsistent(databaseUrl)
  await sweepAndCompare(databaseUrl, server.dataDir)
})

async function sweepAndCompare(databaseUrl: string, dataDir: string): Promise<void> {
  const { db, close } = openPool({ connectionString: databaseUrl, max: 1 })
  const store = diskStoreIn(dataDir)
  const nextWeek = { ...systemClock, now: () => Date.now() + 7 * 86_400_000 }
  await new Files(store, db, nextWeek, pino({ level: 'silent' })).sweep()
  const rows = await db.selectFrom('stored_file').select('state').execute()
  const entries = readdirSync(join(dataDir, 'uploads'), { recursive: true, withFileTypes: true })
  expect(entries.filter((entry) => entry.isFile()).length).toBe(rows.length)
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['claimed']))
  for await (const { detail } of checkFiles(db, store)) expect.unreachable(detail)
  await close()
}
