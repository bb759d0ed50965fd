import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getEvents, registerQueue } from '../../api/endpoints/events.ts'
import { type Client, createClient } from '../../client/client.ts'
import { migrations } from '../../server/kernel/db/migrations/index.ts'
import { SYSTEM_BOTS } from '../../server/kernel/realm-state/system-bots.ts'
import { freePort, type ParleyProcess, parleyProcess, temporaryFolder } from '../parley-process.ts'
import { type KeptPerson, keptReleases, packedFile } from './kept-release.ts'
import { unpackFolder } from './packed-folder.ts'
import { seenEvent, seenState } from './seen-state.ts'
import { signIn } from './write-history.ts'

const SYSTEM_BOT_NAMES = Object.values(SYSTEM_BOTS).map(({ fullName }) => fullName)

describe.each(keptReleases())('the data folder of release $version', ({ version, ...kept }) => {
  const folder = temporaryFolder()
  const dataDir = join(folder.path, 'data')
  let port: number
  let server: ParleyProcess

  beforeAll(async () => {
    mkdirSync(dataDir, { mode: 0o711 })
    unpackFolder(packedFile(version), dataDir)
    port = await freePort()
    const env = { PARLEY_URL: `http://localhost:${port}`, PARLEY_RATE_LIMITS: 'off', PARLEY_LOG_FORMAT: 'json' }
    server = parleyProcess(['serve'], { dataDir, port, env })
    await server.says('is ready')
  })
  afterAll(async () => {
    server.child.kill('SIGTERM')
    await server.ended()
    folder.remove()
  })

  const clientOf = ({ host, email, apiKey }: KeptPerson): Client =>
    createClient({ url: `http://${host}:${port}`, email, apiKey, userAgent: 'website' })

  test('is migrated, and each step is logged', () => {
    const missing = migrations.map(({ name }) => name).filter((name) => !kept.migrations.includes(name))
    for (const [index, name] of missing.entries())
      expect(server.said.out).toContain(`Migrating the database: ${name} (${index + 1} of ${missing.length}).`)
  })

  // First, because later requests may add events to the queue.
  test('keeps the open queue: it continues after the last acknowledged event with the same ids', async () => {
    const { email, id: queue_id, acknowledged, events } = kept.queue
    const client = clientOf(kept.people.find((person) => person.email === email)!)
    const whole = await client.call(getEvents, { queue_id, dont_block: true })
    expect(whole.events.map(seenEvent)).toEqual(events)
    const rest = await client.call(getEvents, { queue_id, last_event_id: events[0]!.id, dont_block: true })
    expect(rest.events.map(seenEvent)).toEqual(events.slice(1))
    const old = client.call(getEvents, { queue_id, last_event_id: acknowledged - 1, dont_block: true })
    await expect(old).rejects.toThrow('has already been pruned')
  })

  test.each(kept.people)('keeps the password and API key of $email', async (person) => {
    const { id, apiKey } = await signIn({ host: person.host, port }, person)
    expect({ id, apiKey }).toEqual({ id: person.id, apiKey: person.apiKey })
  })

  test.each(kept.people)('keeps the messages, flags, reactions and unread counts of $email', async (person) => {
    expect(await seenState(clientOf(person))).toEqual(person.sees)
  })

  test.each(kept.people)('shows $email the system bots, which are new', async (person) => {
    const { cross_realm_bots } = await clientOf(person).call(registerQueue, { fetch_event_types: ['realm_user'] })
    expect(cross_realm_bots!.map(({ full_name }) => full_name)).toEqual(SYSTEM_BOT_NAMES)
  })

  test('is consistent', async () => {
    const checking = parleyProcess(['fsck'], { dataDir, port })
    await checking.ended()
    // On a busy machine the start of the database takes long enough to be mentioned.
    const errors = checking.said.errors.replace(/^.*The embedded database is starting;.*\n/m, '')
    expect([checking.said.out, errors]).toEqual([expect.stringMatching(/^Everything is consistent: \d+ /), ''])
  })
})
