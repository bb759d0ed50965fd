import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { expectConsistent } from '../../../test/faults/check.ts'
import { type Person, startTestServer, type TestServer } from '../../../test/harness.ts'
import { requireConversationLocks, watchLockOrder } from '../../../test/locks.ts'

const { addSubmessage, deleteMessage, deleteTopic, getEvents, getMessages, registerQueue } = endpoints
const { sendMessage, subscribe, updateMessage, updateMessageFlags } = endpoints

const ROUNDS = 12
const CHANNELS = ['plaza', 'garden', 'tower'] as const
const TOPICS = ['soup', 'salad'] as const

interface Place {
  readonly channel: number
  readonly topic: string
  readonly content: string
}

describe('moves, merges, edits, deletions and sends at the same time', () => {
  let server: TestServer
  let ann: Person
  let bob: Person
  let order: ReturnType<typeof watchLockOrder>

  beforeAll(async () => {
    order = watchLockOrder()
    server = await startTestServer({ env: { PARLEY_RATE_LIMITS: 'off' } })
    ann = await server.person('Ann')
    bob = await server.person('Bob')
    const subscriptions = CHANNELS.map((name) => ({ name }))
    await server.owner.call(subscribe, { subscriptions, principals: [ann.id, bob.id, server.ownerId] })
    await requireConversationLocks(server)
  })
  afterAll(async () => {
    order.stop()
    await server.close()
  })

  const channelId = (name: string) => server.channelId(name)
  const at = <T>(list: readonly T[], n: number): T => list[n % list.length]!

  test('end in one state, which the events tell', async () => {
    const { owner } = server
    const event_types = ['message', 'update_message', 'delete_message']
    const registered = await owner.call(registerQueue, {
      event_types,
      apply_markdown: true,
      fetch_event_types: [],
      client_capabilities: { notification_settings_null: true, bulk_message_deletion: true, empty_topic_name: true },
    })
    const sent: number[] = []
    const newest = (n: number): number => sent[Math.max(0, sent.length - 1 - (n % 7))]!
    const refusals: string[] = []
    const attempt = (work: Promise<unknown>): Promise<unknown> =>
      work.catch((error: Error) => refusals.push(error.message))
    const say = async (person: Person, n: number) => {
      const to = { type: 'channel', to: at(CHANNELS, n), topic: at(TOPICS, n) } as const
      sent.push((await person.client.call(sendMessage, { ...to, content: `Message ${sent.length}` })).id)
    }
    const move = (n: number, change: object) =>
      attempt(owner.call(updateMessage, { message_id: newest(n), propagate_mode: 'change_all', ...change, ...QUIET }))
    for (let n = 0; n < 18; n += 1) await say(ann, n)
    for (let n = 0; n < ROUNDS; n += 1)
      await Promise.all([
        move(n, { stream_id: channelId(at(CHANNELS, n)) }),
        move(n + 1, { stream_id: channelId(at(CHANNELS, n + 1)), topic: at(TOPICS, n) }),
        move(n + 2, { topic: at(TOPICS, n) }),
        move(n + 3, { topic: `Topic ${n}`, propagate_mode: 'change_later' }),
        ...[0, 1, 2, 3].map((more) => say(more % 2 === 0 ? ann : bob, n + more)),
        attempt(ann.client.call(updateMessage, { message_id: newest(n), content: `Edited @**Bob** ${n}` })),
        attempt(ann.client.call(updateMessage, { message_id: newest(n + 2), content: `Edited ${n}` })),
        attempt(bob.client.call(updateMessageFlags, { messages: [newest(n)], op: 'add', flag: 'starred' })),
        attempt(owner.call(deleteMessage, { message_id: newest(n + 4) })),
        attempt(
          ann.client.call(addSubmessage, { message_id: newest(n + 5), msg_type: 'widget', content: '{"type":"x"}' }),
        ),
        ...(n % 4 === 3
          ? [attempt(owner.call(deleteTopic, { stream_id: channelId(at(CHANNELS, n)), topic_name: at(TOPICS, n) }))]
          : []),
      ])
    expect(order.late).toEqual([])
    expect(order.inOrder()).toBeGreaterThan(ROUNDS)
    // Each is an answer to what another request did meanwhile.
    expect(
      refusals.filter((text) => !/Invalid message|Nothing to change|submessage|permission|Widgets/.test(text)),
    ).toEqual([])
    expect(await toldBy(registered.queue_id!, registered.last_event_id)).toEqual(await stored())
    await expectConsistent(server.database.url)
  })

  /** Where the events put each message. */
  async function toldBy(queue_id: string, last_event_id: number): Promise<Map<number, Place>> {
    const places = new Map<number, Place>()
    for (let last = last_event_id; ; ) {
      const { events } = await server.owner.call(getEvents, { queue_id, last_event_id: last, dont_block: true })
      if (events.length === 0) return new Map([...places].sort(([a], [b]) => a - b))
      for (const event of events) {
        last = event.id
        if (event.type === 'message') {
          const { id, stream_id, subject, content } = event.message
          places.set(id, { channel: stream_id!, topic: subject, content })
        }
        if (event.type === 'delete_message') for (const id of event.message_ids ?? []) places.delete(id)
        if (event.type !== 'update_message') continue
        for (const id of event.message_ids) {
          const before = places.get(id)!
          places.set(id, {
            channel: event.new_stream_id ?? before.channel,
            topic: event.subject ?? before.topic,
            content: id === event.message_id ? (event.rendered_content ?? before.content) : before.content,
          })
        }
      }
    }
  }

  async function stored(): Promise<Map<number, Place>> {
    const narrow = [{ operator: 'channels', operand: 'public', negated: false }]
    const { messages } = await server.owner.call(getMessages, {
      anchor: 'newest',
      num_before: 1_000,
      num_after: 0,
      narrow,
      allow_empty_topic_name: true,
    })
    return new Map(
      messages
        .filter((one) => CHANNELS.some((name) => channelId(name) === one.stream_id))
        .map(({ id, stream_id, subject, content }) => [id, { channel: stream_id!, topic: subject, content }]),
    )
  }
})

/** Notices would be messages of their own. */
const QUIET = { send_notification_to_old_thread: false, send_notification_to_new_thread: false }
