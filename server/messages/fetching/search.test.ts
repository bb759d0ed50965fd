import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { NarrowTerm } from '../../../api/objects/narrow.ts'
import type { Person } from '../../../test/harness.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'
import { unsubscribeUsers } from '../../channels/unsubscribe-users.ts'

type Term = [operator: string, operand: NarrowTerm['operand'], negated?: boolean]

const { checkMessagesMatchNarrow, getMessages, sendMessage, updateMessage, updateMessageFlagsForNarrow } = endpoints

describe('a search', () => {
  const { server, ann, bob, cho } = useServer({
    members: ['ann', 'bob'],
    outsiders: ['cho'],
    channel: 'lunch',
    env: { PARLEY_RATE_LIMITS: 'off' },
  })

  beforeAll(async () => {
    const secret = { subscriptions: [{ name: 'secret' }], invite_only: true, principals: [ann.id, bob.id] }
    await ann.client.call(endpoints.subscribe, secret)
  })

  const say = async (content: string, topic = 'menu', to = 'lunch', from = ann) =>
    (await from.client.call(sendMessage, { type: 'channel', to, topic, content })).id
  const tell = async (to: Person, content: string) =>
    (await ann.client.call(sendMessage, { type: 'direct', to: JSON.stringify([to.id]), content })).id
  const narrowOf = (terms: readonly Term[]) =>
    terms.map(([operator, operand, negated = false]) => ({ operator, operand, negated }))
  const get = async (person: Pick<Person, 'client'>, ...terms: Term[]) =>
    (
      await person.client.call(getMessages, {
        ...{ anchor: 'newest', num_before: 100, num_after: 0, allow_empty_topic_name: true },
        narrow: narrowOf(terms),
      })
    ).messages
  const find = async (person: Pick<Person, 'client'>, text: string, ...more: Term[]) =>
    (await get(person, ['search', text], ...more)).map(({ id }) => id)

  test('finds a message as soon as it is sent, by its words in any form and order', async () => {
    const id = await say('The **Bakery** opens at eight, and `croissants` are <b>warm</b>')
    for (const text of [
      'bakery',
      'BAKERIES',
      'croissant',
      'croiss',
      'warm bakery',
      'opening',
      'the bakery',
      'eight, bakery!',
    ])
      expect([text, await find(ann, text)]).toEqual([text, [id]])
    for (const text of ['bakery cold', 'strong', 'akery', 'the', 'ba'])
      expect([text, await find(ann, text)]).toEqual([text, []])
  })

  test('ignores accents, width, invisible characters and spelling of one letter', async () => {
    const id = await say('Crème brûlée in der Straße, ＷＩＤＥ, soft\u00adhyphen, Ёлка')
    for (const text of ['creme brulee', 'CRE\u0300ME', 'strasse', 'wide', 'softhyphen', 'елка', 'ёлки'])
      expect([text, await find(ann, text)]).toEqual([text, [id]])
  })

  test('finds words in the topic, also together with words of the message', async () => {
    const id = await say('Ten guests', 'Banquet in May')
    const other = await say('Ten glasses', 'Cellar')
    expect(await find(ann, 'banquets')).toEqual([id])
    expect(await find(ann, 'ten banquet')).toEqual([id])
    expect(await find(ann, 'ten')).toEqual([id, other])
    expect(await find(ann, 'banquet glasses')).toEqual([])
  })

  test('finds quoted parts as they are written, in the text or in the topic', async () => {
    const id = await say('Fried ÄPFEL with **cinnamon** and 100% sugar', 'Cold desserts')
    const other = await say('With fried cinnamon, äpfel and sugar 100')
    expect(await find(ann, 'fried äpfel')).toEqual([id, other])
    expect(await find(ann, '"fried äpfel"')).toEqual([id])
    expect(await find(ann, '"FRIED äPFEL" sugar')).toEqual([id])
    expect(await find(ann, '"cold dessert"')).toEqual([id])
    expect(await find(ann, '"100% sugar"')).toEqual([id])
    expect(await find(ann, '"100_ sugar"')).toEqual([])
    expect(await find(ann, '"with cinnamon"')).toEqual([])
    expect(await find(ann, 'fried "äpfel')).toEqual([id, other])
  })

  test('finds words and parts of words in scripts without blanks', async () => {
    const id = await say('东京大学图书馆的开放时间')
    for (const text of ['图书馆', '大学', '时间 图书馆', '图书馆时间', '京', '间', '"书馆"', '"学图书"'])
      expect([text, await find(ann, text)]).toEqual([text, [id]])
    for (const text of ['书图', '"馆图"', '动物']) expect([text, await find(ann, text)]).toEqual([text, []])
  })

  test('is one search, however many terms it has, also negated ones', async () => {
    const id = await say('Olives and capers')
    await say('Olives')
    expect(await find(ann, 'olives', ['search', 'capers'])).toEqual([id])
    expect(await find(ann, 'olives', ['search', 'capers', true])).toEqual([id])
  })

  test('can be combined with other terms', async () => {
    const id = await say('Radish soup', 'soups')
    const direct = await tell(bob, 'Radish?')
    const answer = await say('Radish salad', 'salads', 'lunch', bob)
    expect(await find(ann, 'radish', ['channel', 'lunch'])).toEqual([id, answer])
    expect(await find(ann, 'radish', ['topic', 'soups'])).toEqual([id])
    expect(await find(ann, 'radish', ['sender', bob.id])).toEqual([answer])
    expect(await find(ann, 'radish', ['is', 'dm'])).toEqual([direct])
    expect(await find(ann, 'radish', ['is', 'dm', true], ['sender', ann.id])).toEqual([id])
    await bob.client.call(endpoints.addReaction, { message_id: answer, emoji_name: 'tada' })
    expect(await find(ann, 'radish', ['has', 'reaction'])).toEqual([answer])
  })

  test('highlights what it found, in the HTML of the message and of the topic', async () => {
    const content = 'See <b> *cucumbers* & [pickled](https://example.com/cucumber) things: 腌黄瓜 $$cucumber$$'
    await say(content, 'Pickles & <b>')
    const [message] = await get(ann, ['search', 'cucumber pickles 黄瓜'])
    expect(message).toMatchObject({
      match_subject: '<span class="highlight">Pickles</span> &amp; &lt;b&gt;',
      match_content: expect.stringContaining(
        'See &lt;b&gt; <em><span class="highlight">cucumbers</span></em> &amp; ' +
          '<a href="https://example.com/cucumber"><span class="highlight">pickled</span></a> things: ' +
          '腌<span class="highlight">黄瓜</span>',
      ),
    })
    expect(message!.match_content).toMatch(/<math.*<annotation[^>]*>cucumber<.annotation>.*<.math>/)
    const [unmarked] = await get(ann, ['sender', ann.id])
    expect(unmarked).not.toHaveProperty('match_content')
  })

  test('marks the messages that match a narrow', async () => {
    const id = await say('Turnips today', 'Turnips')
    const other = await say('Nothing today', 'Turnips')
    const matches = async (person: Person, text: string) =>
      (
        await person.client.call(checkMessagesMatchNarrow, {
          msg_ids: [id, other],
          narrow: narrowOf([['search', text]]),
        })
      ).messages
    const marked = '<span class="highlight">Turnips</span>'
    expect(await matches(ann, 'turnip today')).toEqual({
      [id]: { match_content: `<p>${marked} <span class="highlight">today</span></p>`, match_subject: marked },
      [other]: { match_content: `<p>Nothing <span class="highlight">today</span></p>`, match_subject: marked },
    })
    expect(await matches(ann, 'kale')).toEqual({})
    expect(await matches(cho, 'turnip')).toEqual({})
  })

  test('chooses the messages whose flags are changed', async () => {
    const id = await say('Parsnips')
    await say('Nothing')
    const flagged = await bob.client.call(updateMessageFlagsForNarrow, {
      ...{ anchor: 'newest', num_before: 100, num_after: 0, include_anchor: true, op: 'add', flag: 'starred' },
      narrow: narrowOf([['search', 'parsnip']]),
    })
    expect(flagged).toMatchObject({ processed_count: 1, updated_count: 1, first_processed_id: id })
  })

  test('follows edits, moves, new names of topics and deletions', async () => {
    const id = await say('Spinach', 'greens')
    await ann.client.call(updateMessage, { message_id: id, content: 'Chard' })
    expect([await find(ann, 'spinach'), await find(ann, 'chard')]).toEqual([[], [id]])
    await ann.client.call(updateMessage, { message_id: id, topic: 'leaves', propagate_mode: 'change_all' })
    expect([await find(ann, 'greens chard'), await find(ann, 'leaves chard')]).toEqual([[], [id]])
    const second = await say('Chard again', 'leaves')
    await ann.client.call(updateMessage, { message_id: id, topic: 'stalks', propagate_mode: 'change_one' })
    expect([await find(ann, 'leaves chard'), await find(ann, 'stalks chard')]).toEqual([[second], [id]])
    await server.owner.call(endpoints.deleteMessage, { message_id: id })
    expect(await find(ann, 'chard')).toEqual([second])
  })

  describe('shows only what its reader may read', () => {
    test('the received messages, or the shared history of a named channel', async () => {
      const id = await say('Artichokes', 'thistles')
      expect(await find(bob, 'artichoke')).toEqual([id])
      expect(await find(cho, 'artichoke')).toEqual([])
      expect(await find(cho, 'thistles')).toEqual([])
      expect(await find(cho, 'artichoke', ['channel', 'lunch'])).toEqual([id])
      expect(await find(cho, 'thistles', ['channels', 'public'])).toEqual([id])
    })

    test('not the conversations of others', async () => {
      const id = await tell(bob, 'Asparagus')
      expect(await find(bob, 'asparagus')).toEqual([id])
      expect(await find(cho, 'asparagus')).toEqual([])
      expect(await find({ client: server.owner }, 'asparagus')).toEqual([])
    })

    test('not what came before they joined a channel with protected history, not even by its topic', async () => {
      const early = await say('Saffron rice', 'Saffron', 'secret')
      await ann.client.call(endpoints.subscribe, { subscriptions: [{ name: 'secret' }], principals: [cho.id] })
      const late = await say('Nothing', 'Saffron', 'secret')
      expect(await find(cho, 'saffron')).toEqual([late])
      expect(await find(cho, 'saffron', ['channel', 'secret'])).toEqual([late])
      expect(await find(cho, 'rice')).toEqual([])
      expect(await find(bob, 'saffron')).toEqual([early, late])
    })

    test('not what was moved to a channel that they may not read, and not after they left', async () => {
      const id = await say('Truffles', 'mushrooms')
      expect(await find(bob, 'truffle')).toEqual([id])
      await unsubscribe(bob, 'secret')
      const move = { message_id: id, stream_id: server.channelId('secret'), propagate_mode: 'change_all' } as const
      await ann.client.call(updateMessage, move)
      expect(await find(ann, 'truffle')).toEqual([id])
      expect(await find(bob, 'truffle')).toEqual([])
      expect(await find(bob, 'mushrooms')).toEqual([])
      expect(await find(bob, 'saffron')).toEqual([])
    })

    const unsubscribe = (person: Person, name: string) =>
      server.ctx.transact(server.realm.id, (tx) =>
        unsubscribeUsers(tx, server.realm.channelByName(name)!, [server.realm.users.get(person.id)!]),
      )
  })

  test('is refused if it is blank or too long', async () => {
    await refused(find(ann, '  '), 'operand cannot be blank.')
    await refused(get(ann, ['search', 5]), 'operand is not a string')
    await refused(find(ann, 'a'.repeat(1001)), 'The search is too long (limit: 1000 characters).')
    expect(await find(ann, `${'ab '.repeat(333)}`)).toEqual([])
  })

  test('takes signs of query languages for ordinary signs', async () => {
    const id = await say("It's a 50% 'discount' (really) & more: a|b !c <-> d:* \\ % _ *")
    for (const text of [
      '50%',
      "'discount'",
      '(really)',
      '& really',
      '!really',
      'really:*',
      '\\discount',
      "discount'--",
    ])
      expect([text, await find(ann, text)]).toEqual([text, [id]])
    for (const text of ['\\', '%', '_', '*', ':*', '!', '&', '|', '<->', "it's", "'", "''", '"', '""', '" "', '()'])
      expect([text, await find(ann, text)]).toEqual([text, []])
    for (const text of ['"50%"', '"(really) &"', '"a|b !c"', `"it's a 50%"`])
      expect([text, await find(ann, text)]).toEqual([text, [id]])
  })
})
