import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { createClient } from '../../../client/client.ts'
import type { Person } from '../../../test/harness.ts'
import { changeAccount } from '../../../test/people.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

describe('one message', () => {
  const { server, ann, bob, gus } = useServer({ members: ['ann', 'bob'], guests: ['gus'] })

  beforeAll(async () => {
    await ann.client.call(endpoints.subscribe, { subscriptions: [{ name: 'lunch' }] })
    await ann.client.call(endpoints.subscribe, { subscriptions: [{ name: 'secret' }], invite_only: true })
  })

  const send = async (to: string, topic = '') =>
    (await ann.client.call(endpoints.sendMessage, { type: 'channel', to, topic, content: '**Hi** & bye' })).id
  const get = (person: Person, message_id: number, more: object = {}) =>
    person.client.call(endpoints.getMessage, { message_id, ...more })

  test('as HTML or as Markdown', async () => {
    const id = await send('lunch', 'soup')
    const shown = await get(ann, id)
    expect(shown.message).toMatchObject({ id, content_type: 'text/html', subject: 'soup' })
    expect(shown.message.content).toContain('&amp; bye')
    expect(shown.raw_content).toBe('**Hi** & bye')
    const raw = await get(ann, id, { apply_markdown: false })
    expect(raw.message).toMatchObject({ content: '**Hi** & bye', content_type: 'text/x-markdown' })
  })

  test('in the empty topic, in the form that the client supports', async () => {
    const id = await send('lunch')
    expect((await get(ann, id)).message.subject).toBe('general chat')
    expect((await get(ann, id, { allow_empty_topic_name: true })).message.subject).toBe('')
    const list = (allow_empty_topic_name: boolean) =>
      ann.client.call(endpoints.getMessages, { message_ids: [id], allow_empty_topic_name, apply_markdown: false })
    expect((await list(true)).messages[0]).toMatchObject({ subject: '', content_type: 'text/x-markdown' })
    expect((await list(false)).messages[0]).toMatchObject({ subject: 'general chat' })
  })

  test('in a public channel is for everyone except guests who are not subscribed', async () => {
    const id = await send('lunch')
    expect((await get(bob, id)).message.flags).toEqual(['read', 'historical'])
    await refused(get(gus, id), 'Invalid message(s)')
  })

  test('in a private channel is for its subscribers, not for an owner by role', async () => {
    const id = await send('secret')
    await get(ann, id)
    await refused(get(bob, id), 'Invalid message(s)')
    await refused(server.owner.call(endpoints.getMessage, { message_id: id }), 'Invalid message(s)')
  })

  test('in a direct conversation is for its people', async () => {
    const args = { type: 'direct', to: `[${bob.id}]`, content: 'Psst' } as const
    const { id } = await ann.client.call(endpoints.sendMessage, args)
    await get(ann, id)
    await get(bob, id)
    await refused(get(gus, id), 'Invalid message(s)')
    await refused(server.owner.call(endpoints.getMessage, { message_id: id }), 'Invalid message(s)')
  })

  test.each([0, 999_999, Number.MAX_SAFE_INTEGER])('%d does not exist', async (id) => {
    await refused(get(ann, id), 'Invalid message(s)')
  })

  test('with a negative id is a path that does not exist', async () => {
    await refused(get(ann, -1), 'Not Found', { status: 404 })
  })

  test('has the address of an external picture, unless the client may compute it from the email', async () => {
    const eve = await server.person('Eve')
    await changeAccount(server, eve.id, { avatar_source: 'G', email_address_visibility: 3 })
    const args = { type: 'channel', to: 'lunch', topic: 'x', content: 'Hi' } as const
    const { id } = await eve.client.call(endpoints.sendMessage, args)
    const narrow = [{ operator: 'channel', operand: 'lunch', negated: false }]
    const avatarFor = async (client: Person['client'], client_gravatar: boolean) =>
      (await client.call(endpoints.getMessages, { message_ids: [id], client_gravatar, narrow })).messages[0]!.avatar_url
    expect(await avatarFor(server.owner, true)).toBeNull()
    expect(await avatarFor(bob.client, true)).toMatch(/^https:/)
    expect(await avatarFor(server.owner, false)).toMatch(/^https:/)
  })

  test('and lists of messages are not for visitors', async () => {
    const visitor = createClient({ url: server.url, strict: true })
    const msg = 'Not logged in: API authentication or user session required'
    const call = visitor.call(endpoints.getMessages, { anchor: 'newest', num_before: 1, num_after: 0 })
    await refused(call, msg, { code: 'UNAUTHORIZED', status: 401 })
  })
})
