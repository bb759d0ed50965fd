import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fetchApiKey } from '../api/endpoints/authentication.ts'
import { getEvents, registerQueue } from '../api/endpoints/events.ts'
import { deactivateRealm } from '../api/endpoints/realm.ts'
import { createUser, getOwnUser } from '../api/endpoints/users.ts'
import { type Client, createClient } from '../client/client.ts'
import { freePort, type ParleyProcess, parleyProcess, temporaryFolder } from '../test/parley-process.ts'
import { recordCoverage } from '../test/record-coverage.ts'

const OWNER = { email: 'owner@example.org', password: 'purple otters sing at noon' }

describe('commands next to a running server', () => {
  const folder = temporaryFolder()
  const dataDir = join(folder.path, 'data')
  let port: number
  let server: ParleyProcess
  let owner: Client

  const serve = async () => {
    const env = { PARLEY_OWNER_EMAIL: OWNER.email, PARLEY_OWNER_PASSWORD: OWNER.password, PARLEY_LOG_FORMAT: 'json' }
    server = parleyProcess(['serve'], { dataDir, port, env })
    await server.says('is ready')
  }
  const stop = async () => {
    server.child.kill('SIGTERM')
    await server.ended()
  }
  const parley = async (...args: string[]) => {
    const { ended, said } = parleyProcess(args, { dataDir, port })
    return { code: await ended(), out: said.out.trim() }
  }
  const visitor = () => createClient({ url: `http://127.0.0.1:${port}`, strict: true, observe: recordCoverage })

  beforeAll(async () => {
    port = await freePort()
    await serve()
    const { api_key: apiKey } = await visitor().call(fetchApiKey, { username: OWNER.email, password: OWNER.password })
    owner = createClient({ ...visitor().options, email: OWNER.email, apiKey })
  })
  afterAll(async () => {
    await stop()
    folder.remove()
  })

  test('permit removes a right and grants it again, at once', async () => {
    const create = (email: string) => owner.call(createUser, { email, password: OWNER.password, full_name: 'Somebody' })
    expect(await parley('permit', OWNER.email, 'can_create_users', '--off')).toEqual({
      code: 0,
      out: 'owner@example.org no longer has can_create_users.',
    })
    await expect(create('one@example.org')).rejects.toThrow('User not authorized to create users')
    expect(await parley('permit', OWNER.email, 'can_create_users')).toMatchObject({ code: 0 })
    await create('two@example.org')
  })

  test('set-role changes a role, at once', async () => {
    expect(await parley('set-role', 'two@example.org', 'owner')).toEqual({
      code: 0,
      out: 'two@example.org is owner of Parley.',
    })
    expect(await parley('set-role', 'two@example.org', 'king')).toMatchObject({ code: 2 })
    expect(await parley('set-role', 'two@example.org', 'member')).toMatchObject({ code: 0 })
    expect(await parley('set-role', OWNER.email, 'member')).toMatchObject({ code: 1 })
  })

  test('reactivate-org brings back an organization that its owner has deactivated', async () => {
    expect(await parley('reactivate-org')).toMatchObject({ code: 1 })
    await owner.call(deactivateRealm, {})
    await expect(owner.call(getOwnUser, {})).rejects.toThrow('This organization has been deactivated')
    expect(await parley('reactivate-org')).toEqual({ code: 0, out: 'Parley is active again, with everything it had.' })
    await owner.call(getOwnUser, {})
  })

  test('reset-password prints a new password, and the old one is worth nothing', async () => {
    const { code, out } = await parley('reset-password', 'two@example.org')
    const password = /^The new password of two@example\.org is (\S+)$/.exec(out)?.[1] ?? ''
    expect(code).toBe(0)
    await visitor().call(fetchApiKey, { username: 'two@example.org', password })
    const old = visitor().call(fetchApiKey, { username: 'two@example.org', password: OWNER.password })
    await expect(old).rejects.toMatchObject({ code: 'AUTHENTICATION_FAILED' })
  })

  test('fsck checks the database of the running server', async () => {
    expect(await parley('fsck')).toEqual({ code: 0, out: expect.stringMatching(/^Everything is consistent/) })
  })

  test('set-host waits until the server is stopped', async () => {
    expect(await parley('set-host', 'localhost', 'chat.example.org')).toEqual({ code: 1, out: '' })
  })

  test('a start informs existing queues of the new process', async () => {
    const { queue_id } = await owner.call(registerQueue, { event_types: ['restart'], fetch_event_types: [] })
    await stop()
    await serve()
    // The server answers before it has informed all queues: on a busy machine the first poll may end without an event.
    const restarts = async () => {
      const { events } = await owner.call(getEvents, { queue_id: queue_id! })
      return events.filter(({ type }) => type !== 'heartbeat')
    }
    await expect.poll(restarts).toMatchObject([{ type: 'restart', service_feature_level: 509 }])
  })
})
