import { describe, expect, test } from 'vitest'
import { endpoints } from '../../api/endpoints/index.ts'
import { crowd } from '../../test/crowd.ts'
import { explains } from '../../test/events-explain-state.ts'
import type { Person } from '../../test/harness.ts'
import { bot, changeRealm } from '../../test/people.ts'
import { useServer } from '../../test/use-server.ts'
import { deactivateUser } from '../accounts/deactivation/deactivate-user.ts'
import { type SubscriptionNotices, subscriptionNoticeJobs } from './notices/send-subscription-notices.ts'

describe('a user who is subscribed by another user', () => {
  const { server, ann, bob, cleo } = useServer({ members: ['ann', 'bob', 'cleo'], env: { PARLEY_RATE_LIMITS: 'off' } })
  let made = 0

  const newChannel = async (more: object = {}): Promise<string> => {
    made += 1
    const name = `place ${made}`
    await ann.client.call(endpoints.subscribe, { subscriptions: [{ name }], ...more })
    return name
  }
  const subscribe = (names: readonly string[], principals: number[], more: object = {}) =>
    ann.client.call(endpoints.subscribe, { subscriptions: names.map((name) => ({ name })), principals, ...more })
  /** The notices that this user got since the last call. */
  const seen = new Map<number, number>()
  const told = async ({ id, client }: Person) => {
    await server.runJobs()
    const { messages } = await client.call(endpoints.getMessages, {
      ...{ anchor: 'newest', num_before: 50, num_after: 0, apply_markdown: false },
      narrow: [{ operator: 'sender', operand: server.realm.systemBot('notification').id, negated: false }],
    })
    const fresh = messages.filter((message) => message.id > (seen.get(id) ?? 0))
    seen.set(id, messages.at(-1)?.id ?? 0)
    return fresh
  }
  const texts = async (person: Person) => (await told(person)).map((message) => message.content)
  const byAnn = () => `@_**Ann|${ann.id}**`

  test('gets a direct message from the notification bot', async () => {
    const name = await newChannel()
    const answer = await subscribe([name], [ann.id, bob.id])
    expect(answer.new_subscription_messages_sent).toBe(true)
    const [notice, ...more] = await told(bob)
    expect(more).toEqual([])
    expect(notice).toMatchObject({
      type: 'private',
      content: `${byAnn()} subscribed you to the channel #**${name}**.`,
      sender_full_name: 'Notification Bot',
      sender_email: 'notification-bot@parley.invalid',
      avatar_url: expect.stringMatching(/^\/user_avatars\/\d+\/generated\//),
      client: 'Internal',
      flags: [],
    })
    expect(await texts(ann)).toEqual([])
  })

  test('gets one message per request, which lists only the newly subscribed channels', async () => {
    const names = [await newChannel(), await newChannel(), await newChannel()]
    await subscribe(names.slice(0, 1), [bob.id])
    await texts(bob)
    await subscribe(names, [bob.id, cleo.id])
    const list = (some: readonly string[]) => some.map((name) => `* #**${name}**`).join('\n')
    expect(await texts(bob)).toEqual([`${byAnn()} subscribed you to these channels:\n\n${list(names.slice(1))}`])
    expect(await texts(cleo)).toEqual([`${byAnn()} subscribed you to these channels:\n\n${list(names)}`])
  })

  test('gets a link to a private channel, although the bot is not subscribed to it', async () => {
    const name = await newChannel({ invite_only: true })
    await subscribe([name], [bob.id])
    const [notice] = await told(bob)
    const { message } = await bob.client.call(endpoints.getMessage, { message_id: notice!.id })
    expect(message.content).toContain(`class="stream" data-stream-id="${server.channelId(name)}"`)
    expect(message.content).toContain(`class="user-mention silent" data-user-id="${ann.id}"`)
  })

  test('gets no message about a channel that the request created', async () => {
    await subscribe(['brand new'], [ann.id, bob.id])
    expect(await texts(bob)).toEqual([])
    const old = await newChannel()
    await subscribe([old, 'brand new, too'], [bob.id])
    expect(await texts(bob)).toEqual([`${byAnn()} subscribed you to the channel #**${old}**.`])
  })

  test('gets no message if the request opts out, or if already subscribed', async () => {
    const name = await newChannel()
    const quiet = await subscribe([name], [bob.id], { send_new_subscription_messages: false })
    expect(quiet).not.toHaveProperty('new_subscription_messages_sent')
    await subscribe([name], [bob.id])
    expect(await texts(bob)).toEqual([])
  })

  test('gets no message as a bot, or if deactivated before the job runs', async () => {
    const name = await newChannel()
    const helper = await bot(server, 'Helper', bob)
    const dan = await server.person('Dan')
    await subscribe([name], [helper.id, dan.id, bob.id])
    await server.ctx.transact(server.realm.id, (tx) => deactivateUser(tx, server.realm.users.get(dan.id)!))
    expect(await texts(bob)).toHaveLength(1)
    const { rows } = await server.database.pool.query(
      `select count(*)::int as count from member m join conversation c on c.id = m.conv_id
       where c.members is not null and m.user_id = any($1)`,
      [[helper.id, dan.id]],
    )
    expect(rows).toEqual([{ count: 0 }])
  })

  test('gets a message even if direct messages between people are disabled', async () => {
    const nobody = { direct_message_permission_group: 'role:nobody', direct_message_initiator_group: 'role:nobody' }
    await changeRealm(server, {}, nobody as never)
    const name = await newChannel()
    await subscribe([name], [cleo.id])
    expect(await texts(cleo)).toHaveLength(1)
    const everyone = {
      direct_message_permission_group: 'role:everyone',
      direct_message_initiator_group: 'role:everyone',
    }
    await changeRealm(server, {}, everyone as never)
  })

  test('gets the message as an event that explains the state', async () => {
    const name = await newChannel()
    const events = await explains({ Bob: bob.client, Ann: ann.client }, async () => {
      await subscribe([name], [bob.id])
      await server.runJobs()
    })
    await texts(bob)
    const told = events['Bob']!.find(({ type }) => type === 'message')
    const sender = {
      sender_full_name: 'Notification Bot',
      avatar_url: expect.stringMatching(/^\/user_avatars\/\d+\/generated\//),
    }
    expect(told).toMatchObject({ message: sender, flags: [] })
    expect(events['Ann']!.map(({ type }) => type)).not.toContain('message')
  })

  test('gets a message that names at most 50 channels', async () => {
    const names = Array.from({ length: 60 }, (_, n) => `one of many ${n}`)
    await ann.client.call(endpoints.subscribe, { subscriptions: names.map((name) => ({ name })) })
    await subscribe(names, [bob.id])
    const [text] = await texts(bob)
    expect(text!.split('\n').filter((line) => line.startsWith('* #'))).toHaveLength(50)
    expect(text).toMatch(/\n\* and 10 more$/)
  })

  test('gets a message if at most 100 users are subscribed, in jobs of 25, and none if there are more', async () => {
    const people = await crowd(server, 101)
    const [few, many] = [await newChannel(), await newChannel()]
    expect(await subscribe([few], people.slice(0, 100))).toMatchObject({ new_subscription_messages_sent: true })
    expect(await subscribe([many], people)).toMatchObject({ new_subscription_messages_sent: false })
    await server.ctx.jobs.readLog()
    const { rows: jobs } = await server.database.pool.query('select from graphile_worker._private_jobs')
    expect(jobs).toHaveLength(4)
    await server.runJobs()
    const { rows } = await server.database.pool.query(
      'select count(*)::int as count from message where sender_id = $1 and content like $2',
      [server.realm.systemBot('notification').id, `%${few}%`],
    )
    expect(rows).toEqual([{ count: 100 }])
  })

  test('shares a job with 24 others, however many users there are', () => {
    const joined = Array.from({ length: 10_000 }, (_, n) => [n + 1, n % 2 ? [1, 2] : [1]] as const)
    const jobs = subscriptionNoticeJobs(7, joined)
    expect(jobs).toHaveLength(400)
    const payloads = jobs.map((job) => job.payload as SubscriptionNotices)
    const people = payloads.flatMap(({ notices }) => notices.flatMap((notice) => notice.people))
    expect(people.toSorted((a, b) => a - b)).toEqual(joined.map(([id]) => id))
    for (const { by, notices } of payloads) expect([by, notices.length]).toEqual([7, 2])
  })
})
