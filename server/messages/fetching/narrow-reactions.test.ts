import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { NarrowTerm } from '../../../api/objects/narrow.ts'
import type { Person } from '../../../test/harness.ts'
import { useServer } from '../../../test/use-server.ts'

const { addReaction, getMessages, sendMessage, subscribe } = endpoints

const term = (operator: string, operand: NarrowTerm['operand'], negated = false): NarrowTerm => ({
  operator,
  operand,
  negated,
})
const REACTED = term('has', 'reaction')

describe('messages with reactions', () => {
  const { ann, bob } = useServer({ members: ['ann', 'bob'], channel: 'talk' })
  let ids: Record<'first' | 'plain' | 'second' | 'hidden' | 'direct', number>

  beforeAll(async () => {
    await ann.client.call(subscribe, { subscriptions: [{ name: 'secret' }], invite_only: true })
    const say = async (to: string) =>
      (await ann.client.call(sendMessage, { type: 'channel', to, topic: 'x', content: 'Hello' })).id
    const tell = async () =>
      (await ann.client.call(sendMessage, { type: 'direct', to: `[${bob.id}]`, content: 'Hello' })).id
    ids = {
      first: await say('talk'),
      plain: await say('talk'),
      second: await say('talk'),
      hidden: await say('secret'),
      direct: await tell(),
    }
    for (const message_id of [ids.first, ids.second, ids.hidden, ids.direct])
      await ann.client.call(addReaction, { message_id, emoji_name: 'tada' })
    // Several reactions to one message still count as one message.
    for (const emoji_name of ['heart', 'smile'])
      await bob.client.call(addReaction, { message_id: ids.first, emoji_name })
  })

  const found = async (person: Person, args: object) => {
    const { messages } = await person.client.call(getMessages, { num_before: 10, num_after: 10, ...args } as never)
    return messages.map((message) => message.id)
  }

  test('are found in every direction, each once, if the person may see them', async () => {
    const { first, second, hidden, direct } = ids
    const narrow = [REACTED]
    for (const anchor of ['newest', 'oldest', 'first_unread', `${first}`, `${second}`])
      expect(await found(bob, { anchor, narrow })).toEqual([first, second, direct])
    expect(await found(ann, { anchor: 'newest', narrow })).toEqual([first, second, hidden, direct])
    const date = { anchor: 'date', anchor_date: '2000-01-01', narrow }
    expect(await found(bob, { ...date, num_before: 0, num_after: 1 })).toEqual([first, second])
  })

  test('are found together with other terms, and by their absence', async () => {
    const { first, plain, second, direct } = ids
    const newest = (...narrow: NarrowTerm[]) => found(bob, { anchor: 'newest', narrow })
    expect(await newest(REACTED, term('channel', 'talk'))).toEqual([first, second])
    expect(await newest(REACTED, term('topic', 'x'))).toEqual([first, second])
    expect(await newest(REACTED, term('dm', [ann.id]))).toEqual([direct])
    expect(await newest(REACTED, term('is', 'dm'))).toEqual([direct])
    expect(await newest(REACTED, term('is', 'dm', true))).toEqual([first, second])
    expect(await newest(REACTED, term('has', 'link'))).toEqual([])
    expect(await newest(REACTED, term('has', 'reaction', true))).toEqual([])
    expect(await newest(term('has', 'reaction', true))).toEqual([plain])
    const many = Array.from({ length: 10 }, (_, n) => term('topic', `t${n}`, true))
    expect(await newest(...many, REACTED)).toEqual([first, second, direct])
  })

  test('are filtered among ids', async () => {
    const { first, plain, hidden } = ids
    const args = { message_ids: [hidden, plain, first], narrow: [REACTED], num_before: undefined, num_after: undefined }
    expect(await found(bob, args)).toEqual([first])
    expect(await found(bob, { ...args, narrow: [term('has', 'reaction', true)] })).toEqual([plain])
  })
})
