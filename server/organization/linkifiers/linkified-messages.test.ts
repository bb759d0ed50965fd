import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { eventsOf } from '../../../test/queues/queue-requests.ts'
import { useServer } from '../../../test/use-server.ts'
import { compiledLinkifiers } from '../../kernel/realm-state/records/linkifiers.ts'

const { addLinkifier, getMessage, getMessages, registerQueue } = endpoints
const { removeLinkifier, renderMessage, reorderLinkifiers, sendMessage, subscribe, updateLinkifier } = endpoints

const TICKET = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://trac.example.com/ticket/{id}' }

describe('text that a linkifier matches', () => {
  const { server, ann } = useServer({ members: ['ann'], channel: 'lunch' })

  const add = async (fields: object = {}) => (await server.owner.call(addLinkifier, { ...TICKET, ...fields })).id
  const remove = (id: number) => server.owner.call(removeLinkifier, { filter_id: id })
  const send = async (topic: string, content = 'Hello') =>
    (await ann.client.call(sendMessage, { type: 'channel', to: 'lunch', topic, content })).id
  const rendered = async (content: string) => (await ann.client.call(renderMessage, { content })).rendered
  const fetched = async (message_id: number) => (await ann.client.call(getMessage, { message_id })).message

  test('is a link in messages, as long as the linkifier exists', async () => {
    const before = await send('bugs', 'see #12')
    const id = await add()
    const during = await send('bugs', 'see #12')
    await remove(id)
    const after = await send('bugs', 'see #12')
    const link = '<p>see <a href="https://trac.example.com/ticket/12">#12</a></p>'
    const contents = await Promise.all([before, during, after].map(async (one) => (await fetched(one)).content))
    expect(contents).toEqual(['<p>see #12</p>', link, '<p>see #12</p>'])
  })

  test('follows a change of the linkifier at once', async () => {
    const id = await add()
    expect(await rendered('#12')).toBe('<p><a href="https://trac.example.com/ticket/12">#12</a></p>')
    await server.owner.call(updateLinkifier, { filter_id: id, ...TICKET, url_template: 'https://new.example.com/{id}' })
    expect(await rendered('#12')).toBe('<p><a href="https://new.example.com/12">#12</a></p>')
    await remove(id)
  })

  test('is found by patterns that are compiled once per change, not once per message', async () => {
    const before = compiledLinkifiers(server.realm)
    const id = await add()
    const after = compiledLinkifiers(server.realm)
    expect(after).not.toBe(before)
    await send('bugs', 'see #12')
    await ann.client.call(subscribe, { subscriptions: [{ name: 'another channel' }] })
    expect(compiledLinkifiers(server.realm)).toBe(after)
    await remove(id)
  })

  test('belongs to the first linkifier of the order', async () => {
    const first = await add()
    const second = await add({ pattern: '#(?P<n>[0-9])', url_template: 'https://second.example.com/{n}' })
    expect(await rendered('#1')).toContain('https://trac.example.com/ticket/1')
    await server.owner.call(reorderLinkifiers, { ordered_linkifier_ids: [second, first] })
    expect(await rendered('#1')).toContain('https://second.example.com/1')
    await remove(first)
    await remove(second)
  })

  test('is a link of the topic, in events and in fetched messages, of old messages too', async () => {
    const [bare, linked] = [[], [{ text: '#12', url: 'https://trac.example.com/ticket/12' }]]
    const watch = await ann.client.call(registerQueue, { fetch_event_types: [], event_types: ['message'] })
    const before = await send('about #12')
    const id = await add()
    const during = await send('about #12')
    const events = () => eventsOf(ann.client, watch)
    expect((await events()).at(-1)).toMatchObject({ message: { id: during, topic_links: linked } })
    const { messages } = await ann.client.call(getMessages, { message_ids: [before, during] })
    expect(messages.map(({ topic_links }) => topic_links)).toEqual([linked, linked])
    await remove(id)
    expect((await fetched(during)).topic_links).toEqual(bare)
  })

  test('costs linear time, whatever the pattern and the text', async () => {
    const evil = ['(?:a*)*b', '(?:a|aa)+c', '(?:(?:\\w+\\s?)+)+!', '(?:a?){80}a{80}d']
    const ids: number[] = []
    for (const pattern of evil) ids.push(await add({ pattern, url_template: 'https://x.example.com/' }))
    expect(await rendered('a'.repeat(10_000))).toBe(`<p>${'a'.repeat(10_000)}</p>`)
    expect(await rendered(`${'a'.repeat(9_000)} ab`)).toContain('https://x.example.com/')
    for (const id of ids) await remove(id)
  })

  test('does not make the longest message too costly when there are as many linkifiers as there may be', async () => {
    const ids: number[] = []
    for (let n = 0; n < 100; n += 1) ids.push(await add({ pattern: `X${n}-(?P<id>[0-9]+)` }))
    expect(await rendered(`${'word '.repeat(1_990)}X99-7`)).toContain('https://trac.example.com/ticket/7')
    for (const id of ids) await remove(id)
  })

  test('is left alone by a stored pattern that cannot be used any more', async () => {
    const id = await add()
    const spoil = (pattern: string) =>
      server.ctx.transact(server.realm.id, async (tx) => {
        const linkifier = tx.realm.records.linkifier.get(id)!
        tx.record([{ put: 'linkifier', value: { ...linkifier, pattern } }])
      })
    await spoil('(#')
    expect(await rendered('see #12')).toBe('<p>see #12</p>')
    await add({ pattern: 'T(?P<id>[0-9]+)' })
    expect(await rendered('see T12')).toContain('https://trac.example.com/ticket/12')
  })
})
