import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ArgsOf } from '../../../api/contract.ts'
import { endpoints } from '../../../api/endpoints/index.ts'
import { TestClock } from '../../../test/clock.ts'
import { explains } from '../../../test/events-explain-state.ts'
import type { Person } from '../../../test/harness.ts'
import { changeAccount, changeChannel } from '../../../test/people.ts'
import { postForm } from '../../../test/post-form.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

const { createScheduledMessage, deleteScheduledMessage, getScheduledMessages, updateScheduledMessage } = endpoints

const HOUR = 3_600
const LONG_AGO = 1_000_000_000
const NOT_IN_FUTURE = 'Scheduled delivery time must be in the future.'

describe('scheduled messages', () => {
  const clock = new TestClock()
  const { server, ann, gus } = useServer({ members: ['ann'], guests: ['gus'], channel: 'lunch', clock })
  let bob: Person
  let lunch: number
  let secret: number

  beforeAll(async () => {
    bob = await server.person('Bob', 'secret')
    lunch = server.channelId('lunch')
    secret = server.channelId('secret')
    await changeChannel(server, secret, { invite_only: true })
  })
  afterEach(async () => {
    for (const person of [ann, bob, gus])
      for (const { scheduled_message_id } of await list(person))
        await person.client.call(deleteScheduledMessage, { scheduled_message_id })
  })

  const inSeconds = (seconds: number) => Math.floor(clock.now() / 1000) + seconds
  const list = async ({ client }: Person) => (await client.call(getScheduledMessages, {})).scheduled_messages
  const schedule = async ({ client }: Person, wanted: Partial<ArgsOf<typeof createScheduledMessage>> = {}) => {
    const args = { type: 'channel', to: lunch, topic: 'soup', content: 'Soup is *ready*' } as const
    const time = { scheduled_delivery_timestamp: inSeconds(HOUR) }
    return (await client.call(createScheduledMessage, { ...args, ...time, ...wanted })).scheduled_message_id
  }
  const edit = ({ client }: Person, id: number, change: Partial<ArgsOf<typeof updateScheduledMessage>>) =>
    client.call(updateScheduledMessage, { ...change, scheduled_message_id: id })
  const remove = ({ client }: Person, id: number) => client.call(deleteScheduledMessage, { scheduled_message_id: id })
  const watched = () => ({ Ann: ann.client, Bob: bob.client, Gus: gus.client })

  test('are created for channels; the events explain the state, and reach nobody else', async () => {
    let id = 0
    const told = await explains(watched(), async () => {
      id = await schedule(ann, { topic: ' soup ' })
    })
    const expected = {
      scheduled_message_id: id,
      type: 'stream',
      to: lunch,
      topic: 'soup',
      content: 'Soup is *ready*',
      rendered_content: '<p>Soup is <em>ready</em></p>',
      scheduled_delivery_timestamp: inSeconds(HOUR),
      failed: false,
    }
    expect(await list(ann)).toEqual([expected])
    expect(told['Ann']).toMatchObject([{ type: 'scheduled_messages', op: 'add', scheduled_messages: [expected] }])
    expect(told['Bob']).toEqual([])
    expect(await list(bob)).toEqual([])
  })

  test('are created for people, by guests too, with the recipients besides the sender', async () => {
    await schedule(gus, { type: 'direct', to: [gus.id, bob.id], topic: 'ignored' })
    await schedule(gus, { type: 'private', to: [gus.id] })
    const [toBob, toSelf] = await list(gus)
    expect(toBob).toMatchObject({ type: 'private', to: [bob.id] })
    expect(toBob).not.toHaveProperty('topic')
    expect(toSelf).toMatchObject({ type: 'private', to: [gus.id] })
  })

  test('begin no conversation before they are sent', async () => {
    const count = async () =>
      (await server.database.pool.query('select count(*) from conversation where members is not null')).rows
    const before = await count()
    await schedule(bob, { type: 'direct', to: [bob.id, gus.id] })
    expect(await count()).toEqual(before)
  })

  test('are listed by the time of delivery', async () => {
    const late = await schedule(ann, { scheduled_delivery_timestamp: inSeconds(3 * HOUR) })
    const early = await schedule(ann)
    expect((await list(ann)).map((one) => one.scheduled_message_id)).toEqual([early, late])
    await explains(watched(), () => edit(ann, late, { scheduled_delivery_timestamp: inSeconds(60) }))
    expect((await list(ann)).map((one) => one.scheduled_message_id)).toEqual([late, early])
  })

  test('need a time in the future, a text and a topic', async () => {
    await refused(schedule(ann, { scheduled_delivery_timestamp: inSeconds(0) }), NOT_IN_FUTURE)
    await refused(schedule(ann, { scheduled_delivery_timestamp: LONG_AGO }), NOT_IN_FUTURE)
    await refused(schedule(ann, { content: ' \n' }), 'Message must not be empty')
    const form = { type: 'channel', to: String(lunch), content: 'x', scheduled_delivery_timestamp: '4102444800' }
    expect(await postForm(server, ann, '/scheduled_messages', form)).toMatchObject({ msg: 'Missing topic' })
    expect(
      await postForm(server, ann, '/scheduled_messages', { ...form, scheduled_delivery_timestamp: '9007199254740991' }),
    ).toMatchObject({ code: 'BAD_REQUEST', result: 'error' })
    expect(await list(ann)).toEqual([])
  })

  test('go to one channel, by its id, or to a list of people', async () => {
    await refused(schedule(ann, { to: [lunch] }), 'Invalid data type for channel ID')
    await refused(schedule(ann, { type: 'direct', to: bob.id }), 'Invalid data type for recipients')
    await refused(schedule(ann, { type: 'direct', to: [] }), 'Message must have recipients')
    await refused(schedule(ann, { type: 'direct', to: [999_999] }), 'Invalid user ID 999999')
  })

  test('go only where the sender may send; a hidden channel and a missing one are the same answer', async () => {
    for (const to of [secret, 999_999])
      await refused(schedule(ann, { to }), `Channel with ID '${to}' does not exist`, {
        code: 'STREAM_DOES_NOT_EXIST',
        data: { stream_id: to },
      })
    await schedule(bob, { to: secret })
    await changeChannel(server, lunch, { is_archived: true })
    await refused(schedule(ann), "Not authorized to send to channel 'lunch'")
    await changeChannel(server, lunch, { is_archived: false })
  })

  test('are edited; the events explain the state', async () => {
    const id = await schedule(ann)
    const change = { content: 'Salad', topic: 'greens', scheduled_delivery_timestamp: inSeconds(2 * HOUR) }
    const told = await explains(watched(), () => edit(ann, id, change))
    const expected = { ...change, scheduled_message_id: id, type: 'stream', rendered_content: '<p>Salad</p>' }
    expect(await list(ann)).toMatchObject([expected])
    expect(told['Ann']).toMatchObject([{ type: 'scheduled_messages', op: 'update', scheduled_message: expected }])
    expect(told['Bob']).toEqual([])
    await edit(ann, id, { type: 'direct', to: [bob.id] })
    expect(await list(ann)).toMatchObject([{ type: 'private', to: [bob.id], content: 'Salad' }])
    await edit(ann, id, { type: 'channel', to: lunch, topic: '' })
    expect(await list(ann)).toMatchObject([{ type: 'stream', to: lunch, topic: '', content: 'Salad' }])
  })

  test('an edit is checked like a new one', async () => {
    const id = await schedule(ann)
    const direct = await schedule(ann, { type: 'direct', to: [bob.id] })
    await refused(edit(ann, id, {}), 'Nothing to change')
    await refused(edit(ann, id, { scheduled_delivery_timestamp: LONG_AGO }), NOT_IN_FUTURE)
    await refused(edit(ann, id, { type: 'direct' }), 'Recipient required when updating type of scheduled message.')
    await refused(
      edit(ann, direct, { type: 'stream', to: lunch }),
      'Topic required when updating scheduled message type to channel.',
    )
    await refused(edit(ann, id, { to: secret }), `Channel with ID '${secret}' does not exist`, {
      code: 'STREAM_DOES_NOT_EXIST',
    })
    await refused(edit(ann, id, { to: [lunch] }), 'Invalid data type for channel ID')
    await refused(edit(ann, direct, { to: [999_999] }), 'Invalid user ID 999999')
    expect(await list(ann)).toMatchObject([{ to: lunch }, { to: [bob.id] }])
  })

  test('are deleted; the events explain the state', async () => {
    const id = await schedule(ann)
    const told = await explains(watched(), () => remove(ann, id))
    expect(told['Ann']).toMatchObject([{ type: 'scheduled_messages', op: 'remove', scheduled_message_id: id }])
    expect(told['Bob']).toEqual([])
    expect(await list(ann)).toEqual([])
  })

  test('exist only for their owner', async () => {
    const id = await schedule(ann)
    const missing = { status: 404 }
    for (const [person, wanted] of [
      [bob, id],
      [ann, 999_999],
      [ann, Number.MAX_SAFE_INTEGER],
    ] as const) {
      await refused(remove(person, wanted), 'Scheduled message does not exist', missing)
      await refused(edit(person, wanted, { content: 'x' }), 'Scheduled message does not exist', missing)
    }
    expect(await list(ann)).toHaveLength(1)
  })

  test('do not render what their owner may not see', async () => {
    await schedule(ann, { content: `#**secret** and #**lunch**` })
    const [one] = await list(ann)
    expect(one!.rendered_content).not.toContain(`data-stream-id="${secret}"`)
    expect(one!.rendered_content).toContain(`data-stream-id="${lunch}"`)
  })

  test('are limited in number', async () => {
    await server.database.pool.query(
      `insert into scheduled_message (realm_id, user_id, client, channel_id, topic, content, rendered, read_by_sender,
         deliver_at)
       select $1, $2, 'x', $3, 'x', 'x', 'x', false, 4102444800 from generate_series(1, 499)`,
      [server.realm.id, ann.id, lunch],
    )
    await schedule(ann)
    await refused(schedule(ann), 'You can have at most 500 scheduled messages.')
    await schedule(bob)
    await server.database.pool.query('delete from scheduled_message')
  })

  test('are refused to an account that is deactivated meanwhile', async () => {
    const zoe = await server.person('Zoe')
    await changeAccount(server, zoe.id, { is_active: false })
    await refused(schedule(zoe), 'Account is deactivated', { code: 'UNAUTHORIZED' })
  })
})
