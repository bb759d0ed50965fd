import { beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { breaches } from '../../../test/breaches.ts'
import { TestClock } from '../../../test/clock.ts'
import { explains } from '../../../test/events-explain-state.ts'
import { type Person, startTestServer } from '../../../test/harness.ts'
import { opened } from '../../../test/opened.ts'
import { DOMAIN, startMailServer } from '../../../test/outside/mail-server.ts'
import { type StoredMail, takeMails } from '../../../test/outside/mails.ts'
import { changeAccount } from '../../../test/people.ts'
import { findMissedMessages } from '../missed-mail/find-missed.ts'

const { createChannel, deleteMessage, getMessages, sendMessage, subscribe, unsubscribe, updateMessage, updateStream } =
  endpoints

const NOT_PERMITTED = '550 5.1.1 Who has this address may no longer post with it'
const NOT_VALID = '550 5.1.1 This address to answer a mail is not valid any more'
const NOT_FROM = expect.stringMatching(/^550 .*Only the address of the person who got the mail can answer it$/)
const DAY = 86_400

describe('an answer to mail about missed messages', () => {
  const clock = new TestClock()
  const at = opened(() => startMailServer({ clock, env: { PARLEY_RATE_LIMITS: 'off' } }))
  let bob: Person
  let count = 0
  let channel: string
  let channelId: number

  beforeEach(async () => {
    count += 1
    channel = `soup ${count}`
    bob = await at.server.person(`Bob ${count}`)
    const created = { name: channel, invite_only: true, subscribers: [at.ann.id, bob.id] }
    channelId = (await at.ann.client.call(createChannel, created)).id
    await mailed()
  })

  /** The mail to Bob, after the time to wait. */
  const mailed = async (): Promise<StoredMail | undefined> => {
    for (const _ of [1, 2]) {
      await findMissedMessages(at.server.ctx)
      await at.server.runJobs()
      clock.pass(120)
    }
    return (await takeMails(at.server)).find(({ to }) => to === bob.email)
  }
  const mention = async (topic = 'soup') => {
    const content = `Hungry, @**Bob ${count}**?`
    return (await at.ann.client.call(sendMessage, { type: 'channel', to: channel, topic, content })).id
  }
  const directly = async (to = [bob.id]) =>
    (await at.ann.client.call(sendMessage, { type: 'direct', to: JSON.stringify(to), content: 'Are you there?' })).id
  const replyTo = (mail: StoredMail | undefined) => mail?.headers.get('reply-to')
  const addressFor = async (write: () => Promise<number>) => {
    await write()
    return replyTo(await mailed())!
  }
  const answer = async (to: string, text = 'Yes!', more = {}) =>
    (await at.send({ from: bob.email, subject: 'Re: whatever', text, ...more }, to)).text
  const newest = async (by = at.ann) => {
    const { messages } = await by.client.call(getMessages, {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      apply_markdown: false,
    })
    return messages[0]!
  }
  const accepted = expect.stringMatching(/^250 /)

  test('is a message of the person in the same topic, with its event', async () => {
    await mention()
    const mail = await mailed()
    expect(replyTo(mail)).toMatch(new RegExp(`^mm[0-9a-f]{32}@${DOMAIN}$`))
    expect(mail!.text).toContain('answer this mail')
    const quoted = mail!.text.replaceAll(/^/gm, '> ')
    const text = `Yes, very.\n\nOn Mon, 5 Jan 2026 at 09:00, Parley <parley@localhost> wrote:\n${quoted}`
    const events = await explains({ Ann: at.ann.client }, async () => {
      expect(await answer(replyTo(mail)!, text)).toEqual(accepted)
    })
    expect(events['Ann']?.map(({ type }) => type)).toEqual(['message'])
    expect(await newest()).toMatchObject({
      sender_id: bob.id,
      stream_id: channelId,
      subject: 'soup',
      content: 'Yes, very.',
    })
    expect(await breaches(at.server)).toEqual([])
  })

  test('is taken only from the address of the person', async () => {
    const address = await addressFor(() => directly())
    const before = await newest()
    for (const from of [
      'hal@outside.example',
      `Bob <${at.ann.email}>`,
      `${bob.email}.example`,
      `"${bob.email}" <h@x.example>`,
    ])
      expect(await answer(address, 'I am Bob', { from })).toEqual(NOT_FROM)
    expect((await newest()).id).toBe(before.id)
    expect(await answer(address, 'Yes', { from: `Somebody <${bob.email.toUpperCase()}>` })).toEqual(accepted)
    await changeAccount(at.server, bob.id, { delivery_email: `new.${bob.email}` })
    expect(await answer(address)).toEqual(NOT_FROM)
    expect(await answer(address, 'Yes', { from: `new.${bob.email}` })).toEqual(accepted)
  })

  test('is a direct message to the same people', async () => {
    const cleo = await at.server.person(`Cleo ${count}`)
    const address = await addressFor(() => directly([bob.id, cleo.id]))
    expect(await answer(address)).toEqual(accepted)
    const { display_recipient: people, ...message } = await newest(cleo)
    expect(message).toMatchObject({ sender_id: bob.id, content: 'Yes!', type: 'private' })
    expect((people as { id: number }[]).map(({ id }) => id).sort()).toEqual([at.ann.id, bob.id, cleo.id].sort())
  })

  test('never repeats the mail that it answers', async () => {
    const address = await addressFor(() => directly())
    await answer(address, 'On Mon, 5 Jan 2026, Parley wrote:\n> Are you there?', {
      attachments: [{ filename: 'a.txt', content: 'a' }],
    })
    expect((await newest()).content).toMatch(/^\[a\.txt\]\(\S+\)$/)
    await answer(address, '> Are you there?')
    expect((await newest()).content).toBe('*(This email has no text.)*')
  })

  test('that comes again is one message, and another answer is another', async () => {
    const address = await addressFor(() => directly())
    for (const messageId of ['<a@b.example>', '<a@b.example>', '<c@b.example>'])
      expect(await answer(address, `by ${messageId}`, { messageId })).toEqual(accepted)
    const { messages } = await bob.client.call(getMessages, { anchor: 'newest', num_before: 3, num_after: 0 })
    expect(messages.filter(({ sender_id }) => sender_id === bob.id)).toHaveLength(2)
  })

  test('goes where the message is then', async () => {
    let id = 0
    const address = await addressFor(async () => {
      id = await mention()
      return id
    })
    await at.ann.client.call(updateMessage, { message_id: id, topic: 'stew', propagate_mode: 'change_all' })
    await answer(address)
    expect(await newest()).toMatchObject({ subject: 'stew', content: 'Yes!' })
  })

  test('that is automatic is dropped', async () => {
    const address = await addressFor(() => directly())
    const before = await newest()
    const headers = { 'Auto-Submitted': 'auto-replied' }
    expect(await answer(address, 'I am on holiday', { headers })).toEqual(accepted)
    expect((await newest()).id).toBe(before.id)
  })

  test('is taken for five days', async () => {
    const address = await addressFor(() => directly())
    clock.pass(5 * DAY - 1_000)
    expect(await answer(address)).toEqual(accepted)
    clock.pass(1_000)
    expect(await answer(address)).toBe(NOT_VALID)
    expect(await answer(address.replace(/^mm./, 'mm0').replace(/^mm0./, 'mm01'))).toBe(NOT_VALID)
  })

  test('is refused after the message was deleted', async () => {
    const { id } = await at.server.owner.call(sendMessage, { type: 'direct', to: `[${bob.id}]`, content: 'Hi' })
    const address = replyTo(await mailed())!
    await at.server.owner.call(deleteMessage, { message_id: id })
    expect(await answer(address)).toBe(NOT_VALID)
  })

  test('is refused without access to the channel', async () => {
    const address = await addressFor(() => mention())
    await bob.client.call(unsubscribe, { subscriptions: [channel] })
    expect(await answer(address)).toBe(NOT_PERMITTED)
    await at.ann.client.call(subscribe, { subscriptions: [{ name: channel }], principals: [bob.id] })
    expect(await answer(address)).toEqual(accepted)
  })

  test('is refused where the person may not post any more, and not offered there', async () => {
    const { groups } = at.server.realm
    const posting = (name: 'role:moderators' | 'role:everyone') => {
      const change = { stream_id: channelId, can_send_message_group: { new: groups.system(name).id } }
      return at.ann.client.call(updateStream, change)
    }
    const address = await addressFor(() => mention())
    await posting('role:moderators')
    expect(await answer(address)).toBe(NOT_PERMITTED)
    await changeAccount(at.server, at.ann.id, { role: 300 })
    await mention()
    const mail = await mailed()
    await changeAccount(at.server, at.ann.id, { role: 400 })
    expect(replyTo(mail)).toBeUndefined()
    expect(mail!.text).not.toContain('answer this mail')
    await posting('role:everyone')
    expect(await answer(address)).toEqual(accepted)
  })

  test('is refused in an archived channel', async () => {
    const address = await addressFor(() => mention())
    await at.ann.client.call(endpoints.archiveStream, { stream_id: channelId })
    expect(await answer(address)).toBe(NOT_PERMITTED)
  })

  test('is refused if the person, or the other one, is deactivated', async () => {
    const cleo = await at.server.person(`Cleo ${count}`)
    await cleo.client.call(sendMessage, { type: 'direct', to: `[${bob.id}]`, content: 'Hi' })
    const address = replyTo(await mailed())!
    await changeAccount(at.server, bob.id, { is_active: false })
    expect(await answer(address)).toBe('550 5.1.1 The account that has this address is deactivated')
    await changeAccount(at.server, bob.id, { is_active: true })
    await changeAccount(at.server, cleo.id, { is_active: false })
    expect(await answer(address)).toBe(NOT_PERMITTED)
  })

  test('has an address that is kept no longer than it is valid', async () => {
    await addressFor(() => directly())
    clock.pass(5 * DAY)
    await addressFor(() => directly())
    const rows = await at.server.database.db.selectFrom('reply_address').selectAll().execute()
    expect(rows).toHaveLength(1)
  })
})

test('mail about missed messages has no address for answers where no mail is received', async () => {
  const clock = new TestClock()
  const server = await startTestServer({ clock })
  try {
    const bob = await server.person('Bob')
    await server.owner.call(sendMessage, { type: 'direct', to: `[${bob.id}]`, content: 'Hi' })
    await findMissedMessages(server.ctx)
    await server.runJobs()
    clock.pass(200)
    const mail = (await takeMails(server)).find(({ to }) => to === bob.email)
    expect(mail?.headers.has('reply-to')).toBe(false)
    expect(mail?.text).not.toContain('answer this mail')
  } finally {
    await server.close()
  }
})
