import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Client } from '../../../client/client.ts'
import { explains } from '../../../test/events-explain-state.ts'
import { type Person, startTestServer } from '../../../test/harness.ts'
import { postForm } from '../../../test/post-form.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

const { addAlertWords, getAlertWords, getEvents, getMessage, getMessages, registerQueue } = endpoints
const { removeAlertWords, sendMessage, subscribe, updateMessageFlags } = endpoints

describe('alert words', () => {
  const { server, ann, bob, cho, gus } = useServer({
    members: ['ann', 'bob'],
    outsiders: ['cho'],
    guests: ['gus'],
    channel: 'lunch',
  })
  let everyone: Record<string, Client>

  beforeAll(() => {
    everyone = { Ann: ann.client, Bob: bob.client, Gus: gus.client }
  })
  afterEach(async () => {
    for (const person of [ann, bob, cho, gus]) await remove(person, await list(person))
  })

  const list = async ({ client }: Person) => (await client.call(getAlertWords, {})).alert_words
  const add = async ({ client }: Person, ...alert_words: string[]) =>
    (await client.call(addAlertWords, { alert_words })).alert_words
  const remove = async ({ client }: Person, alert_words: string[]) =>
    (await client.call(removeAlertWords, { alert_words })).alert_words
  const say = async (content: string, by: Person = ann) =>
    (await by.client.call(sendMessage, { type: 'channel', to: 'lunch', topic: 'soup', content })).id
  const flags = async ({ client }: Person, message_id: number) =>
    (await client.call(getMessage, { message_id })).message.flags

  test('are added and removed, by guests too; events explain the state, and reach nobody else', async () => {
    const added = await explains(everyone, async () => {
      expect(await add(gus, 'soup', 'Ünï code')).toEqual(['soup', 'Ünï code'])
    })
    expect(added['Gus']).toMatchObject([{ type: 'alert_words', alert_words: ['soup', 'Ünï code'] }])
    expect(added['Ann']).toEqual([])
    expect(await list(gus)).toEqual(['soup', 'Ünï code'])
    expect(await list(ann)).toEqual([])
    const removed = await explains(everyone, async () => {
      expect(await remove(gus, ['soup'])).toEqual(['Ünï code'])
    })
    expect(removed['Gus']).toMatchObject([{ type: 'alert_words', alert_words: ['Ünï code'] }])
    const emptied = await explains(everyone, () => remove(gus, ['ÜNÏ CODE']))
    expect(emptied['Gus']).toMatchObject([{ type: 'alert_words', alert_words: [] }])
  })

  test('are the same whatever the case, and blank ones are none', async () => {
    expect(await add(ann, ' Soup ', 'SOUP', '', '  ')).toEqual(['Soup'])
    expect((await explains(everyone, () => add(ann, 'sOUP')))['Ann']).toEqual([])
    expect((await explains(everyone, () => remove(ann, ['salad'])))['Ann']).toEqual([])
    expect(await remove(ann, ['soup'])).toEqual([])
  })

  test.each([
    [JSON.stringify(['x'.repeat(101)]), 'alert_words[0] is too long (limit: 100 characters)'],
    ['["a",1]', 'alert_words[1] is not a string'],
    ['a', 'alert_words is not valid JSON'],
    ['"a"', 'alert_words is not a list'],
    [JSON.stringify(Array(1001).fill('a')), 'alert_words is too long (limit: 1000 items)'],
  ])('%.20s are refused', async (alert_words, msg) => {
    expect(await postForm(server, ann, '/users/me/alert_words', { alert_words })).toMatchObject({ msg })
  })

  test('are limited in number', async () => {
    const words = Array.from({ length: 201 }, (_, n) => `word ${n}`)
    await refused(add(ann, ...words), 'You can have at most 200 alert words.')
    expect(await add(ann, ...words.slice(1))).toHaveLength(200)
  })

  test('flag the messages that have them, for those who receive them and have the word', async () => {
    await add(bob, 'SOUP', 'hot meal')
    await add(cho, 'soup')
    const id = await say('The soup is ready')
    expect(await flags(bob, id)).toEqual(['has_alert_word'])
    expect(await flags(ann, id)).toEqual(['read'])
    // Cho is not in the channel.
    expect(await flags(cho, id)).toEqual(['read', 'historical'])
    expect(await flags(bob, await say('A hot   MEAL!'))).toEqual(['has_alert_word'])
    expect(await flags(bob, await say('soups and hot things'))).toEqual([])
    expect(await flags(bob, await say('a meal that is hot'))).toEqual([])
    expect(await flags(bob, await say('`soup` in code'))).toEqual([])
  })

  test('flag own messages, direct messages, and mentions at the same time', async () => {
    await add(ann, 'soup')
    expect(await flags(ann, await say('soup'))).toEqual(['read', 'has_alert_word'])
    await add(bob, 'soup')
    const direct = { type: 'direct', to: JSON.stringify([bob.id]), content: 'soup?' } as const
    expect(await flags(bob, (await ann.client.call(sendMessage, direct)).id)).toEqual(['has_alert_word'])
    expect(await flags(bob, await say('@**Bob** soup'))).toEqual(['mentioned', 'has_alert_word'])
    expect(await flags(bob, await say('@**all** soup'))).toEqual([
      'stream_wildcard_mentioned',
      'wildcard_mentioned',
      'has_alert_word',
    ])
  })

  test.each(['C++', ':)', 'ship-it', '@here', '你好', '50%'])('may be %s', async (word) => {
    await add(bob, word)
    expect(await flags(bob, await say(`well, ${word} there`))).toContain('has_alert_word')
    expect(await flags(bob, await say('well, nothing there'))).toEqual([])
  })

  test('count from the moment they are added until they are removed', async () => {
    const before = await say('soup')
    await add(bob, 'soup')
    const during = await say('soup')
    await remove(bob, ['soup'])
    const after = await say('soup')
    expect([await flags(bob, before), await flags(bob, during), await flags(bob, after)]).toEqual([
      [],
      ['has_alert_word'],
      [],
    ])
  })

  test('are in message events, for each person their own, live and from the log', async () => {
    await add(bob, 'soup')
    const state = await bob.client.call(registerQueue, { fetch_event_types: [], event_types: ['message'] })
    const told = await explains(everyone, () => say('soup'))
    expect(told['Bob']).toMatchObject([{ type: 'message', flags: ['has_alert_word'] }])
    expect(told['Ann']).toMatchObject([{ type: 'message', flags: ['read'] }])
    await remove(bob, ['soup'])
    const other = await startTestServer({ beside: server })
    const args = { queue_id: state.queue_id!, last_event_id: state.last_event_id, dont_block: true }
    const replayed = await (await other.clientOf(bob.id)).call(getEvents, args)
    expect(replayed.events).toMatchObject([{ flags: ['has_alert_word'] }])
    await other.close()
  })

  test('are found by is:alerted, and their flag cannot be set by hand', async () => {
    await add(bob, 'stew')
    const id = await say('stew')
    const narrow = [{ operator: 'is', operand: 'alerted', negated: false }]
    const { messages } = await bob.client.call(getMessages, { anchor: 'newest', num_before: 1, num_after: 0, narrow })
    expect(messages).toMatchObject([{ id }])
    const flag = { messages: [id], op: 'remove', flag: 'has_alert_word' }
    await refused(bob.client.call(updateMessageFlags, flag), "Flag not editable: 'has_alert_word'")
  })

  test('are known to a node that starts later', async () => {
    await add(bob, 'soup')
    const other = await startTestServer({ beside: server })
    const annThere = await other.clientOf(ann.id)
    const sent = { type: 'channel', to: 'lunch', topic: 'soup', content: 'soup' } as const
    const { id } = await annThere.call(sendMessage, sent)
    expect(await flags(bob, id)).toEqual(['has_alert_word'])
    await other.close()
  })

  test('of many people flag a message for each of them', async () => {
    const dan = await server.person('Dan')
    await dan.client.call(subscribe, { subscriptions: [{ name: 'lunch' }] })
    for (const person of [ann, bob, dan]) await add(person, 'deploy', `for ${person.id}`)
    const id = await say('We deploy now')
    for (const person of [ann, bob, dan]) expect(await flags(person, id)).toContain('has_alert_word')
    const own = await say(`Something for ${dan.id}`)
    expect(await flags(dan, own)).toContain('has_alert_word')
    expect(await flags(bob, own)).toEqual([])
  })
})
