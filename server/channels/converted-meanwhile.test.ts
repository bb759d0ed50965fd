import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../api/endpoints/index.ts'
import { type Client, createClient } from '../../client/client.ts'
import type { Person } from '../../test/harness.ts'
import { opened } from '../../test/opened.ts'
import { changeAccount, changeRealm } from '../../test/people.ts'
import { startTwoNodes } from '../../test/two-nodes.ts'
import { ROLE } from '../kernel/realm-state/user.ts'

describe('a channel that is converted while queues wait, with two nodes', () => {
  const nodes = opened(startTwoNodes)
  let bob: Person
  let gus: Person

  beforeAll(async () => {
    bob = await nodes.first.person('Bob')
    gus = await nodes.first.person('Gus')
    await changeAccount(nodes.first, gus.id, { role: ROLE.guest })
  })

  const create = async (name: string, invite_only: boolean) => {
    const args = { name, invite_only, history_public_to_subscribers: true, subscribers: [nodes.ann.id] }
    return (await nodes.ann.client.call(endpoints.createChannel, args)).id
  }
  const turn = (client: Client, stream_id: number, is_private: boolean) =>
    client.call(endpoints.updateStream, { stream_id, is_private, history_public_to_subscribers: true })
  const say = (client: Client, id: number, content: string) =>
    client.call(endpoints.sendMessage, { type: 'channel', to: `${id}`, topic: 'x', content })
  const onSecond = (person: Person) => nodes.second.clientFor(nodes.first.realm.users.get(person.id)!)
  const register = async (
    client: Client,
    all_public_streams = true,
    narrow: { operator: string; operand: string }[] = [],
  ) =>
    (await client.call(endpoints.registerQueue, { event_types: ['message', 'stream'], all_public_streams, narrow }))
      .queue_id!

  /** What a queue has got since it was registered, in words. */
  const told = async (client: Client, queue_id: string) => {
    const { events } = await client.call(endpoints.getEvents, { queue_id, last_event_id: -1, dont_block: true })
    return events.map((event) =>
      event.type === 'message'
        ? event.message.content.replace(/<[^>]*>/g, '')
        : `${event.type} ${'op' in event ? event.op : ''}`,
    )
  }

  test.each([
    ['private', true],
    ['public', false],
  ] as const)('to %s gives nobody what was not theirs at that time', async (_, isPrivate) => {
    const { ann, annOnSecond } = nodes
    const id = await create(isPrivate ? 'closing' : 'opening', !isPrivate)
    const here = await register(bob.client)
    const there = await register(onSecond(bob))
    const guests = await register(gus.client, false)
    const narrowed = await register(bob.client, true, [
      { operator: 'channel', operand: nodes.first.realm.channels.get(id)!.name },
    ])
    const subscriber = await register(ann.client, false)
    await say(ann.client, id, 'before')
    await turn(annOnSecond, id, isPrivate)
    await say(annOnSecond, id, 'after')
    const expected = isPrivate ? ['before', 'stream delete'] : ['stream create', 'after']
    // Each queue is read on both nodes, and twice: the second time it is a replay.
    for (const queue of [here, there, narrowed])
      for (const client of [bob.client, onSecond(bob), bob.client]) expect(await told(client, queue)).toEqual(expected)
    expect(await told(gus.client, guests)).toEqual([])
    for (const client of [ann.client, annOnSecond])
      expect(await told(client, subscriber)).toEqual(['before', 'stream update', 'after'])
  })

  test('ends what a waiting poll may get: the next message is not delivered', async () => {
    const { ann, annOnSecond } = nodes
    const id = await create('waiting', false)
    const queue_id = await register(bob.client)
    // Both polls wait, one on each node, and the second ends the first.
    const poll = (client: Client, last_event_id: number) =>
      client.call(endpoints.getEvents, { queue_id, last_event_id })
    const waiting = poll(bob.client, -1)
    await turn(annOnSecond, id, true)
    const { events } = await waiting
    expect(events).toMatchObject([{ type: 'stream', op: 'delete' }])
    const next = poll(onSecond(bob), events.at(-1)!.id)
    await say(ann.client, id, 'hidden')
    const { id: open } = nodes.first.realm.channelByName('talk')!
    await say(ann.client, open, 'shown')
    expect((await next).events).toMatchObject([{ type: 'message', message: { stream_id: open } }])
  })

  test('from web-public closes it to visitors at once', async () => {
    const { first, second } = nodes
    await changeRealm(first, { enable_spectator_access: true })
    const visitors = [first, second].map(({ url }) => createClient({ url, userAgent: 'website', strict: true }))
    const args = { name: 'open to all', is_web_public: true, subscribers: [] }
    const { id } = await first.owner.call(endpoints.createChannel, args)
    const { id: message_id } = await say(first.owner, id, 'hello')
    const narrow = [
      { operator: 'channels', operand: 'web-public', negated: false },
      { operator: 'channel', operand: id, negated: false },
    ]
    const fetch = (client: Client) =>
      client.call(endpoints.getMessages, { anchor: 'newest', num_before: 5, num_after: 0, narrow })
    for (const visitor of visitors) {
      expect((await fetch(visitor)).messages.map((message) => message.id)).toEqual([message_id])
      await visitor.call(endpoints.registerQueue, { client_gravatar: false })
    }
    await first.owner.call(endpoints.updateStream, { stream_id: id, is_web_public: false })
    for (const visitor of visitors) {
      await expect(fetch(visitor)).rejects.toThrow()
      await expect(visitor.call(endpoints.registerQueue, { client_gravatar: false })).rejects.toThrow()
    }
  })

  test('and back again leaves out only what was sent in between', async () => {
    const { ann, annOnSecond } = nodes
    const id = await create('flickering', false)
    const queue = await register(onSecond(bob))
    await say(ann.client, id, 'one')
    await turn(annOnSecond, id, true)
    await say(ann.client, id, 'two')
    await turn(ann.client, id, false)
    await say(annOnSecond, id, 'three')
    const expected = ['one', 'stream delete', 'stream create', 'three']
    for (const client of [bob.client, onSecond(bob)]) expect(await told(client, queue)).toEqual(expected)
  })
})
