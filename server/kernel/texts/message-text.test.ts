import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { changeRealm } from '../../../test/people.ts'
import { postForm } from '../../../test/post-form.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

describe('the text of a message', () => {
  const { server, ann } = useServer({ members: ['ann'] })

  beforeAll(async () => {
    const create = (name: string, more: object = {}) =>
      ann.client.call(endpoints.subscribe, { subscriptions: [{ name }], ...more })
    await create('lunch')
    await create('only general', { topics_policy: 'empty_topic_only' })
    await create('named', { topics_policy: 'disable_empty_topic' })
    await create('as one likes', { topics_policy: 'allow_empty_topic' })
  })

  const send = (args: { topic?: string; content?: string; to?: string }) =>
    ann.client.call(endpoints.sendMessage, { type: 'channel', to: 'lunch', topic: 'soup', content: 'Hello', ...args })
  const stored = async (args: Parameters<typeof send>[0]) => {
    const { id } = await send(args)
    const call = { message_id: id, apply_markdown: false, allow_empty_topic_name: true }
    return (await ann.client.call(endpoints.getMessage, call)).message
  }

  describe('topics', () => {
    test.each([
      ['  soup ', 'soup'],
      ['', ''],
      ['   ', ''],
      ['(no topic)', ''],
      ['general chat', ''],
      ['General Chat', ''],
      ['😀'.repeat(60), '😀'.repeat(60)],
      ['a'.repeat(61), `${'a'.repeat(57)}...`],
      ['😀'.repeat(61), `${'😀'.repeat(57)}...`],
      ['مرق اليوم', 'مرق اليوم'],
      ['\u202esoup\u202c', '\u202esoup\u202c'],
      ['so\u200bup', 'so\u200bup'],
      ['\u200b\u2060', ''],
      ['\u3164 \u2800', ''],
    ])('%j is kept as %j', async (topic, kept) => {
      expect((await stored({ topic })).subject).toBe(kept)
    })

    test('the first spelling stays, whatever the case of later ones', async () => {
      await send({ topic: 'Dessert' })
      expect((await stored({ topic: 'dESSERT' })).subject).toBe('Dessert')
      const { message_url: url } = await send({ topic: 'DESSERT' })
      expect(url).toContain('/topic/Dessert/')
    })

    test.each([
      ['ΟΔΟΣ', 'οδος', 'οδοσ'],
      ['Straße', 'STRASSE', 'strasse'],
      ['ЩИ', 'щи', 'Щи'],
    ])('%s, %s and %s are one topic', async (first, ...others) => {
      await send({ topic: first })
      for (const topic of others) expect((await stored({ topic })).subject).toBe(first)
    })

    test.each([
      ['a\u0007b', 2],
      ['ab\0', 3],
      ['😀\u{e0fff}', 2],
    ])('an invisible character in %j is refused', async (topic, position) => {
      await refused(send({ topic }), `Invalid character in topic, at position ${position}!`)
    })

    test('the topic of a direct message is ignored', async () => {
      const args = { type: 'direct', to: `[${ann.id}]`, topic: 'a\u0007b', content: 'Hello' } as const
      const { id } = await ann.client.call(endpoints.sendMessage, args)
      expect((await ann.client.call(endpoints.getMessage, { message_id: id })).message.subject).toBe('')
    })
  })

  describe('the policy on topics', () => {
    const data = { empty_topic_display_name: 'general chat' }
    const NO_EMPTY = 'Sending messages to the general chat is not allowed in this channel.'
    const ONLY_EMPTY = 'Only the general chat topic is allowed in this channel.'

    test('a channel may forbid the empty topic', async () => {
      await refused(send({ to: 'named', topic: '' }), NO_EMPTY, { data })
      await refused(send({ to: 'named', topic: '(no topic)' }), NO_EMPTY, { data })
      await refused(send({ to: 'named', topic: '\u200b' }), NO_EMPTY, { data })
      await send({ to: 'named', topic: 'soup' })
    })

    test('a channel may forbid all other topics', async () => {
      await refused(send({ to: 'only general', topic: 'soup' }), ONLY_EMPTY, { data })
      await send({ to: 'only general', topic: '' })
    })

    test('there are no other policies', async () => {
      const fields = { subscriptions: '[{"name":"any"}]', topics_policy: '"any"' }
      const answer = await postForm(server, ann, '/users/me/subscriptions', fields)
      expect(answer).toEqual({ result: 'error', msg: 'Invalid topics_policy', code: 'BAD_REQUEST' })
    })

    test('a channel without a policy follows the organization, and one with a policy does not', async () => {
      await changeRealm(server, { topics_policy: 'disable_empty_topic' })
      await refused(send({ to: 'lunch', topic: '' }), NO_EMPTY, { data })
      await send({ to: 'as one likes', topic: '' })
      await changeRealm(server, { topics_policy: 'allow_empty_topic' })
      await send({ to: 'lunch', topic: '' })
    })
  })

  describe('content', () => {
    test.each([
      ['Hello  \n', 'Hello'],
      ['\n\n  indented', '  indented'],
      ['😀'.repeat(10_000), '😀'.repeat(10_000)],
    ])('%# is kept', async (content, kept) => {
      expect((await stored({ content })).content).toBe(kept)
    })

    test('text over the limit, in code points, is cut and marked as cut', async () => {
      const { content } = await stored({ content: '😀'.repeat(10_001) })
      expect([...content]).toHaveLength(10_000)
      expect(content).toMatch(/😀\n\[message truncated\]$/u)
    })

    test('is cut at the same length wherever it comes in, and so is a topic', async () => {
      const [long, longTopic] = ['😀'.repeat(10_001), '😀'.repeat(61)]
      const [cut, cutTopic] = [`${'😀'.repeat(9_980)}\n[message truncated]`, `${'😀'.repeat(57)}...`]
      const { client } = ann
      const { id } = await send({})
      await client.call(endpoints.updateMessage, { message_id: id, content: long, topic: longTopic })
      const edited = { message_id: id, apply_markdown: false }
      const { message } = await client.call(endpoints.getMessage, edited)
      expect([message.content, message.subject]).toEqual([cut, cutTopic])
      const { rendered } = await client.call(endpoints.renderMessage, { content: long })
      expect(rendered).toContain('[message truncated]')
      const stream_id = server.channelId('lunch')
      const time = Math.floor(Date.now() / 1000) + 3_600
      const { scheduled_message_id } = await client.call(endpoints.createScheduledMessage, {
        type: 'channel',
        to: stream_id,
        topic: longTopic,
        content: long,
        scheduled_delivery_timestamp: time,
      })
      await client.call(endpoints.updateScheduledMessage, { scheduled_message_id, content: long, topic: longTopic })
      const { scheduled_messages: scheduled } = await client.call(endpoints.getScheduledMessages, {})
      expect(scheduled).toMatchObject([{ content: cut, topic: cutTopic }])
      // A topic as long as it can be is muted as it is, and a longer one does not exist.
      const whole = '😀'.repeat(60)
      await client.call(endpoints.updateUserTopic, { stream_id, topic: whole, visibility_policy: 1 })
      const { user_topics } = await client.call(endpoints.registerQueue, { fetch_event_types: ['user_topic'] })
      expect(user_topics!.map((one) => one.topic_name)).toContain(whole)
      const fields = { stream_id: `${stream_id}`, topic: longTopic, visibility_policy: '1' }
      expect((await postForm(server, ann, '/user_topics', fields))['msg']).toBe(
        'topic is too long (limit: 60 characters)',
      )
    })

    test.each(['', ' \n\t', '\n'])('%j is empty', async (content) => {
      await refused(send({ content }), 'Message must not be empty')
    })

    test('null bytes are refused', async () => {
      await refused(send({ content: 'a\0b' }), 'Message must not contain null bytes')
    })

    test('a line that begins with /me is a status message', async () => {
      expect(await stored({ content: '/me eats' })).toMatchObject({ is_me_message: true })
      expect(await stored({ content: '/meat' })).toMatchObject({ is_me_message: false })
    })
  })
})
