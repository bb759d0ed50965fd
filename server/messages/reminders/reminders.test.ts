import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ArgsOf } from '../../../api/contract.ts'
import { endpoints } from '../../../api/endpoints/index.ts'
import { TestClock } from '../../../test/clock.ts'
import { explains } from '../../../test/events-explain-state.ts'
import type { Person } from '../../../test/harness.ts'
import { changeAccount, changeChannel, changeRealm } from '../../../test/people.ts'
import { postForm } from '../../../test/post-form.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

const { createMessageReminder, deleteReminder, getMessages, getReminders, sendMessage } = endpoints

const HOUR = 3_600

describe('reminders', () => {
  const clock = new TestClock()
  const { server, ann, bob, gus } = useServer({ members: ['ann', 'bob'], guests: ['gus'], channel: 'lunch', clock })
  let soup: number
  let whisper: number

  beforeAll(async () => {
    // The messages that welcome new accounts would come between.
    await server.runJobs()
    soup = await say({ type: 'channel', to: 'lunch', topic: 'soup', content: 'Soup for @**Ann** in ```a bowl```' })
    whisper = await say({ type: 'direct', to: `[${bob.id}]`, content: 'psst' })
  })
  afterEach(async () => {
    for (const person of [ann, bob, gus])
      for (const { reminder_id } of await list(person)) await person.client.call(deleteReminder, { reminder_id })
  })

  const say = async (args: ArgsOf<typeof sendMessage>) => (await bob.client.call(sendMessage, args)).id
  const inSeconds = (seconds: number) => Math.floor(clock.now() / 1000) + seconds
  const list = async ({ client }: Person) => (await client.call(getReminders, {})).reminders
  const remind = async (
    { client }: Person,
    message_id: number,
    more: Partial<ArgsOf<typeof createMessageReminder>> = {},
  ) => {
    const args = { message_id, scheduled_delivery_timestamp: inSeconds(HOUR), ...more }
    return (await client.call(createMessageReminder, args)).reminder_id
  }
  const remove = ({ client }: Person, reminder_id: number) => client.call(deleteReminder, { reminder_id })
  const newest = async ({ client }: Person, apply_markdown = false) =>
    (await client.call(getMessages, { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown })).messages[0]!
  const due = async (seconds = HOUR) => {
    clock.pass(seconds)
    await server.runJobs()
  }
  const watched = () => ({ Ann: ann.client, Bob: bob.client })

  test('are created; the events explain the state, and reach nobody else', async () => {
    let id = 0
    const told = await explains(watched(), async () => {
      id = await remind(ann, soup, { note: ' eat\nfast ' })
    })
    const expected = {
      reminder_id: id,
      type: 'private',
      to: [ann.id],
      content: `You requested a reminder for #**lunch>soup@${soup}**. Note:\n> eat\n> fast`,
      scheduled_delivery_timestamp: inSeconds(HOUR),
      failed: false,
      reminder_target_message_id: soup,
    }
    expect(await list(ann)).toMatchObject([expected])
    expect((await list(ann))[0]!.rendered_content).toContain('<blockquote>')
    expect(told['Ann']).toMatchObject([{ type: 'reminders', op: 'add', reminders: [expected] }])
    expect(told['Bob']).toEqual([])
    expect(await list(bob)).toEqual([])
  })

  test('are listed by the time of delivery, and deleted; the events explain the state', async () => {
    const late = await remind(ann, soup, { scheduled_delivery_timestamp: inSeconds(2 * HOUR) })
    const early = (await explains(watched(), () => remind(ann, soup)))['Ann']!
    expect(early).toHaveLength(1)
    const ids = (await list(ann)).map((one) => one.reminder_id)
    expect(ids[1]).toBe(late)
    const told = await explains(watched(), () => remove(ann, late))
    expect(told['Ann']).toMatchObject([{ type: 'reminders', op: 'remove', reminder_id: late }])
    expect(told['Bob']).toEqual([])
    expect((await list(ann)).map((one) => one.reminder_id)).toEqual([ids[0]])
    await due(3 * HOUR)
    expect((await newest(ann)).content).toContain('You requested a reminder')
  })

  test('need a message that their owner may read, a time in the future, and a short note', async () => {
    const past = 'Scheduled delivery time must be in the future.'
    await refused(remind(ann, soup, { scheduled_delivery_timestamp: inSeconds(0) }), past)
    for (const id of [whisper, 999_999, -1]) await refused(remind(ann, id), 'Invalid message(s)')
    await refused(remind(gus, soup), 'Invalid message(s)')
    const form = { message_id: String(soup), scheduled_delivery_timestamp: '4102444800', note: 'x'.repeat(1001) }
    const msg = 'note is too long (limit: 1000 characters)'
    expect(await postForm(server, ann, '/reminders', form)).toMatchObject({ msg })
    await remind(ann, soup, { note: 'x'.repeat(1000) })
    await remind(bob, whisper)
  })

  test('exist only for their owner', async () => {
    const id = await remind(ann, soup)
    for (const [person, wanted] of [
      [bob, id],
      [ann, 999_999],
    ] as const)
      await refused(remove(person, wanted), 'Reminder does not exist', { status: 404 })
    expect(await list(ann)).toHaveLength(1)
  })

  test('are delivered at their time, and quote the message without mentioning anybody', async () => {
    const id = await remind(ann, soup, { note: 'eat' })
    await due(HOUR - 1)
    expect(await list(ann)).toHaveLength(1)
    const told = await explains(watched(), () => due(1))
    expect(told['Ann']).toMatchObject([
      { type: 'message', flags: [] },
      { type: 'reminders', op: 'remove', reminder_id: id },
    ])
    expect(told['Bob']).toEqual([])
    const message = await newest(ann)
    expect(message).toMatchObject({ type: 'private', sender_id: server.realm.systemBot('notification').id, flags: [] })
    expect(message.content).toContain(`You requested a reminder for #**lunch>soup@${soup}**. Note:\n> eat\n\n`)
    expect(message.content).toContain(`@_**Bob|${bob.id}** [said](`)
    expect(message.content).toContain('````quote\nSoup for @**Ann** in ```a bowl```\n````')
    expect((await newest(ann, true)).content).toContain('<blockquote>\n<p>Soup for <span class="user-mention silent"')
    expect(await list(ann)).toEqual([])
  })

  test('are delivered for direct messages, and however late', async () => {
    await remind(bob, whisper)
    await due(24 * HOUR)
    const { content } = await newest(bob)
    expect(content).toMatch(/^You requested a reminder for \[this direct message\]\(http/)
    expect(content).toContain('```quote\npsst\n```')
  })

  test('cut a long message, so that the reminder is not too long', async () => {
    const long = await say({ type: 'channel', to: 'lunch', topic: 'soup', content: 'x'.repeat(10_000) })
    await remind(ann, long)
    await due()
    const { content } = await newest(ann)
    expect(content).toHaveLength(10_000)
    expect(content).toMatch(/\n```$/)
  })

  test('do not show a message that their owner may not read any more', async () => {
    const cho = await server.person('Cho')
    await server.runJobs()
    const lunch = server.channelId('lunch')
    await remind(cho, soup, { note: 'eat' })
    await changeChannel(server, lunch, { invite_only: true })
    await due()
    expect((await newest(cho)).content).toBe(
      'You requested a reminder for a message that you cannot read any more. Note:\n> eat',
    )
    await changeChannel(server, lunch, { invite_only: false })
  })

  test('do not name an author whom a guest with limited sight does not see', async () => {
    const join = { subscriptions: [{ name: 'tea' }], principals: [gus.id] }
    await server.owner.call(endpoints.subscribe, join)
    await server.owner.call(endpoints.unsubscribe, { subscriptions: ['general'], principals: [gus.id] })
    const tea = await say({ type: 'channel', to: 'tea', topic: 'x', content: 'Tea' })
    await changeRealm(server, {}, { can_access_all_users_group: 'role:members' })
    await remind(gus, tea)
    await due()
    expect((await newest(gus)).content).toMatch(/\n\nUnknown user \[said]/)
    await changeRealm(server, {}, { can_access_all_users_group: 'role:everyone' })
  })

  test('are delivered once, although the job runs again', async () => {
    const id = await remind(ann, soup)
    clock.pass(HOUR)
    const { deliverReminder } = await import('./deliver-reminder.ts')
    const deliver = () => deliverReminder(server.ctx, server.realm, { id })
    const before = (await newest(ann)).id
    await Promise.all([deliver(), deliver()])
    await server.runJobs()
    const { messages } = await ann.client.call(getMessages, { anchor: String(before), num_before: 0, num_after: 9 })
    expect(messages.filter((message) => message.id > before)).toHaveLength(1)
  })

  test('of a deactivated account fail and stay', async () => {
    const dan = await server.person('Dan')
    await remind(dan, soup)
    await changeAccount(server, dan.id, { is_active: false })
    await due()
    await changeAccount(server, dan.id, { is_active: true })
    expect(await list(dan)).toMatchObject([{ failed: true }])
  })

  test('are limited in number', async () => {
    await server.database.pool.query(
      `insert into reminder (realm_id, user_id, message_id, note, content, rendered, deliver_at)
       select $1, $2, $3, '', 'x', 'x', 4102444800 from generate_series(1, 499)`,
      [server.realm.id, ann.id, soup],
    )
    await remind(ann, soup)
    await refused(remind(ann, soup), 'You can have at most 500 reminders.')
    await server.database.pool.query('delete from reminder')
  })
})
