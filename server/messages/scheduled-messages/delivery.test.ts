import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ArgsOf } from '../../../api/contract.ts'
import { endpoints } from '../../../api/endpoints/index.ts'
import { TestClock } from '../../../test/clock.ts'
import { explains } from '../../../test/events-explain-state.ts'
import type { Person, TestServer } from '../../../test/harness.ts'
import { changeAccount, changeChannel } from '../../../test/people.ts'
import { refused } from '../../../test/refusals.ts'
import { startTwoNodes, type TwoNodes } from '../../../test/two-nodes.ts'
import { features } from '../../features.ts'
import { allOf } from '../../kernel/feature.ts'
import { reactivateRealm } from '../../organization/realm/reactivate-realm.ts'

const {
  createScheduledMessage,
  deleteScheduledMessage,
  getMessages,
  getScheduledMessages,
  sendMessage,
  updateScheduledMessage,
  updateSubscriptionProperty,
} = endpoints

const HOUR = 3_600

describe('the delivery of a scheduled message', () => {
  const clock = new TestClock()
  let nodes: TwoNodes
  let server: TestServer
  let ann: Person
  let bob: Person
  let talk: number

  beforeAll(async () => {
    nodes = await startTwoNodes({ clock })
    server = nodes.first
    ann = nodes.ann
    bob = await server.person('Bob', 'talk')
    talk = server.channelId('talk')
  })
  afterAll(() => nodes.close())

  const inSeconds = (seconds: number) => Math.floor(clock.now() / 1000) + seconds
  const list = async ({ client }: Person) => (await client.call(getScheduledMessages, {})).scheduled_messages
  const schedule = async ({ client }: Person, wanted: Partial<ArgsOf<typeof createScheduledMessage>> = {}) => {
    const args = { type: 'channel', to: talk, topic: 'plans', content: 'x' } as const
    const time = { scheduled_delivery_timestamp: inSeconds(HOUR) }
    return (await client.call(createScheduledMessage, { ...args, ...time, ...wanted })).scheduled_message_id
  }
  const edit = ({ client }: Person, id: number, change: Partial<ArgsOf<typeof updateScheduledMessage>>) =>
    client.call(updateScheduledMessage, { ...change, scheduled_message_id: id })
  const inbox = async ({ client }: Person) =>
    (await client.call(getMessages, { anchor: 'newest', num_before: 100, num_after: 0, apply_markdown: false }))
      .messages
  const received = async (person: Person, content: string) =>
    (await inbox(person)).filter((message) => message.content === content)
  const due = async (seconds = HOUR) => {
    clock.pass(seconds)
    await server.runJobs()
  }

  test('happens at its time and not before, with the client that scheduled it', async () => {
    const id = await schedule(ann, { content: 'on time' })
    clock.pass(HOUR - 1)
    await server.runJobs()
    expect(await received(bob, 'on time')).toEqual([])
    const told = await explains({ Ann: ann.client, Bob: bob.client }, () => due(1))
    expect(await received(bob, 'on time')).toMatchObject([
      { sender_id: ann.id, client: 'website', stream_id: talk, subject: 'plans', timestamp: inSeconds(0), flags: [] },
    ])
    expect(told['Ann']).toMatchObject([
      { type: 'message', flags: ['read'] },
      { type: 'user_topic', stream_id: talk, topic_name: 'plans', visibility_policy: 3 },
      { type: 'scheduled_messages', op: 'remove', scheduled_message_id: id },
    ])
    expect(told['Bob']).toMatchObject([{ type: 'message', message: { content: '<p>on time</p>' } }])
    expect(await list(ann)).toEqual([])
  })

  test('follows or unmutes the topic as the settings of the sender then say', async () => {
    const deliver = async (topic: string, follow: number, unmute: number) => {
      await schedule(bob, { topic })
      await changeAccount(server, bob.id, {
        settings: JSON.stringify({
          automatically_follow_topics_policy: follow,
          automatically_unmute_topics_in_muted_streams_policy: unmute,
        }),
      })
      const told = await explains({ Bob: bob.client, Ann: ann.client }, () => due())
      expect(told['Ann']!.filter(({ type }) => type === 'user_topic')).toEqual([])
      return told['Bob']!.flatMap((event) => (event.type === 'user_topic' ? [event.visibility_policy] : []))
    }
    const mute = (value: boolean) =>
      bob.client.call(updateSubscriptionProperty, { stream_id: talk, property: 'is_muted', value })
    await ann.client.call(sendMessage, { type: 'channel', to: 'talk', topic: 'begun', content: 'x' })
    expect(await deliver('begun', 3, 3)).toEqual([])
    expect(await deliver('begun', 4, 2)).toEqual([])
    await mute(true)
    expect(await deliver('begun', 4, 2)).toEqual([2])
    expect(await deliver('begun', 2, 2)).toEqual([3])
    expect(await deliver('begun', 2, 2)).toEqual([])
    expect(await deliver('new', 3, 4)).toEqual([3])
    await mute(false)
    await changeAccount(server, bob.id, { settings: '{}' })
  })

  test('leaves a record for a day, so that an edit hears that it was sent', async () => {
    const id = await schedule(ann)
    await due()
    await refused(edit(ann, id, { content: 'y' }), 'Scheduled message was already sent')
    await refused(edit(bob, id, { content: 'y' }), 'Scheduled message does not exist', { status: 404 })
    const gone = ann.client.call(deleteScheduledMessage, { scheduled_message_id: id })
    await refused(gone, 'Scheduled message does not exist', { status: 404 })
    clock.pass(24 * HOUR)
    await schedule(ann)
    await due()
    await refused(edit(ann, id, { content: 'y' }), 'Scheduled message does not exist', { status: 404 })
  })

  test('begins a conversation of people who never wrote to each other', async () => {
    const zoe = await server.person('Zoe')
    await schedule(ann, { type: 'direct', to: [zoe.id], content: 'hello Zoe' })
    await due()
    expect(await received(zoe, 'hello Zoe')).toMatchObject([{ type: 'private', sender_id: ann.id }])
  })

  test('leaves a message to oneself unread, unless it says otherwise', async () => {
    await schedule(ann, { type: 'direct', to: [ann.id], content: 'unread note' })
    await schedule(ann, { type: 'direct', to: [ann.id], content: 'read note', read_by_sender: true })
    await schedule(ann, { content: 'unread in talk', read_by_sender: false })
    await due()
    expect(await received(ann, 'unread note')).toMatchObject([{ flags: [] }])
    expect(await received(ann, 'read note')).toMatchObject([{ flags: ['read'] }])
    expect(await received(ann, 'unread in talk')).toMatchObject([{ flags: [] }])
  })

  test('takes the text and the time of the last edit, and sends nothing that was deleted', async () => {
    const id = await schedule(ann, { content: 'first text' })
    await edit(ann, id, { content: 'second text', scheduled_delivery_timestamp: inSeconds(2 * HOUR) })
    const dropped = await schedule(ann, { content: 'dropped' })
    await ann.client.call(deleteScheduledMessage, { scheduled_message_id: dropped })
    await due()
    expect(await received(bob, 'second text')).toEqual([])
    await due()
    expect(await received(bob, 'second text')).toHaveLength(1)
    expect(await received(bob, 'first text')).toEqual([])
    expect(await received(bob, 'dropped')).toEqual([])
  })

  test('happens once, although two nodes run the job and it runs again', async () => {
    await schedule(ann, { content: 'only once' })
    clock.pass(HOUR)
    await server.ctx.jobs.readLog()
    const { rows } = await server.database.pool.query(
      `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'scheduled-message'`,
    )
    const task = allOf(features, 'tasks').find(({ name }) => name === 'scheduled-message')!
    const run = (node: TestServer) => task.run(node.ctx, rows[0].payload, new AbortController().signal)
    await Promise.all([run(nodes.first), run(nodes.second), run(nodes.first), run(nodes.second)])
    await server.runJobs()
    expect(await received(bob, 'only once')).toHaveLength(1)
    expect(await list(ann)).toEqual([])
  })

  test('happens up to ten minutes late; later it fails with a notice', async () => {
    await schedule(ann, { content: 'ten minutes late' })
    await due(HOUR + 600)
    expect(await received(bob, 'ten minutes late')).toHaveLength(1)
    const id = await schedule(ann, { content: 'too late' })
    const time = new Date(inSeconds(HOUR) * 1000).toISOString()
    const told = await explains({ Ann: ann.client, Bob: bob.client }, () => due(HOUR + 601))
    expect(told['Ann']).toMatchObject([
      { type: 'scheduled_messages', op: 'update', scheduled_message: { scheduled_message_id: id, failed: true } },
      { type: 'message' },
    ])
    expect(told['Bob']).toEqual([])
    expect(await received(bob, 'too late')).toEqual([])
    expect((await inbox(ann)).at(-1)).toMatchObject({
      sender_full_name: 'Notification Bot',
      content: [
        `The message you scheduled for <time:${time}> was not sent because of the following error:`,
        '> Message could not be sent at the scheduled time.',
        '[View scheduled messages](#scheduled)',
      ].join('\n\n'),
    })
    await ann.client.call(deleteScheduledMessage, { scheduled_message_id: id })
  })

  test('needs the permission of that moment, and an edit of the time retries it', async () => {
    const id = await schedule(ann, { content: 'after the archive' })
    await changeChannel(server, talk, { is_archived: true })
    await due()
    expect(await list(ann)).toMatchObject([{ scheduled_message_id: id, failed: true }])
    expect((await inbox(ann)).at(-1)!.content).toContain("> Not authorized to send to channel 'talk'")
    const later = { topic: 'plans', scheduled_delivery_timestamp: inSeconds(HOUR) }
    await refused(edit(ann, id, later), "Not authorized to send to channel 'talk'")
    await changeChannel(server, talk, { is_archived: false })
    await refused(edit(ann, id, { content: 'after the archive' }), 'Scheduled delivery time must be in the future.')
    await edit(ann, id, { scheduled_delivery_timestamp: inSeconds(HOUR) })
    expect(await list(ann)).toMatchObject([{ failed: false }])
    await due()
    expect(await received(bob, 'after the archive')).toHaveLength(1)
  })

  test('fails for a recipient who is deactivated by then', async () => {
    const yan = await server.person('Yan')
    const id = await schedule(ann, { type: 'direct', to: [yan.id], content: 'x' })
    await changeAccount(server, yan.id, { is_active: false })
    await due()
    expect(await list(ann)).toMatchObject([{ scheduled_message_id: id, failed: true }])
    expect((await inbox(ann)).at(-1)!.content).toContain('is no longer using this organization.')
    await ann.client.call(deleteScheduledMessage, { scheduled_message_id: id })
  })

  test('fails without a notice for a sender who is deactivated by then', async () => {
    const xia = await server.person('Xia', 'talk')
    await schedule(xia, { content: 'from the past' })
    await changeAccount(server, xia.id, { is_active: false })
    await due()
    expect(await received(bob, 'from the past')).toEqual([])
    await changeAccount(server, xia.id, { is_active: true })
    expect(await list(xia)).toMatchObject([{ content: 'from the past', failed: true }])
    const { rows } = await server.database.pool.query('select 1 from conversation where $1 = any(members)', [xia.id])
    expect(rows).toEqual([])
  })

  test('fails while the organization is deactivated', async () => {
    const id = await schedule(ann, { content: 'to nobody' })
    await server.owner.call(endpoints.deactivateRealm, {})
    await due()
    await server.ctx.transact(server.realm.id, reactivateRealm)
    expect(await received(bob, 'to nobody')).toEqual([])
    expect(await list(ann)).toMatchObject([{ scheduled_message_id: id, failed: true }])
    expect((await inbox(ann)).at(-1)!.content).toContain('This organization has been deactivated')
    await ann.client.call(deleteScheduledMessage, { scheduled_message_id: id })
  })
})
