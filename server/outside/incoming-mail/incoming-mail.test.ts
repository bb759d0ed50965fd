import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { breaches } from '../../../test/breaches.ts'
import { explains } from '../../../test/events-explain-state.ts'
import type { Person } from '../../../test/harness.ts'
import { opened } from '../../../test/opened.ts'
import { type MailServer, startMailServer } from '../../../test/outside/mail-server.ts'
import { bot } from '../../../test/people.ts'

const { createChannel, deleteMessage, updateStream } = endpoints

describe('a mail to a channel', () => {
  const at = opened(startMailServer)
  let bob: Person
  beforeAll(async () => {
    bob = await at.server.person('Bob', 'lunch')
  })

  const contentOf = async (mail: Parameters<MailServer['send']>[0], options = '') => {
    const { code } = await at.send(mail, await at.address({ options }))
    expect(code).toBe(250)
    return (await at.newest()).content
  }

  test('is a message of the mail bot, with its event', async () => {
    const to = await at.address()
    const events = await explains({ Ann: at.ann.client, Bob: bob.client }, async () => {
      expect(await at.send({ subject: 'Soup', text: 'Today: **tomato**' }, to)).toMatchObject({ code: 250 })
    })
    expect(events['Bob']?.map(({ type }) => type)).toEqual(['message'])
    expect(await at.newest()).toMatchObject({
      sender: at.server.realm.systemBot('emailGateway').id,
      topic: 'Soup',
      content: 'From: Hal Outside <hal@outside.example>\n\nToday: **tomato**',
    })
    expect(await breaches(at.server)).toEqual([])
  })

  test('is a message of the person or of the bot that the address is for', async () => {
    const helper = await bot(at.server, 'Helper', at.ann)
    for (const sender of [at.ann.id, helper.id]) {
      await at.send({ subject: 'Soup', text: `by ${sender}` }, await at.address({ sender, options: '' }))
      expect(await at.newest()).toMatchObject({ sender, content: `by ${sender}` })
    }
  })

  test('reaches a private channel of who asked for the address', async () => {
    const secret = await at.ann.client.call(createChannel, {
      name: 'secret',
      invite_only: true,
      subscribers: [at.ann.id],
    })
    await at.send({ subject: 'Psst', text: 'quiet' }, await at.address({ channel: secret.id, options: '' }))
    expect((await at.messages(secret.id)).at(-1)).toMatchObject({ topic: 'Psst', content: 'quiet' })
  })

  describe('has the topic', () => {
    test.each([
      ['Lunch', 'Lunch'],
      ['Re: Fwd: RE: Aw: Re[2]: Lunch', 'Lunch'],
      ['Reminder: Fwdish', 'Reminder: Fwdish'],
      ['Menü für\tMontag 🍲', 'Menü für Montag 🍲'],
      ['x'.repeat(100), `${'x'.repeat(57)}...`],
      ['🍲'.repeat(61), `${'🍲'.repeat(57)}...`],
      ['Re: ', ''],
      ['(no topic)', ''],
    ])('%j → %j', async (subject, topic) => {
      await at.send({ subject, text: 'x' })
      expect((await at.newest()).topic).toBe(topic)
    })

    test('by the policy of the channel', async () => {
      const policy = (topics_policy: 'disable_empty_topic' | 'empty_topic_only' | 'inherit') =>
        at.ann.client.call(updateStream, { stream_id: at.lunch, topics_policy })
      await policy('disable_empty_topic')
      await at.send({ text: 'nameless' })
      expect(await at.newest()).toMatchObject({ topic: 'no subject', content: 'nameless' })
      await policy('inherit')
      const only = (await at.ann.client.call(createChannel, { name: 'only', subscribers: [at.ann.id] })).id
      await at.ann.client.call(updateStream, { stream_id: only, topics_policy: 'empty_topic_only' })
      await at.send({ subject: 'Re: *Told*', text: 'here' }, await at.address({ channel: only, options: '' }))
      expect((await at.messages(only)).at(-1)).toMatchObject({ topic: '', content: '**∗Told∗**\n\nhere' })
    })
  })

  describe('has the text', () => {
    const reply = 'Yes, at noon.\n\nOn Mon, 5 Jan 2026, Ann <ann@example.org> wrote:\n> Lunch?\n> When?\n'

    test('without the mail that it answers, unless the address includes quotes', async () => {
      expect(await contentOf({ subject: 'Re: a', text: reply })).toBe('Yes, at noon.')
      expect(await contentOf({ subject: 'Re: a', text: reply }, '.include-quotes')).toContain('> Lunch?')
      expect(await contentOf({ subject: 'Fwd: a', text: reply })).toContain('> Lunch?')
    })

    test('without the footer, unless the address includes it', async () => {
      const text = 'Hello\n\n-- \nHal\nOutside Ltd\n'
      expect(await contentOf({ subject: 'a', text })).toBe('Hello')
      expect(await contentOf({ subject: 'a', text }, '+include-footer')).toBe('Hello\n\n-- \nHal\nOutside Ltd')
    })

    test('of the plain part, unless the address prefers HTML', async () => {
      const both = { subject: 'a', text: 'plain', html: '<p>rich <b>text</b></p>' }
      expect(await contentOf(both)).toBe('plain')
      expect(await contentOf(both, '.prefer-text')).toBe('plain')
      expect(await contentOf(both, '.prefer-html')).toBe('rich **text**')
      expect(await contentOf({ subject: 'a', text: 'plain' }, '.prefer-html')).toBe('plain')
      expect(await contentOf({ subject: 'a', html: both.html }, '.prefer-text')).toBe('rich **text**')
    })

    test('below the sender only if the address shows them', async () => {
      expect(await contentOf({ subject: 'a', text: 'x' }, '+prefer-text+show-sender')).toBe(
        'From: Hal Outside <hal@outside.example>\n\nx',
      )
      const from = '"*Eve* [a](b) @**all**" <eve@outside.example>'
      expect(await contentOf({ subject: 'a', text: 'x', from }, '.show-sender')).toBe(
        'From: ∗Eve∗ (a)(b) @∗∗all∗∗ <eve@outside.example>\n\nx',
      )
      expect(await contentOf({ subject: 'a', text: 'x', from: 'eve@outside.example' }, '.show-sender')).toBe(
        'From: eve@outside.example\n\nx',
      )
      expect(await contentOf({ subject: 'a', text: 'x' })).toBe('x')
    })

    test('cut to the length of a message, with a note', async () => {
      const attachments = [{ filename: 'menu.txt', content: 'soup' }]
      for (const words of ['ab 🍲 ', '@**all** ']) {
        const mail = { subject: 'a', text: words.repeat(5_000), attachments }
        const content = await contentOf(mail, '.show-sender')
        const { length } = [...content]
        expect(length).toBeGreaterThan(9_990)
        expect(length).toBeLessThanOrEqual(10_000)
        expect(content).toMatch(/^From: Hal[\s\S]*\n\[message truncated\]\n\n\[menu\.txt\]\(\/user_uploads\/\S+\)$/)
      }
    })

    test('or says that there is none', async () => {
      expect(await contentOf({ subject: 'a', text: ' \n' })).toBe('*(This email has no text.)*')
      expect(await contentOf({ subject: 'a', html: '<img src="https://x.example/pixel">' })).toBe(
        '*(This email has no text.)*',
      )
    })

    test('which mentions nobody, links no channel and is no command', async () => {
      const text = '/poll who?\n@**Ann** @_**Ann** @**all** @*team* #**secret** #**secret>Psst**'
      await at.send({ subject: 'a', text })
      const { id } = await at.newest()
      const { message } = await at.ann.client.call(endpoints.getMessage, { message_id: id, apply_markdown: true })
      expect(message.content).not.toMatch(/class="(user-mention|stream|channel-wildcard-mention|user-group-mention)/)
      expect(message.flags).toEqual([])
      expect(message.submessages).toEqual([])
    })
  })

  test('to several addresses is a message for each', async () => {
    const other = (await at.ann.client.call(createChannel, { name: 'dinner', subscribers: [at.ann.id] })).id
    const [first, second] = [await at.address({ options: '' }), await at.address({ channel: other, options: '' })]
    const { code } = await at.send({ subject: 'Both', text: 'all of you' }, [first!, second!, first!.toUpperCase()])
    expect(code).toBe(250)
    expect((await at.messages()).filter(({ topic }) => topic === 'Both')).toHaveLength(1)
    expect((await at.messages(other)).at(-1)).toMatchObject({ topic: 'Both', content: 'all of you' })
  })

  describe('that comes again', () => {
    const count = async (topic: string) => (await at.messages()).filter((message) => message.topic === topic).length

    test('to the same address is one message', async () => {
      const mail = { subject: 'Once', text: 'first', messageId: '<1@outside.example>' }
      await at.send(mail)
      expect(await at.send({ ...mail, text: 'with a note of a mailing list' })).toMatchObject({ code: 250 })
      expect(await at.send(mail, await at.address({ options: '.prefer-html' }))).toMatchObject({ code: 250 })
      expect(await count('Once')).toBe(1)
    })

    test('at the same time is one message', async () => {
      const mail = {
        subject: 'At once',
        text: 'x',
        messageId: '<2@outside.example>',
        attachments: [{ filename: 'a.txt', content: 'a' }],
      }
      const to = await at.address({ sender: at.ann.id })
      await Promise.all([1, 2, 3].map(() => at.send(mail, to)))
      expect(await count('At once')).toBe(1)
      const { attachments } = await at.ann.client.call(endpoints.getAttachments, {})
      expect(attachments.map(({ name }) => name)).toEqual(['a.txt'])
    })

    test('without an id is known by what it says', async () => {
      const source = 'From: hal@outside.example\nSubject: No id\nDate: Mon, 5 Jan 2026 09:00:00 +0000\n\nsame'
      await at.sendRaw(source)
      await at.sendRaw(`Received: from somewhere\n${source}`)
      expect(await count('No id')).toBe(1)
      await at.sendRaw(source.replace('09:00', '09:01'))
      expect(await count('No id')).toBe(2)
    })

    test('to another address is another message', async () => {
      const mail = { subject: 'Twice', text: 'x', messageId: '<3@outside.example>' }
      await at.send(mail)
      await at.send(mail, await at.address({ by: bob }))
      expect(await count('Twice')).toBe(2)
    })

    test('after its message was deleted is a message again', async () => {
      const mail = { subject: 'Deleted', text: 'x', messageId: '<4@outside.example>' }
      await at.send(mail)
      await at.server.owner.call(deleteMessage, { message_id: (await at.newest()).id })
      await at.send(mail)
      expect(await count('Deleted')).toBe(1)
    })
  })

  describe('is accepted and dropped', () => {
    const dropped = async (mail: Parameters<MailServer['send']>[0]) => {
      const before = await at.messages()
      expect(await at.send({ subject: 'a', text: 'x', ...mail })).toMatchObject({ code: 250 })
      return (await at.messages()).length === before.length
    }
    const header = (headers: Record<string, string>) => dropped({ headers })

    test('if it is an automatic answer', async () => {
      expect(await header({ 'Auto-Submitted': 'auto-replied (vacation)' })).toBe(true)
      const to = await at.address()
      expect(await dropped({ envelope: { from: '', to } })).toBe(true)
      expect(await dropped({ envelope: { from: 'hal@outside.example', to } })).toBe(false)
    })

    test('but not if a program sent it by itself, such as an alert', async () => {
      expect(await header({ 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' })).toBe(false)
    })

    test('if it is from a server like this one', async () => {
      expect(await header({ 'X-Mailer': 'Parley' })).toBe(true)
      expect(await header({ 'X-Mailer': 'Another mail program' })).toBe(false)
    })

    test('if it is one of our own', async () => {
      expect(await dropped({ from: 'Parley <parley@localhost>' })).toBe(true)
      expect(await dropped({ from: 'Parley <parley@elsewhere.example>' })).toBe(false)
      expect(await dropped({ from: await at.address() })).toBe(true)
    })
  })

  test('is counted by what became of it', async () => {
    const { values } = await at.server.ctx.metrics.incomingMails.get()
    const outcomes = values.map(({ labels }) => labels.outcome)
    expect(outcomes.sort()).toEqual(['dropped', 'posted', 'repeated'])
  })
})
