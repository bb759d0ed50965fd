import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { VERSION } from '../server/kernel/base/version.ts'
import { startWithWireName, type WireNameServer } from './wire-name-server.ts'

type Answer = Record<string, unknown> & { readonly result: string; readonly msg: string }
type Call = (params?: object) => Promise<Answer>

/** The part of the package that is used here. It has no types. */
interface Zulip {
  readonly config: { readonly apiKey: string }
  readonly accounts: { readonly retrieve: Call }
  readonly messages: {
    readonly send: Call
    readonly retrieve: Call
    readonly getById: Call
    readonly flags: { readonly add: Call }
  }
  readonly queues: { readonly register: Call; readonly deregister: Call }
  readonly events: { readonly retrieve: Call }
  readonly reactions: { readonly add: Call; readonly remove: Call }
  readonly streams: { readonly retrieve: Call }
  readonly users: { readonly retrieve: Call; readonly create: Call; readonly me: { readonly getProfile: Call } }
  readonly server: { readonly settings: Call }
  callEndpoint(path: string, method: string, params: object): Promise<Answer>
}

const { FormData } = globalThis
const zulip = createRequire(import.meta.url)('zulip-js') as (config: object) => Promise<Zulip>
// The package replaces it for the whole process, which runs other tests afterwards.
globalThis.FormData = FormData

describe('the unmodified package zulip-js', () => {
  let server: WireNameServer
  let client: Zulip

  beforeAll(async () => {
    server = await startWithWireName('zulip')
    // Without a key it requests one with the password.
    client = await zulip({ username: server.email, password: server.password, realm: server.url })
  })
  afterAll(async () => expect(await server.stop()).toBe(0))

  const succeeded = (answer: Answer): Answer => {
    expect(answer).toMatchObject({ result: 'success', msg: '' })
    expect(answer).not.toHaveProperty('ignored_parameters_unsupported')
    return answer
  }

  test('signs in by password and by key', async () => {
    const { apiKey } = client.config
    expect(apiKey).toMatch(/^[A-Za-z0-9]{32}$/)
    const byKey = await zulip({ username: server.email, apiKey, realm: `${server.url}/api` })
    expect(succeeded(await byKey.users.me.getProfile())).toMatchObject({
      delivery_email: server.email,
      full_name: 'Olivia Owner',
    })
    const settings = succeeded(await byKey.server.settings())
    expect(settings).toMatchObject({ zulip_feature_level: 509, realm_name: 'Test' })
  })

  test('gets a version that it can compare with the releases of its vendor', async () => {
    const version = { zulip_version: `13.0-dev+parley-${VERSION}`, zulip_merge_base: '13.0-dev' }
    expect(succeeded(await client.server.settings())).toMatchObject(version)
    expect(succeeded(await client.queues.register({ event_types: ['message'] }))).toMatchObject(version)
  })

  test('gets an error without permission', async () => {
    const wrong = await zulip({ username: server.email, apiKey: 'x'.repeat(32), realm: server.url })
    expect(await wrong.users.retrieve()).toMatchObject({ result: 'error', code: 'UNAUTHORIZED' })
  })

  test('lists channels and people', async () => {
    expect(succeeded(await client.streams.retrieve())).toMatchObject({
      streams: [{ name: 'general' }, { name: 'sandbox' }],
    })
    const answer = succeeded(await client.users.retrieve({ client_gravatar: true }))
    expect(answer).toMatchObject({ members: [{ full_name: 'Olivia Owner' }] })
  })

  test('sends, reads and flags', async () => {
    const sent = succeeded(
      await client.messages.send({ type: 'stream', to: 'general', topic: 'tea', content: 'Hello' }),
    )
    const direct = succeeded(await client.messages.send({ type: 'private', to: [server.email], content: 'Note' }))
    const found = await client.messages.retrieve({
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      narrow: [
        { operator: 'stream', operand: 'general' },
        { operator: 'topic', operand: 'tea' },
      ],
    })
    expect(succeeded(found)).toMatchObject({ messages: [{ id: sent['id'], content: '<p>Hello</p>' }] })
    expect(succeeded(await client.callEndpoint(`/messages/${direct['id']}`, 'GET', {}))).toMatchObject({
      message: { type: 'private' },
    })
    const flagged = await client.messages.flags.add({ flag: 'starred', messages: [sent['id']] })
    expect(succeeded(flagged)).toMatchObject({ messages: [sent['id']] })
  })

  test('registers and gets events, with the names that it expects', async () => {
    const queue = succeeded(await client.queues.register({ event_types: ['message', 'reaction'] }))
    expect(queue).toMatchObject({ zulip_feature_level: 509 })
    const sent = await client.messages.send({ type: 'stream', to: 'general', topic: 'tea', content: 'Again' })
    succeeded(await client.reactions.add({ message_id: sent['id'], emoji_name: 'zulip' }))
    const { queue_id, last_event_id } = queue
    const answer = succeeded(await client.events.retrieve({ queue_id, last_event_id, dont_block: true }))
    // On a busy machine the welcome message may come only now.
    const events = (answer['events'] as { message?: { type: string } }[]).filter(
      (one) => one.message?.type !== 'private',
    )
    expect(events).toMatchObject([
      { type: 'message', message: { id: sent['id'] } },
      { type: 'reaction', op: 'add', reaction_type: 'zulip_extra_emoji', emoji_code: 'zulip' },
    ])
    succeeded(await client.reactions.remove({ message_id: sent['id'], emoji_name: 'zulip' }))
    succeeded(await client.queues.deregister({ queue_id }))
  })
})
