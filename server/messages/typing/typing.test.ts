import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Client } from '../../../client/client.ts'
import { type Person, startTestServer } from '../../../test/harness.ts'
import { opened } from '../../../test/opened.ts'
import { changeAccount, changeRealm, guest } from '../../../test/people.ts'
import { seesCapability } from '../../../test/record-coverage.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

const { getEvents, registerQueue, setTypingStatus, subscribe } = endpoints

describe('typing', () => {
  const { server, ann, bob, cho } = useServer({ members: ['ann', 'bob'], outsiders: ['cho'], channel: 'talk' })
  const second = opened(() => startTestServer({ beside: server }))

  async function watch(client: Client, capabilities: object = {}) {
    const { queue_id, last_event_id } = await client.call(registerQueue, {
      fetch_event_types: [],
      client_capabilities: { notification_settings_null: false, stream_typing_notifications: true, ...capabilities },
    })
    return {
      poll: () => client.call(getEvents, { queue_id: queue_id!, last_event_id }),
      events: async () =>
        (await client.call(getEvents, { queue_id: queue_id!, last_event_id, dont_block: true })).events,
    }
  }
  const type = (person: Person, args: object) =>
    person.client.call(setTypingStatus, { op: 'start', ...args } as Parameters<typeof person.client.call>[1] & {
      op: 'start'
    })
  const talk = () => server.channelId('talk')
  const shown = ({ id }: Person) => ({ user_id: id, email: server.realm.users.get(id)!.apiEmail })

  test('to people reaches them and the other clients of the sender, and no one else', async () => {
    const [anns, bobs, chos] = await Promise.all([ann, bob, cho].map(({ client }) => watch(client)))
    await type(ann, { to: [bob.id] })
    await type(ann, { op: 'stop', to: [bob.id, ann.id] })
    const event = { type: 'typing', message_type: 'direct', sender: shown(ann), recipients: [shown(ann), shown(bob)] }
    const both = [
      { ...event, op: 'start' },
      { ...event, op: 'stop' },
    ]
    expect(await bobs!.events()).toMatchObject(both)
    expect(await anns!.events()).toMatchObject(both)
    expect(await chos!.events()).toEqual([])
  })

  test('in a channel reaches its subscribers whose clients support it', async () => {
    const [bobs, olds, named] = [
      await watch(bob.client, { empty_topic_name: true }),
      await watch(bob.client, { stream_typing_notifications: false }),
      await watch(bob.client),
    ]
    await type(ann, { type: 'channel', stream_id: talk(), topic: 'soup' })
    await type(ann, { type: 'stream', stream_id: talk(), topic: '' })
    const event = { type: 'typing', op: 'start', message_type: 'stream', sender: shown(ann), stream_id: talk() }
    expect(await bobs.events()).toMatchObject([
      { ...event, topic: 'soup' },
      { ...event, topic: '' },
    ])
    expect(await named.events()).toMatchObject([
      { ...event, topic: 'soup' },
      { ...event, topic: 'general chat' },
    ])
    expect(await olds.events()).toEqual([])
    seesCapability('stream_typing_notifications', 'events')
  })

  test('reaches a waiting poll, on this node and on another', async () => {
    const [here, there] = [await watch(bob.client), await watch(await second.clientOf(bob.id))]
    const polls = [here.poll(), there.poll()]
    await expect.poll(() => server.ctx.queues.openPolls + second.ctx.queues.openPolls).toBe(2)
    await type(ann, { to: [bob.id] })
    for (const poll of polls) expect((await poll).events).toMatchObject([{ type: 'typing', sender: shown(ann) }])
  })

  test('has ids between those of the rows, and is not stored', async () => {
    const bobs = await watch(bob.client)
    await type(ann, { to: [bob.id] })
    await bob.client.call(subscribe, { subscriptions: [{ name: 'tea' }] })
    const events = await bobs.events()
    expect(events.map((event) => event.type)).toEqual(['typing', 'stream', 'subscription'])
    const ids = events.map((event) => event.id)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    const { rows } = await server.database.pool.query("select seq from event_log where payload like '%typing%'")
    expect(rows).toEqual([])
  })

  test('is not sent to people who have switched it off', async () => {
    const bobs = await watch(bob.client)
    await changeAccount(server, bob.id, { settings: JSON.stringify({ receives_typing_notifications: false }) })
    await type(ann, { to: [bob.id] })
    await type(ann, { type: 'channel', stream_id: talk(), topic: 'soup' })
    await changeAccount(server, bob.id, { settings: '{}' })
    expect(await bobs.events()).toEqual([])
  })

  test('is not sent in a channel of more than a hundred people', async () => {
    const { crowd } = await import('../../../test/crowd.ts')
    const principals = [ann.id, bob.id, ...(await crowd(server, 99))]
    await ann.client.call(subscribe, { subscriptions: [{ name: 'crowded' }], principals })
    const bobs = await watch(bob.client)
    await type(ann, { type: 'channel', stream_id: server.channelId('crowded'), topic: 'soup' })
    expect(await bobs.events()).toEqual([])
  })

  test('is refused if a parameter is missing or wrong', async () => {
    await refused(type(ann, {}), "Missing 'to' argument")
    await refused(type(ann, { to: [] }), "Empty 'to' list")
    await refused(type(ann, { to: [99_999] }), 'Invalid user ID 99999')
    await refused(type(ann, { type: 'channel', topic: 'x' }), "Missing 'stream_id' argument")
    await refused(type(ann, { type: 'channel', stream_id: talk() }), "Missing 'topic' argument")
    await refused(type(ann, { type: 'channel', stream_id: 99_999, topic: 'x' }), 'Invalid channel ID')
  })

  test('is refused in a channel that the caller may not see, or may not write to', async () => {
    await ann.client.call(subscribe, { subscriptions: [{ name: 'secret' }], invite_only: true })
    const secret = server.channelId('secret')
    await refused(type(cho, { type: 'channel', stream_id: secret, topic: 'x' }), 'Invalid channel ID')
    const gus = await guest(server, 'Gus')
    await refused(type(gus, { type: 'channel', stream_id: talk(), topic: 'x' }), 'Invalid channel ID')
    await type(ann, { type: 'channel', stream_id: secret, topic: 'x' })
  })

  describe('between people whom a guest with limited sight does not see', () => {
    let gus: Person
    let zoe: Person

    beforeAll(async () => {
      gus = await guest(server, 'Gus of talk')
      zoe = await server.person('Zoe')
      // Everybody sees the address, except those who do not see the account.
      await changeAccount(server, zoe.id, { email_address_visibility: 1 })
      await ann.client.call(subscribe, { subscriptions: [{ name: 'talk' }], principals: [gus.id] })
      const channels = server.realm.memberships.channelsOf(gus.id).map((id) => server.realm.channels.get(id)!.name)
      await zoe.client.call(endpoints.unsubscribe, { subscriptions: channels })
      await changeRealm(server, {}, { can_access_all_users_group: 'role:members' })
    })
    afterAll(() => changeRealm(server, {}, { can_access_all_users_group: 'role:everyone' }))

    test('tells the guest no address of them, and others everything', async () => {
      const [guses, bobs] = [await watch(gus.client), await watch(bob.client)]
      await type(ann, { to: [bob.id, zoe.id, gus.id] })
      const everybody = [ann, bob, gus, zoe].map(shown)
      expect(await bobs.events()).toMatchObject([{ recipients: everybody.sort((a, b) => a.user_id - b.user_id) }])
      const told = await guses.events()
      const hidden = { user_id: zoe.id, email: `user${zoe.id}@${server.realm.info.host}` }
      const seen = [shown(ann), shown(bob), shown(gus), hidden].sort((a, b) => a.user_id - b.user_id)
      expect(told).toMatchObject([{ type: 'typing', sender: shown(ann), recipients: seen }])
      expect(JSON.stringify(told)).not.toMatch(/zoe/i)
    })

    test('is not told to the guest if they do not see who types', async () => {
      const [guses, bobs] = [await watch(gus.client), await watch(bob.client)]
      await type(zoe, { to: [bob.id, gus.id] })
      expect(await guses.events()).toEqual([])
      expect(await bobs.events()).toMatchObject([{ sender: shown(zoe) }])
    })

    test('answers the guest who types as if they did not exist', async () => {
      await refused(type(gus, { to: [zoe.id] }), `Invalid user ID ${zoe.id}`)
      await refused(type(gus, { to: [ann.id, zoe.id] }), `Invalid user ID ${zoe.id}`)
    })
  })

  test('is refused from people who have switched it off', async () => {
    const off = { send_private_typing_notifications: false, send_stream_typing_notifications: false }
    await changeAccount(server, cho.id, { settings: JSON.stringify(off) })
    const refusal = (kind: string) => `User has disabled typing notifications for ${kind} messages`
    await refused(type(cho, { to: [bob.id] }), refusal('direct'))
    await refused(type(cho, { type: 'channel', stream_id: talk(), topic: 'x' }), refusal('channel'))
    await changeAccount(server, cho.id, { settings: '{}' })
    await type(cho, { to: [bob.id] })
  })

  test('is dropped and counted if a queue is full, and the newest stay', async () => {
    const [dan, eve] = [await server.person('Dan'), await server.person('Eve')]
    const eves = await watch(eve.client)
    const { metrics, queues } = server.ctx
    const dropped = async () => (await metrics.ephemeralDropped.get()).values[0]!.value + queues.dropped
    const [before, rows] = [await dropped(), server.realm.seq]
    for (let count = 0; count < 510; count += 1) await type(dan, { to: [eve.id] })
    expect((await dropped()) - before).toBe(10)
    // Half of the ids of a row were used, so an empty row followed.
    await expect.poll(() => server.realm.seq).toBeGreaterThan(rows)
    const seen = await eves.events()
    expect(seen).toHaveLength(500)
  })
})
