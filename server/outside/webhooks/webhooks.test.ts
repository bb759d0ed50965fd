import { createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ArgsOf } from '../../../api/contract.ts'
import { endpoints } from '../../../api/endpoints/index.ts'
import { TestClock } from '../../../test/clock.ts'
import { startTestServer } from '../../../test/harness.ts'
import { opened } from '../../../test/opened.ts'
import { json, type Receiver, startReceiver } from '../../../test/outside/receiver.ts'
import { group } from '../../../test/people.ts'
import { recordPage } from '../../../test/record-coverage.ts'
import { useServer } from '../../../test/use-server.ts'

const { createBot, deactivateBot, getMessages, sendMessage, subscribe } = endpoints

describe('an outgoing webhook', () => {
  const clock = new TestClock()
  const env = { PARLEY_OUTGOING_ALLOW: '127.0.0.1', PARLEY_RATE_LIMITS: 'off' }
  const receiver = opened(startReceiver)
  const { server, ann, bob } = useServer({ members: ['ann', 'bob'], channel: 'lunch', clock, env })
  let count = 0

  beforeEach(() => {
    receiver.requests.length = 0
    receiver.answer = json({})
  })

  const make = async (wanted: Partial<ArgsOf<typeof createBot>> = {}) => {
    count += 1
    const { user_id: id } = await ann.client.call(createBot, {
      full_name: `Webhook ${count}`,
      short_name: `webhook${count}`,
      bot_type: 3,
      payload_url: receiver.url,
      ...wanted,
    })
    const user = server.realm.users.get(id)!
    return { id, name: user.fullName, user, token: server.realm.records.bot.get(id)!.service!.token }
  }
  type Bot = Awaited<ReturnType<typeof make>>
  const say = async (content: string, by = bob, topic = 'soup') =>
    (await by.client.call(sendMessage, { type: 'channel', to: 'lunch', topic, content })).id
  const write = async ({ id }: Pick<Bot, 'id'>, content = 'Hello', by = bob) =>
    (await by.client.call(sendMessage, { type: 'direct', to: `[${id}]`, content })).id
  const sentBy = async (bot: Bot, reader = bob) => {
    const narrow = [{ operator: 'sender' as const, operand: bot.id, negated: false }]
    const { messages } = await reader.client.call(getMessages, {
      anchor: 'newest',
      num_before: 50,
      num_after: 0,
      narrow,
      apply_markdown: false,
      allow_empty_topic_name: true,
    })
    return messages
  }
  const texts = async (bot: Bot, reader = bob) => (await sentBy(bot, reader)).map(({ content }) => content)
  const bodies = () => receiver.requests.map(({ body }) => JSON.parse(body) as { data: string; trigger: string })
  const waiting = async ({ id }: Bot) =>
    (
      await server.database.pool.query(
        'select message_id, tries, failure from webhook_delivery where bot_id = $1 order by 1',
        [id],
      )
    ).rows

  test('posts a direct message with its token and a signature', async () => {
    const bot = await make()
    const id = await write(bot, '**Hello**')
    await server.runJobs()
    const [{ headers, body }] = receiver.requests as [(typeof receiver.requests)[number]]
    expect(JSON.parse(body)).toMatchObject({
      bot_email: bot.user.apiEmail,
      bot_full_name: bot.name,
      data: '**Hello**',
      trigger: 'direct_message',
      token: bot.token,
      message: {
        id,
        type: 'private',
        sender_id: bob.id,
        content: '**Hello**',
        content_type: 'text/x-markdown',
        rendered_content: '<p><strong>Hello</strong></p>',
      },
    })
    expect(headers['content-type']).toBe('application/json')
    const signature = createHmac('sha256', bot.token).update(body).digest('hex')
    expect(headers['x-parley-signature']).toBe(`sha256=${signature}`)
    expect(await waiting(bot)).toEqual([])
  })

  test('answers with a form, or with a poll', async () => {
    const bot = await make()
    const form = {
      widget_type: 'zform',
      extra_data: { type: 'choices', heading: 'Fruit?', choices: [{ short_name: 'A', long_name: 'B', reply: 'C' }] },
    }
    for (const reply of [
      { content: 'Which?', widget_content: JSON.stringify(form) },
      { content: 'Which?', widget_content: 'no form' },
      { response_string: '/poll Soup?' },
    ]) {
      receiver.answer = json(reply)
      await write(bot)
      await server.runJobs()
    }
    const widgets = (await sentBy(bot)).map(({ submessages }) => submessages.map((one) => JSON.parse(one.content)))
    const poll = { widget_type: 'poll', extra_data: { question: 'Soup?', options: [] } }
    expect(widgets).toEqual([[form], [poll]])
  })

  test('posts mentions in a channel, by name and through a group, but no others', async () => {
    const bot = await make()
    const cooks = await group(server, { name: `cooks ${bot.id}`, members: [bot] })
    expect(cooks).toBeGreaterThan(0)
    await ann.client.call(subscribe, { subscriptions: [{ name: 'lunch' }], principals: [ann.id, bob.id, bot.id] })
    await say('nothing')
    await say(`@_**${bot.name}** silently`)
    await say('@**all**')
    await say(`@**${bot.name}** by name`)
    await say(`@*cooks ${bot.id}* in a group`)
    await server.runJobs()
    expect(bodies()).toMatchObject([
      {
        trigger: 'mention',
        data: `@**${bot.name}** by name`,
        message: { display_recipient: 'lunch', subject: 'soup' },
      },
      { trigger: 'mention', data: `@*cooks ${bot.id}* in a group` },
    ])
    recordPage('POST /service-outgoing-webhook', { ok: true })
  })

  test.each([
    [{ response_string: 'Soup!' }, ['Soup!']],
    [{ content: 'Soup!' }, ['Soup!']],
    [{ content: 'Soup!', widget_content: null }, ['Soup!']],
    [{ response_not_required: true, response_string: 'Soup!' }, []],
    [{ response_string: '' }, []],
    [{ response_string: 7 }, []],
    ['', []],
    [{}, []],
  ])('that answers %j makes the bot say %j where it was asked', async (reply, said) => {
    const bot = await make()
    receiver.answer = json(reply)
    await say(`@**${bot.name}** what is there?`, bob, '')
    await server.runJobs()
    expect(await texts(bot)).toEqual(said)
    for (const message of await sentBy(bot)) expect(message).toMatchObject({ subject: '', display_recipient: 'lunch' })
    await write(bot)
    await server.runJobs()
    expect(await texts(bot)).toEqual([...said, ...said])
    expect(receiver.requests).toHaveLength(2)
  })

  test('is not triggered by bots', async () => {
    const [one, other] = [await make(), await make()]
    receiver.answer = json({ response_string: `@**${other.name}** and @**${one.name}**` })
    await say(`@**${one.name}**`)
    await server.runJobs()
    expect(receiver.requests).toHaveLength(1)
  })

  test('of the Slack interface posts a form, and takes `text` as the answer', async () => {
    const bot = await make({ interface_type: 2 })
    receiver.answer = json({ text: 'Soup!', response_string: 'No' })
    const id = await say(`@**${bot.name}** hi`)
    await server.runJobs()
    const [{ headers, body }] = receiver.requests as [(typeof receiver.requests)[number]]
    expect(headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      token: bot.token,
      team_id: `T${server.realm.id}`,
      team_domain: server.realm.info.host,
      channel_id: `C${server.channelId('lunch')}`,
      channel_name: 'lunch',
      thread_ts: `${id}`,
      timestamp: `${clock.now() / 1000}`,
      user_id: `U${bob.id}`,
      user_name: 'Bob',
      text: `@**${bot.name}** hi`,
      trigger_word: 'mention',
      service_id: `${bot.id}`,
    })
    expect(await texts(bot)).toEqual(['Soup!'])
    await write(bot)
    await server.runJobs()
    expect(receiver.requests).toHaveLength(1)
    expect((await texts(bot)).at(-1)).toMatch(/^Failure! .*direct messages/)
  })

  test('is retried when the receiver fails or is gone, in order, until it recovers', async () => {
    const bot = await make()
    receiver.answer = json({}, 503)
    await write(bot, 'first')
    await server.runJobs()
    await write(bot, 'second')
    await server.runJobs()
    expect(bodies().map(({ data }) => data)).toEqual(['first'])
    receiver.answer = (response) => void response.destroy()
    clock.pass(30)
    await server.runJobs()
    expect(await waiting(bot)).toMatchObject([{ tries: 2 }, { tries: 0 }])
    receiver.answer = json({ response_string: 'Thanks' })
    clock.pass(59)
    await server.runJobs()
    expect(receiver.requests).toHaveLength(2)
    clock.pass(1)
    await server.runJobs()
    expect(bodies().map(({ data }) => data)).toEqual(['first', 'first', 'first', 'second'])
    expect(await texts(bot)).toEqual(['Thanks', 'Thanks'])
    expect(await waiting(bot)).toEqual([])
  })

  test('tries the next messages while one waits that failed three times', async () => {
    const bot = await make()
    const isBad = (body: string) => (JSON.parse(body) as { data: string }).data === 'bad'
    const fails = () =>
      receiver.requests.some(({ body }, index) => index === receiver.requests.length - 1 && isBad(body))
    receiver.answer = (response) => (fails() ? json({}, 500) : json({ response_string: 'Thanks' }))(response)
    await write(bot, 'bad')
    await write(bot, 'good')
    for (const wait of [0, 30, 60]) {
      clock.pass(wait)
      await server.runJobs()
    }
    expect(bodies().map(({ data }) => data)).toEqual(['bad', 'bad', 'bad'])
    // A pause, because a receiver that hangs must not keep a worker busy.
    clock.pass(29)
    await server.runJobs()
    expect(receiver.requests).toHaveLength(3)
    clock.pass(1)
    await server.runJobs()
    await write(bot, 'new')
    await server.runJobs()
    expect(bodies().map(({ data }) => data)).toEqual(['bad', 'bad', 'bad', 'good', 'new'])
    expect(await texts(bot)).toEqual(['Thanks', 'Thanks'])
    expect(await waiting(bot)).toMatchObject([{ tries: 3 }])
    receiver.answer = json({ response_string: 'At last' })
    clock.pass(89)
    await server.runJobs()
    expect(receiver.requests).toHaveLength(5)
    clock.pass(1)
    await server.runJobs()
    expect((await texts(bot)).at(-1)).toBe('At last')
    expect(await waiting(bot)).toEqual([])
  })

  test('is retried when the receiver hangs, and sends go on meanwhile', async () => {
    const bot = await make()
    const { promise: received, resolve } = Promise.withResolvers<void>()
    receiver.answer = () => resolve()
    await write(bot, 'first')
    // A node with little patience, so that the test need not wait for the real limit.
    const impatient = await startTestServer({ clock, env, outgoingLimit: 300, beside: server })
    try {
      const hanging = impatient.runJobs()
      await received
      await write(bot, 'second')
      await hanging
    } finally {
      await impatient.close()
    }
    expect(await waiting(bot)).toMatchObject([{ tries: 1 }, { tries: 0 }])
    receiver.answer = json({ response_string: 'Thanks' })
    clock.pass(30)
    await server.runJobs()
    expect(bodies().map(({ data }) => data)).toEqual(['first', 'first', 'second'])
    expect(await texts(bot)).toEqual(['Thanks', 'Thanks'])
  })

  test('waits as long as the receiver asks for, within the time for all tries', async () => {
    const bot = await make()
    const busy = (seconds: string) => (response: ServerResponse) =>
      void response.writeHead(429, { 'retry-after': seconds }).end()
    receiver.answer = busy('300')
    await write(bot, 'first')
    await server.runJobs()
    clock.pass(299)
    await server.runJobs()
    expect(receiver.requests).toHaveLength(1)
    receiver.answer = busy('999999')
    clock.pass(1)
    await server.runJobs()
    expect(receiver.requests).toHaveLength(2)
    receiver.answer = busy('soon')
    clock.pass(7_200 - 300)
    await server.runJobs()
    expect(receiver.requests).toHaveLength(3)
    expect((await texts(bot)).at(-1)).toMatch(/^Failure! .*status 429/)
  })

  test('gives up after eight tries, says so once, and goes on with the next message', async () => {
    const bot = await make()
    receiver.answer = json({}, 500)
    const id = await write(bot, 'first')
    await write(bot, 'second')
    const tried = (text: string) => bodies().filter(({ data }) => data === text).length
    for (const wait of [30, 60, 120, 240, 480, 960, 1_920]) {
      await server.runJobs()
      clock.pass(wait)
    }
    expect(await texts(bot)).toEqual([])
    await server.runJobs()
    expect(tried('first')).toBe(8)
    const failures = (await texts(bot)).filter((text) => text.startsWith('Failure!'))
    expect(failures[0]).toBe('Failure! The message could not be delivered: the response has status 500.')
    const told = async () => (await texts(bot, ann)).filter((text) => text.includes('does not work'))
    expect(await told()).toHaveLength(1)
    expect((await waiting(bot))[0]).toMatchObject({ message_id: id, failure: 'the response has status 500' })
    // The next message began later and has waited too: it gets what is left of two hours.
    for (let round = 0; round < 8; round += 1) {
      clock.pass(1_920)
      await server.runJobs()
    }
    expect(tried('second')).toBeLessThan(8)
    expect(await waiting(bot)).toMatchObject([{ message_id: id }, { failure: 'the response has status 500' }])
    expect(await told()).toHaveLength(1)
    receiver.answer = json({})
    await write(bot, 'third')
    await server.runJobs()
    expect(bodies().at(-1)).toMatchObject({ data: 'third' })
    receiver.answer = json({}, 404)
    await write(bot, 'fourth')
    await server.runJobs()
    expect(await told()).toHaveLength(2)
  })

  test.each([
    [json({}, 404), 'the response has status 404'],
    [json({}, 302), 'the response has status 302'],
    [json([]), 'the response is not a JSON object'],
    [(response) => void response.end('Hello'), 'the response is not a JSON object'],
  ] satisfies [Receiver['answer'], string][])('is not retried for a mistake (%#)', async (reply, reason) => {
    const bot = await make()
    receiver.answer = reply
    await write(bot)
    await server.runJobs()
    clock.pass(7_200)
    await server.runJobs()
    expect(receiver.requests).toHaveLength(1)
    expect(await texts(bot)).toEqual([`Failure! The message could not be delivered: ${reason}.`])
    expect(await texts(bot, ann)).toEqual([
      `The outgoing webhook of your bot @_**${bot.name}|${bot.id}** does not work: ${reason}.`,
    ])
  })

  test('reaches no private address that the operator has not allowed', async () => {
    const bot = await make({ payload_url: receiver.url.replace('127.0.0.1', '127.0.0.2') })
    await write(bot)
    await server.runJobs()
    expect(receiver.requests).toEqual([])
    expect(await texts(bot)).toEqual([
      'Failure! The message could not be delivered: the address is not on the public internet.',
    ])
  })

  test('forgets what waits when the bot is deactivated', async () => {
    const bot = await make()
    receiver.answer = json({}, 503)
    await write(bot)
    await server.runJobs()
    await ann.client.call(deactivateBot, { bot_id: bot.id })
    clock.pass(60)
    await server.runJobs()
    expect(receiver.requests).toHaveLength(1)
    expect(await waiting(bot)).toEqual([])
  })
})
