import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { explains } from '../../../test/events-explain-state.ts'
import type { Person } from '../../../test/harness.ts'
import { administrator } from '../../../test/people.ts'
import { useServer } from '../../../test/use-server.ts'

const { getMessages, sendMessage, subscribe, updateMessage, updateSettings } = endpoints

describe('notices of a move', () => {
  const { server, ann, bob, cho } = useServer({ members: ['ann', 'bob'], outsiders: ['cho'], channel: 'lunch' })
  let ids: number[]
  let topic: string
  let count = 0

  beforeEach(async () => {
    count += 1
    topic = `soup ${count}`
    ids = [await say('lunch', topic), await say('lunch', topic), await say('lunch', topic)]
  })

  const say = async (to: string, name: string) =>
    (await ann.client.call(sendMessage, { type: 'channel', to, topic: name, content: 'Hello' })).id
  const both = { send_notification_to_new_thread: true, send_notification_to_old_thread: true }
  const all = { propagate_mode: 'change_all' } as const
  const move = (args: object, message_id = ids[1]!) => bob.client.call(updateMessage, { message_id, ...both, ...args })
  const inTopic = async (name: string, person = ann, apply_markdown = false) => {
    const narrow = [
      { operator: 'channel', operand: 'lunch', negated: false },
      { operator: 'topic', operand: name, negated: false },
    ]
    const page = { anchor: 'newest', num_before: 50, num_after: 0, narrow, apply_markdown }
    return (await person.client.call(getMessages, page)).messages
  }
  const last = async (name: string, person = ann) => (await inTopic(name, person)).at(-1)
  const by = () => `@_**Bob|${bob.id}**`

  test('say in both topics what was moved', async () => {
    await move({ topic: `stew ${count}`, ...all })
    expect(await last(`stew ${count}`)).toMatchObject({
      content: `This topic was moved here from #**lunch>${topic}** by ${by()}.`,
      sender_full_name: 'Notification Bot',
    })
    expect(await last(topic)).toMatchObject({
      content: `This topic was moved to #**lunch>stew ${count}** by ${by()}.`,
    })
    await move({ topic: `broth ${count}` })
    expect((await last(`broth ${count}`))?.content).toBe(
      `A message was moved here from #**lunch>stew ${count}** by ${by()}.`,
    )
    expect((await last(`stew ${count}`))?.content).toBe(
      `A message was moved from this topic to #**lunch>broth ${count}** by ${by()}.`,
    )
  })

  test('are sent to the new topic unless the request says otherwise', async () => {
    await bob.client.call(updateMessage, { message_id: ids[0]!, topic: `a ${count}` })
    expect((await inTopic(`a ${count}`)).length).toBe(2)
    const quiet = { send_notification_to_new_thread: false }
    await bob.client.call(updateMessage, { message_id: ids[1]!, topic: `b ${count}`, ...quiet })
    expect((await inTopic(`b ${count}`)).length).toBe(1)
  })

  test('count the messages of a topic that became part of another one', async () => {
    await say('lunch', `stew ${count}`)
    await move({ topic: `stew ${count}`, ...all })
    expect((await last(`stew ${count}`))?.content).toBe(
      `3 messages were moved here from #**lunch>${topic}** by ${by()}.`,
    )
    expect((await last(topic))?.content).toBe(`This topic was moved to #**lunch>stew ${count}** by ${by()}.`)
    const only = await say('lunch', `salad ${count}`)
    await move({ topic: `stew ${count}`, ...all }, only)
    expect((await last(`stew ${count}`))?.content).toBe(
      `A message was moved here from #**lunch>salad ${count}** by ${by()}.`,
    )
  })

  test('are not sent when only the case of a topic changes', async () => {
    const before = (await inTopic(topic)).length
    await move({ topic: topic.toUpperCase(), ...all, ...both })
    expect(await inTopic(topic)).toHaveLength(before)
  })

  test.each(['a ** b', 'b*', 'dish@5', 'a > b', ''])('lead to the topic %j', async (name) => {
    await move({ topic: name, ...all, ...both }, ids[0])
    const notice = (await inTopic(topic, ann, true)).at(-1)!
    const encoded = encodeURIComponent(name).replaceAll('*', '%2A').replaceAll('%', '.')
    const { id } = server.realm.channelByName('lunch')!
    expect(notice.content).toMatch(/^<p>This topic was moved to <a [^>]*>/)
    expect(notice.content).toContain(`#narrow/channel/${id}-lunch/topic/${encoded}`)
    expect(notice.content).not.toContain('/near/5')
  })

  test('lead to a channel with the separator in its name', async () => {
    await ann.client.call(subscribe, { subscriptions: [{ name: 'a>b' }], principals: [ann.id, bob.id] })
    const { id } = server.realm.channelByName('a>b')!
    await move({ stream_id: id, ...all })
    const notice = (await inTopic(topic, ann, true)).at(-1)!
    expect(notice.content).toContain(`#narrow/channel/${id}-a.3Eb/topic/soup.20${count}`)
  })

  test('are read for who made the move, and unread for others', async () => {
    const told = await explains({ Ann: ann.client, Bob: bob.client }, () => move({ topic: `stew ${count}`, ...all }))
    const flags = (name: string) => told[name]!.flatMap((event) => (event.type === 'message' ? [event.flags] : []))
    expect(flags('Bob')).toEqual([['read'], ['read']])
    expect(flags('Ann')).toEqual([[], []])
    for (const name of [`stew ${count}`, topic]) {
      expect((await last(name, bob))?.flags).toEqual(['read'])
      expect((await last(name, ann))?.flags).toEqual([])
    }
  })

  test('are not received by a mover who is not in the channel', async () => {
    const told = await explains({ Cho: cho.client }, () =>
      cho.client.call(updateMessage, { message_id: ids[0]!, topic: `stew ${count}` }),
    )
    expect(told['Cho']!.filter((event) => event.type === 'message')).toEqual([])
    expect((await last(`stew ${count}`, cho))?.flags).toEqual(['read', 'historical'])
  })

  test('of a resolved topic are read for who resolved it, whatever their settings', async () => {
    for (const person of [ann, bob])
      await person.client.call(updateSettings, { resolved_topic_notice_auto_read_policy: 'never' })
    const resolve = () => bob.client.call(updateMessage, { message_id: ids[0]!, topic: `✔ ${topic}`, ...all })
    const told = await explains({ Ann: ann.client, Bob: bob.client }, resolve)
    expect(told['Bob']!.at(-1)).toMatchObject({ type: 'message', flags: ['read'] })
    expect(told['Ann']!.at(-1)).toMatchObject({ type: 'message', flags: [] })
    expect((await last(`✔ ${topic}`, bob))?.flags).toEqual(['read'])
  })

  describe('name a private channel', () => {
    const hidden = 'a private channel'
    const closed = async (name: string, people: readonly Pick<Person, 'id'>[], more: object = {}) => {
      const principals = people.map(({ id }) => id)
      await bob.client.call(subscribe, { subscriptions: [{ name }], principals, invite_only: true, ...more })
      return server.channelId(name)
    }
    /** Moves a topic and returns what its notices say about the place where it was, and where it is. */
    const places = async (from: number, to: number) => {
      const old = `#**${server.realm.channels.get(from)!.name}>${topic}**`
      const channel = JSON.stringify(from)
      const sent = { type: 'channel', to: channel, topic, content: 'Hello' } as const
      const { id } = await bob.client.call(sendMessage, sent)
      await move({ stream_id: to, ...all }, id)
      const newest = async (operand: number) => {
        const narrow = [
          { operator: 'channel', operand, negated: false },
          { operator: 'topic', operand: topic, negated: false },
        ]
        const page = { anchor: 'newest', num_before: 1, num_after: 0, narrow, apply_markdown: false }
        return (await bob.client.call(getMessages, page)).messages[0]!.content
      }
      const now = `#**${server.realm.channels.get(to)!.name}>${topic}**`
      const said = (text: string, place: string, ...starts: string[]) =>
        starts.map((start) => text === `${start} ${place} by ${by()}.`).includes(true)
      const [atNew, atOld] = [await newest(to), await newest(from)]
      const came = ['This topic was moved here from', 'A message was moved here from']
      const went = ['This topic was moved to']
      return {
        from: said(atNew, old, ...came) ? 'named' : said(atNew, hidden, ...came) ? 'hidden' : atNew,
        to: said(atOld, now, ...went) ? 'named' : said(atOld, hidden, ...went) ? 'hidden' : atOld,
      }
    }
    let public1: number
    beforeAll(async () => {
      await bob.client.call(subscribe, { subscriptions: [{ name: 'open' }] })
      public1 = server.channelId('open')
    })

    test('not in a public one', async () => {
      const vault = await closed('vault', [ann, bob])
      expect(await places(public1, vault)).toEqual({ from: 'named', to: 'hidden' })
      topic = `${topic} again`
      expect(await places(vault, public1)).toEqual({ from: 'hidden', to: 'named' })
    })

    test('not in a private one with readers who do not know it', async () => {
      const [pair, three] = [await closed('pair', [ann, bob]), await closed('three', [ann, bob, cho])]
      expect(await places(pair, three)).toEqual({ from: 'hidden', to: 'named' })
      topic = `${topic} again`
      expect(await places(three, pair)).toEqual({ from: 'named', to: 'hidden' })
      const members = server.realm.groups.system('role:members').id
      const joinable = await closed('joinable', [ann, bob], { can_subscribe_group: members })
      topic = `${topic} again`
      expect(await places(pair, joinable)).toEqual({ from: 'hidden', to: 'named' })
    })

    test('in a private one all of whose readers know it', async () => {
      const [one, same] = [await closed('one', [ann, bob]), await closed('same', [ann, bob])]
      expect(await places(one, same)).toEqual({ from: 'named', to: 'named' })
      const ada = await administrator(server, 'Ada')
      const more = await closed('more', [ann, bob, ada])
      topic = `${topic} again`
      expect(await places(one, more)).toEqual({ from: 'named', to: 'named' })
    })
  })
})
