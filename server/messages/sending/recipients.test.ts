import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { postForm } from '../../../test/post-form.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

describe('the destination of a message', () => {
  const { server, ann, bob, cho } = useServer({ members: ['ann', 'bob', 'cho'] })
  let lunch: number

  beforeAll(async () => {
    await ann.client.call(endpoints.subscribe, { subscriptions: [{ name: 'lunch' }] })
    lunch = server.channelId('lunch')
  })

  type Type = 'channel' | 'stream' | 'direct' | 'private'
  const send = (type: Type, to: string, from = ann) =>
    from.client.call(endpoints.sendMessage, { type, to, topic: 'soup', content: 'Hello' })
  const sent = async (type: Type, to: string, from = ann) => {
    const { id } = await send(type, to, from)
    return (await from.client.call(endpoints.getMessage, { message_id: id })).message
  }

  describe('to a channel', () => {
    test.each<[string, () => string]>([
      ['its name', () => 'lunch'],
      ['its name in another case, with spaces', () => ' LUNCH '],
      ['its name as JSON', () => '"lunch"'],
      ['its name in a list', () => '["lunch"]'],
      ['its id', () => String(lunch)],
      ['its id in a list', () => `[${lunch}]`],
    ])('by %s', async (_, to) => {
      const message = await sent('channel', to())
      expect(message).toMatchObject({ type: 'stream', stream_id: lunch, display_recipient: 'lunch' })
    })

    test('with the old word for channels the message is the same', async () => {
      expect(await sent('stream', 'lunch')).toMatchObject({ type: 'stream', stream_id: lunch })
    })

    test('a missing channel is named in the error', async () => {
      const code = 'STREAM_DOES_NOT_EXIST'
      await refused(send('channel', 'dinner'), "Channel 'dinner' does not exist", { code, data: { stream: 'dinner' } })
      await refused(send('channel', '99999'), "Channel with ID '99999' does not exist", {
        code,
        data: { stream_id: 99_999 },
      })
    })

    test.each(['[]', '["lunch","general"]'])('%s is not one channel', async (to) => {
      await refused(send('channel', to), 'Expected exactly one channel')
    })

    test.each(['{"name":"lunch"}', '[true]', '1.5'])('%s is not a channel', async (to) => {
      await refused(send('channel', to), 'Invalid data type for channel')
    })
  })

  describe('that nobody named', () => {
    const say = { type: 'channel', topic: 'soup', content: 'Hello' } as const
    const botWith = async (short_name: string, default_sending_stream?: string) => {
      const named = { full_name: short_name, short_name, ...(default_sending_stream ? { default_sending_stream } : {}) }
      const { user_id } = await ann.client.call(endpoints.createBot, named)
      return server.clientFor(server.realm.users.get(user_id)!, 'a-bot/1.0')
    }

    test.each([
      ['public', false],
      ['private, of its owner', true],
    ])('is the default channel of a bot: %s', async (name, invite_only) => {
      await ann.client.call(endpoints.subscribe, { subscriptions: [{ name }], invite_only })
      const bot = await botWith(name.slice(0, 6), name)
      const { id } = await bot.call(endpoints.sendMessage, say)
      const { message } = await ann.client.call(endpoints.getMessage, { message_id: id })
      expect(message).toMatchObject({ display_recipient: name, subject: 'soup' })
      const { id: other } = await bot.call(endpoints.sendMessage, { ...say, to: 'lunch' })
      expect((await ann.client.call(endpoints.getMessage, { message_id: other })).message.stream_id).toBe(lunch)
      await refused(bot.call(endpoints.sendMessage, { ...say, type: 'direct' }), 'Message must have recipients')
    })

    test('is missing if the bot has no default', async () => {
      const bot = await botWith('plain')
      await refused(bot.call(endpoints.sendMessage, say), 'Missing channel')
    })

    test('must still be open to the bot', async () => {
      await ann.client.call(endpoints.subscribe, { subscriptions: [{ name: 'left' }], invite_only: true })
      const bot = await botWith('stray', 'left')
      const id = server.channelId('left')
      await ann.client.call(endpoints.unsubscribe, { subscriptions: ['left'] })
      await refused(bot.call(endpoints.sendMessage, say), `Channel with ID '${id}' does not exist`, {
        code: 'STREAM_DOES_NOT_EXIST',
        data: { stream_id: id },
      })
    })
  })

  describe('to people', () => {
    const idsOf = (message: { display_recipient: unknown }) =>
      (message.display_recipient as { id: number }[]).map(({ id }) => id)

    test.each<[string, () => string]>([
      ['an id in a list', () => `[${bob.id}]`],
      ['an email in a list', () => JSON.stringify([bob.apiEmail])],
      ['an email', () => bob.apiEmail],
      ['an email in another case', () => bob.apiEmail.toUpperCase()],
      ['an email as JSON', () => JSON.stringify(bob.apiEmail)],
      ['an id beside the own', () => `[${ann.id},${bob.id}]`],
      ['the same id twice', () => `[${bob.id},${bob.id}]`],
    ])('to one, by %s', async (_, to) => {
      const message = await sent('direct', to())
      expect(message).toMatchObject({ type: 'private', subject: '' })
      expect(idsOf(message)).toEqual([ann.id, bob.id])
      expect(message).not.toHaveProperty('stream_id')
    })

    test('to several, by ids or by emails with commas: one conversation per set of people', async () => {
      const byIds = await sent('private', `[${cho.id},${bob.id}]`)
      const byEmails = await sent('direct', `${bob.apiEmail}, ${cho.apiEmail}`)
      const fromCho = await sent('direct', `[${ann.id},${bob.id}]`, cho)
      expect(idsOf(byIds)).toEqual([ann.id, bob.id, cho.id])
      expect(new Set([byIds, byEmails, fromCho].map((message) => message.recipient_id)).size).toBe(1)
      expect((await sent('direct', `[${bob.id}]`)).recipient_id).not.toBe(byIds.recipient_id)
    })

    test('to oneself', async () => {
      expect(idsOf(await sent('direct', `[${ann.id}]`))).toEqual([ann.id])
    })

    test.each(['[]', '', ' , ', '""'])('to no one (%j)', async (to) => {
      await refused(send('direct', to), 'Message must have recipients')
    })

    test('to people who do not exist', async () => {
      await refused(send('direct', `[${bob.id},99999]`), 'Invalid user ID 99999')
      await refused(send('direct', `${bob.apiEmail},nobody@example.org`), "Invalid email 'nobody@example.org'")
    })

    test('a single id, or anything else, is not a list of people', async () => {
      await refused(send('direct', String(bob.id)), 'Invalid data type for recipients')
      await refused(send('direct', '{}'), 'Invalid data type for recipients')
      await refused(send('direct', '[1.5]'), 'Invalid data type for recipients')
    })

    test('ids and emails do not mix', async () => {
      const to = JSON.stringify([bob.id, cho.apiEmail])
      await refused(send('direct', to), 'Recipient lists may contain emails or user IDs, but not both.')
    })
  })

  test('every parameter is required', async () => {
    const call = (args: object) => ann.client.call(endpoints.sendMessage, args as never)
    const missing = (name: string) => ({ code: 'REQUEST_VARIABLE_MISSING', data: { var_name: name } }) as const
    await refused(call({ to: 'lunch', content: 'x' }), "Missing 'type' argument", missing('type'))
    await refused(call({ type: 'channel', to: 'lunch' }), "Missing 'content' argument", missing('content'))
    await refused(call({ type: 'channel', topic: 'soup', content: 'x' }), 'Missing channel')
    await refused(call({ type: 'channel', to: 'lunch', content: 'x' }), 'Missing topic')
    await refused(call({ type: 'direct', content: 'x' }), 'Message must have recipients')
  })

  test('there are no other types', async () => {
    const answer = await postForm(server, ann, '/messages', {
      type: 'huddle',
      to: 'lunch',
      topic: 'soup',
      content: 'x',
    })
    expect(answer).toEqual({ result: 'error', msg: 'Invalid type', code: 'BAD_REQUEST' })
  })
})
