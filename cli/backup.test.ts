import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../api/endpoints/index.ts'
import { type Client, createClient } from '../client/client.ts'
import { refuse } from '../server/kernel/base/startup-refusal.ts'
import { createEmptyDatabase } from '../test/faults/empty-database.ts'
import {
  childEnvironment,
  freePort,
  type ParleyProcess,
  parleyEntry,
  parleyProcess,
  temporaryFolder,
  withoutProgress,
} from '../test/parley-process.ts'
import { recordCoverage } from '../test/record-coverage.ts'

const { fetchApiKey, getEvents, getOwnUser, registerQueue, sendMessage, uploadFile } = endpoints
const OWNER = { email: 'owner@example.org', password: 'purple otters sing at noon' }
const CONSISTENT = /Everything is consistent/

describe('backup and restore', () => {
  const folder = temporaryFolder()
  const dataDir = join(folder.path, 'data')
  const file = join(folder.path, 'backup')
  let port: number
  let server: ParleyProcess
  let owner: Client
  let queueId: string
  let lastEventId: number

  const serve = async (from: string) => {
    const env = { PARLEY_OWNER_EMAIL: OWNER.email, PARLEY_OWNER_PASSWORD: OWNER.password, PARLEY_LOG_FORMAT: 'json' }
    server = parleyProcess(['serve'], { dataDir: from, port, env })
    await server.says('is ready')
  }
  const stop = async () => {
    server.child.kill('SIGTERM')
    await server.ended()
  }
  const parley = async (args: readonly string[], to = dataDir, env: Record<string, string> = {}) => {
    const { ended, said } = parleyProcess(args, { dataDir: to, env })
    return { code: await ended(), out: said.out.trim(), errors: withoutProgress(said.errors) }
  }
  const say = (content: string) =>
    owner.call(sendMessage, { type: 'direct', to: JSON.stringify([OWNER.email]), content })

  /** Kills the command as soon as something is there, or lets it end. */
  const killWhen = async (args: readonly string[], to: string, isThere: () => boolean) => {
    const command = parleyProcess(args, { dataDir: to })
    let hasEnded = false
    void command.ended().then(() => {
      hasEnded = true
    })
    await expect.poll(() => hasEnded || isThere(), { interval: 1 }).toBe(true)
    command.child.kill('SIGKILL')
    await command.ended()
  }

  beforeAll(async () => {
    port = await freePort()
    await serve(dataDir)
    const visitor = createClient({ url: `http://127.0.0.1:${port}`, strict: true, observe: recordCoverage })
    const { api_key: apiKey } = await visitor.call(fetchApiKey, { username: OWNER.email, password: OWNER.password })
    owner = createClient({ ...visitor.options, email: OWNER.email, apiKey })
    const bytes = Buffer.alloc(3_000_000, 'tomato')
    const { url } = await owner.call(uploadFile, { filename: { filename: 'a.txt', type: 'text/plain', bytes } })
    queueId = (await owner.call(registerQueue, { event_types: ['message'] })).queue_id!
    await say(`[soup](${url})`)
    // Later the server sends a message of its own. A client that has seen that knows more than the backup.
    lastEventId = (await owner.call(getEvents, { queue_id: queueId, dont_block: true })).events.at(-1)!.id
  })
  afterAll(async () => {
    await stop()
    folder.remove()
  })

  test('a backup is written beside the running server, and a killed one leaves the old file', async () => {
    expect(await parley(['backup', file])).toMatchObject({
      code: 0,
      errors: expect.stringMatching(/^The backup is complete: 1 file, \d+ tables, /m),
    })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const whole = readFileSync(file)
    const partial = () => readdirSync(folder.path).some((name) => name.startsWith('backup.partial-'))
    await killWhen(['backup', file], dataDir, partial)
    expect(readFileSync(file).equals(whole)).toBe(true)
    expect(await parley(['backup', file])).toMatchObject({ code: 0 })
    expect(partial()).toBe(false)
    expect(await parley(['backup', join(folder.path, 'missing', 'b')])).toMatchObject({ code: 1, out: '' })
  })

  test('standard output gets the same', async () => {
    const args = ['--disable-warning=ExperimentalWarning', parleyEntry(), 'backup', '-']
    const env = { ...childEnvironment(), PARLEY_DATA_DIR: dataDir }
    const options = { env, encoding: 'buffer' as const, maxBuffer: 100_000_000 }
    const { stdout } = await promisify(execFile)(process.execPath, args, options)
    const copy = join(folder.path, 'copy')
    writeFileSync(copy, stdout)
    const database = await createEmptyDatabase()
    try {
      const env = { DATABASE_URL: database.url, PARLEY_UNSAFE_DATABASE: 'on' }
      const restored = await parley(['restore', copy], join(folder.path, 'external'), env)
      expect(restored, restored.errors).toMatchObject({ code: 0, out: expect.stringMatching(CONSISTENT) })
      // From the external database into an embedded one.
      const back = join(folder.path, 'back')
      expect(await parley(['backup', back], join(folder.path, 'external'), env)).toMatchObject({ code: 0 })
      const again = await parley(['restore', back], join(folder.path, 'again'))
      expect(again).toMatchObject({ code: 0, out: expect.stringMatching(CONSISTENT) })
      const other = await parley(['restore', copy], join(folder.path, 'other'), env)
      expect(other).toMatchObject({ code: 1, out: '', errors: expect.stringContaining('has tables') })
      expect(existsSync(join(folder.path, 'other', 'secret'))).toBe(false)
    } finally {
      await database.close()
    }
  })

  test('nothing is restored over data, and a damaged file changes nothing', async () => {
    expect(await parley(['restore', file])).toMatchObject({
      code: 1,
      errors: refuse.restoreIntoData(`${dataDir} has a database`).message,
    })
    const damaged = join(folder.path, 'damaged')
    writeFileSync(damaged, readFileSync(file).subarray(0, -20))
    const target = join(folder.path, 'untouched')
    expect(await parley(['restore', damaged], target)).toMatchObject({
      code: 1,
      errors: refuse.backupTruncated(damaged).message,
    })
    expect(existsSync(target)).toBe(false)
    const withFiles = join(folder.path, 'with-files')
    mkdirSync(join(withFiles, 'uploads'), { recursive: true })
    writeFileSync(join(withFiles, 'uploads', 'a'.repeat(64)), 'of somebody')
    const withSecret = join(folder.path, 'with-secret')
    mkdirSync(withSecret)
    writeFileSync(join(withSecret, 'secret'), 'another')
    expect(await parley(['restore', file], withFiles)).toMatchObject({
      code: 1,
      out: '',
      errors: refuse.restoreIntoData('there are uploaded files').message,
    })
    expect(await parley(['restore', file], withSecret)).toMatchObject({
      code: 1,
      out: '',
      errors: refuse.restoreIntoData(`${join(withSecret, 'secret')} exists`).message,
    })
    expect(readdirSync(withFiles)).toEqual(['uploads'])
    expect(readdirSync(withSecret)).toEqual(['secret'])
    expect(readFileSync(join(withSecret, 'secret'), 'utf8')).toBe('another')
  })

  test('a bucket that does not answer is one sentence', async () => {
    const s3 = { BUCKET: 'files', ENDPOINT: 'http://127.0.0.1:1', ACCESS_KEY_ID: 'id', SECRET_ACCESS_KEY: 'key' }
    const env = Object.fromEntries(Object.entries(s3).map(([name, value]) => [`PARLEY_S3_${name}`, value]))
    expect(await parley(['restore', file], join(folder.path, 'with-bucket'), env)).toMatchObject({
      code: 1,
      out: '',
      errors: refuse.bucketUnusable('connect ECONNREFUSED 127.0.0.1:1').message,
    })
  })

  test('a folder that has kept only the secret gets its database back', async () => {
    const target = join(folder.path, 'with-its-secret')
    mkdirSync(target)
    copyFileSync(join(dataDir, 'secret'), join(target, 'secret'))
    expect(await parley(['fsck'], target)).toMatchObject({ code: 1 })
    const restored = await parley(['restore', file], target)
    expect(restored, restored.errors).toMatchObject({ code: 0, out: expect.stringMatching(CONSISTENT) })
  })

  test('a restore that is killed at any moment leaves nothing or everything', async () => {
    const moments = ['restore-unfinished', 'postgres', 'postgres/postmaster.pid', 'uploads', 'secret']
    for (const [index, moment] of moments.entries()) {
      const target = join(folder.path, `killed-${index}`)
      await killWhen(['restore', file], target, () => existsSync(join(target, moment)))
      if (existsSync(join(target, 'restore-unfinished')))
        expect(await parley(['fsck'], target)).toMatchObject({
          code: 1,
          errors: refuse.restoreUnfinished(target).message,
        })
      const second = await parley(['restore', file], target)
      expect(second, moment).toMatchObject({ code: 0, out: expect.stringMatching(CONSISTENT) })
    }
  })

  test('the restored server knows the key, and an open queue gets its next event', async () => {
    const target = join(folder.path, 'killed-0')
    await stop()
    await serve(target)
    await owner.call(getOwnUser, {})
    await say('after the restore')
    const poll = { queue_id: queueId, last_event_id: lastEventId, dont_block: true }
    const { events } = await owner.call(getEvents, poll)
    expect(JSON.stringify(events)).toContain('after the restore')
    expect(await parley(['fsck'], target)).toMatchObject({ code: 0 })
  })
})
