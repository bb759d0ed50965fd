import { connect } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { TestClock } from '../../../test/clock.ts'
import { type Person, startTestServer } from '../../../test/harness.ts'
import { opened } from '../../../test/opened.ts'
import { type AddressRequest, DOMAIN, startMailServer } from '../../../test/outside/mail-server.ts'
import { bot, changeAccount, guest } from '../../../test/people.ts'
import { RateWindow } from '../../kernel/http/limits/rate-window.ts'
import { MAX_CONNECTIONS, MAX_MAIL_BYTES } from './receive-mail.ts'

const { archiveStream, createChannel, deactivateRealm, subscribe, unsubscribe, updateStream } = endpoints

const NO_SUCH = '550 5.1.1 There is no such address here'
const NOT_PERMITTED = '550 5.1.1 Who has this address may no longer post with it'

describe('a mail is refused', () => {
  const at = opened(startMailServer)
  let bob: Person
  beforeAll(async () => {
    bob = await at.server.person('Bob', 'lunch')
  })

  let sent = 0
  const sending = async (to: string) => {
    sent += 1
    const before = (await at.messages()).length
    const { text } = await at.send({ subject: 'a', text: `mail ${sent}` }, to)
    const isPosted = (await at.messages()).length > before
    return isPosted ? 'posted' : text
  }
  const change = (can_send_message_group: number) =>
    at.server.owner.call(updateStream, { stream_id: at.lunch, can_send_message_group: { new: can_send_message_group } })

  test('for an address that nobody has', async () => {
    const address = await at.address()
    const token = address.split('.')[1]!
    expect(await sending(address)).toBe('posted')
    expect(await sending(address.replace('lunch', 'older-name'))).toBe('posted')
    expect(await sending(`${token}@${DOMAIN}`)).toBe('posted')
    expect(await sending(address.toUpperCase())).toBe('posted')
    expect(
      await sending(
        address.replace(
          token,
          token.replace(/^./, (first) => (first === '0' ? '1' : '0')),
        ),
      ),
    ).toBe(NO_SUCH)
    expect(await sending(address.replace(token, token.slice(1)))).toBe(NO_SUCH)
    expect(await sending(`postmaster@${DOMAIN}`)).toBe(NO_SUCH)
  })

  test('for any other domain: nothing is relayed', async () => {
    const relay = '550 5.1.1 This server relays no mail, it only receives mail for its own domain'
    const address = await at.address()
    expect(await sending('hal@outside.example')).toBe(relay)
    expect(await sending(address.replace(DOMAIN, `${DOMAIN}.outside.example`))).toBe(relay)
    expect(await sending(address.replace(DOMAIN, `x.${DOMAIN}`))).toBe(relay)
    expect(await sending(address.replace('@', `%${DOMAIN}@outside.example.`))).not.toBe('posted')
    const { code } = await at.send({ subject: 'a', text: 'both' }, [address, 'hal@outside.example'])
    expect(code).toBe(250)
    expect((await at.newest()).content).toContain('both')
  })

  test('for an archived channel, also after it is restored', async () => {
    const gone = (await at.ann.client.call(createChannel, { name: 'gone', subscribers: [at.ann.id] })).id
    const address = await at.address({ channel: gone })
    await at.ann.client.call(archiveStream, { stream_id: gone })
    expect(await sending(address)).toBe(NO_SUCH)
    await at.ann.client.call(updateStream, { stream_id: gone, is_archived: false })
    expect(await sending(address)).toBe(NO_SUCH)
    await at.send({ subject: 'a', text: 'again' }, await at.address({ channel: gone, options: '' }))
    expect((await at.messages(gone)).at(-1)).toMatchObject({ content: 'again' })
  })

  test('if who asked for the address is deactivated', async () => {
    const addresses = [await at.address({ by: bob }), await at.address({ by: bob, sender: bob.id })]
    for (const address of addresses) expect(await sending(address)).toBe('posted')
    await changeAccount(at.server, bob.id, { is_active: false })
    for (const address of addresses)
      expect(await sending(address)).toBe('550 5.1.1 The account that has this address is deactivated')
    await changeAccount(at.server, bob.id, { is_active: true })
    for (const address of addresses) expect(await sending(address)).toBe('posted')
  })

  test('if the sender of the address is deactivated or belongs to somebody else', async () => {
    const helper = await bot(at.server, 'Helper', bob)
    const address = await at.address({ by: bob, sender: helper.id })
    expect(await sending(address)).toBe('posted')
    await changeAccount(at.server, helper.id, { bot_owner_id: at.ann.id })
    expect(await sending(address)).toBe(NOT_PERMITTED)
    await changeAccount(at.server, helper.id, { bot_owner_id: bob.id, is_active: false })
    expect(await sending(address)).toBe(NOT_PERMITTED)
  })

  test.each<[string, (people: { bob: Person }) => AddressRequest]>([
    ['the mail bot', () => ({})],
    ['themselves', (people) => ({ sender: people.bob.id })],
  ])('if who asked for an address of %s may not post any more', async (_, asked) => {
    const address = await at.address({ by: bob, ...asked({ bob }) })
    const { groups } = at.server.realm
    await change(groups.system('role:moderators').id)
    expect(await sending(address)).toBe(NOT_PERMITTED)
    await change(groups.system('role:everyone').id)
    expect(await sending(address)).toBe('posted')
  })

  test('in a channel where only some may post, except from those', async () => {
    await change(at.server.realm.groups.system('role:administrators').id)
    const { email } = await at.server.owner.call(endpoints.getStreamEmailAddress, { stream_id: at.lunch })
    expect(await sending(email)).toBe('posted')
    await change(at.server.realm.groups.system('role:everyone').id)
  })

  test('if who asked for the address has left the private channel', async () => {
    const cleo = await at.server.person('Cleo')
    const secret = (
      await at.ann.client.call(createChannel, { name: 'secret', invite_only: true, subscribers: [at.ann.id, cleo.id] })
    ).id
    const address = await at.address({ by: cleo, channel: secret })
    await cleo.client.call(unsubscribe, { subscriptions: ['secret'] })
    expect(await sending(address)).toBe(NOT_PERMITTED)
    await at.ann.client.call(subscribe, { subscriptions: [{ name: 'secret' }], principals: [cleo.id] })
    await at.send({ subject: 'a', text: 'back' }, address)
    expect((await at.messages(secret)).at(-1)?.content).toContain('back')
  })

  test('if a guest who asked for the address has left the channel', async () => {
    const gus = await guest(at.server, 'Gus')
    await at.ann.client.call(subscribe, { subscriptions: [{ name: 'lunch' }], principals: [gus.id] })
    const address = await at.address({ by: gus })
    expect(await sending(address)).toBe('posted')
    await gus.client.call(unsubscribe, { subscriptions: ['lunch'] })
    expect(await sending(address)).toBe(NOT_PERMITTED)
  })

  test('if it would begin a topic where that is not permitted', async () => {
    const { groups } = at.server.realm
    const topics = (group: number) =>
      at.server.owner.call(updateStream, { stream_id: at.lunch, can_create_topic_group: { new: group } })
    await topics(groups.system('role:moderators').id)
    expect(await at.send({ subject: 'brand new', text: 'x' })).toMatchObject({ code: 550 })
    expect(await at.send({ subject: 'a', text: 'known' })).toMatchObject({ code: 250 })
    await topics(groups.system('role:everyone').id)
  })

  test('if it is too large', async () => {
    const large = { subject: 'a', text: 'x', attachments: [{ filename: 'a', content: Buffer.alloc(MAX_MAIL_BYTES) }] }
    expect(await at.send(large)).toMatchObject({ code: 552 })
    const talk = await conversation(at.listener.port)
    await talk.say('EHLO outside.example')
    expect(await talk.say(`MAIL FROM:<hal@outside.example> SIZE=${MAX_MAIL_BYTES + 1}`)).toMatch(/^552 /)
    talk.end()
  })

  test('with a password, or through encryption that the server does not have', async () => {
    const talk = await conversation(at.listener.port)
    expect(await talk.say('EHLO outside.example')).not.toMatch(/AUTH|STARTTLS/)
    expect(await talk.say('AUTH PLAIN AGEAYg==')).toMatch(/^5/)
    expect(await talk.say('STARTTLS')).toMatch(/^5/)
    expect(await talk.say('VRFY ann@example.org')).not.toMatch(/^250/)
    talk.end()
  })

  test('never because others are connected and silent', async () => {
    const [early, ...silent] = await Promise.all(
      Array.from({ length: MAX_CONNECTIONS }, () => conversation(at.listener.port)),
    )
    expect([early, ...silent].map((talk) => talk!.greeting.slice(0, 3))).toEqual(Array(MAX_CONNECTIONS).fill('220'))
    await early!.say('EHLO outside.example')
    await early!.say('MAIL FROM:<hal@outside.example>')
    await early!.say(`RCPT TO:<${await at.address()}>`)
    expect(await early!.say('DATA')).toMatch(/^354 /)
    // One that has done nothing makes room.
    const ended = Promise.race(silent.map((talk) => talk.next()))
    expect(await sending(await at.address())).toBe('posted')
    expect(await ended).toMatch(/^421 /)
    expect(await early!.say('Subject: a\r\n\r\nstill here\r\n.')).toMatch(/^250 /)
    for (const talk of [early!, ...silent]) talk.end()
  })

  test('of a deactivated organization', async () => {
    const address = await at.address()
    await at.server.owner.call(deactivateRealm, { deletion_delay_days: null })
    expect((await at.send({ subject: 'a', text: 'x' }, address)).text).toBe(
      '550 5.1.1 The organization of this address is deactivated',
    )
  })
})

test('the mails to an address are limited per minute, and others still get theirs', async () => {
  const clock = new TestClock()
  const at = await startMailServer({ limit: new RateWindow(2, 60, clock) })
  try {
    const send = async (asked: AddressRequest = {}) =>
      (await at.send({ subject: 'a', text: 'x' }, await at.address(asked))).code
    expect([await send(), await send(), await send()]).toEqual([250, 250, 452])
    expect(await send({ sender: at.ann.id })).toBe(250)
    clock.pass(60)
    expect(await send()).toBe(250)
    expect(await at.messages()).toHaveLength(4)
  } finally {
    await at.close()
  }
})

test('a failing database asks the sender to try again, and then the mail arrives', async () => {
  const at = await startMailServer()
  try {
    const mail = { subject: 'a', text: 'x', messageId: '<again@outside.example>' }
    const to = await at.address()
    const rename = (from: string, into: string) =>
      at.server.database.db.schema.alterTable(from).renameTo(into).execute()
    await rename('sent_key', 'sent_key_gone')
    expect(await at.send(mail, to)).toMatchObject({ code: 451 })
    await rename('sent_key_gone', 'sent_key')
    expect(await at.send(mail, to)).toMatchObject({ code: 250 })
    expect(await at.messages()).toHaveLength(1)
  } finally {
    await at.close()
  }
})

test('what another node has just changed counts', async () => {
  const at = await startMailServer()
  const other = await startTestServer({ beside: at.server, env: { PARLEY_MAIL_IN_DOMAIN: DOMAIN } })
  try {
    const ann = await other.clientOf(at.ann.id)
    const { id } = await ann.call(createChannel, { name: 'new', subscribers: [at.ann.id] })
    const { email } = await ann.call(endpoints.getStreamEmailAddress, { stream_id: id })
    expect(await at.send({ subject: 'a', text: 'x' }, email)).toMatchObject({ code: 250 })
    const nobody = at.server.realm.groups.system('role:nobody').id
    await ann.call(updateStream, { stream_id: id, can_send_message_group: { new: nobody } })
    expect((await at.send({ subject: 'a', text: 'y' }, email)).text).toBe(NOT_PERMITTED)
  } finally {
    await other.close()
    await at.close()
  }
})

test('no log line contains the secret of an address', async () => {
  const at = await startMailServer()
  const lines: unknown[] = []
  const { logger } = at.server.ctx
  for (const level of ['debug', 'info', 'warn', 'error'] as const)
    logger[level] = ((...args: unknown[]) => void lines.push(args)) as typeof logger.info
  try {
    const address = await at.address()
    await at.send({ subject: 'a', text: 'x' }, address)
    await at.send({ subject: 'a', text: 'x', headers: { 'Auto-Submitted': 'auto-replied' } }, address)
    await changeAccount(at.server, at.ann.id, { is_active: false })
    await at.send({ subject: 'a', text: 'x' }, address)
    await changeAccount(at.server, at.ann.id, { is_active: true })
    const said = JSON.stringify(lines)
    for (const text of ['a mail became a message', 'a mail was dropped', 'a mail was refused'])
      expect(said).toContain(text)
    expect(said).not.toContain(address.split('.')[1])
  } finally {
    await at.close()
  }
})

/** Speaks SMTP line by line. */
async function conversation(port: number) {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  socket.on('error', () => {})
  /** An answer may have several lines: the last one has no hyphen. */
  const answer = () =>
    new Promise<string>((resolve) => {
      let text = ''
      const read = (chunk: string) => {
        text += chunk
        if (!/^\d{3} .*\r\n$/m.test(text)) return
        socket.off('data', read)
        resolve(text)
      }
      socket.on('data', read)
      socket.once('close', () => resolve(text))
    })
  const greeting = await answer()
  return {
    greeting,
    next: answer,
    say(line: string) {
      const answered = answer()
      socket.write(`${line}\r\n`)
      return answered
    },
    end: () => void socket.end('QUIT\r\n'),
  }
}
