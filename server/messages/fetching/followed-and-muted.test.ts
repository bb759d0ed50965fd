import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { NarrowTerm } from '../../../api/objects/narrow.ts'
import type { Person } from '../../../test/harness.ts'
import { useServer } from '../../../test/use-server.ts'
import { POLICY, type Policy } from '../../channels/user-topics/policy.ts'

type Term = [operator: string, operand: NarrowTerm['operand'], negated?: boolean]

const NOTHING_UNREAD = 10_000_000_000_000_000

describe('followed and muted messages', () => {
  const { server, ann, bob } = useServer({ members: ['ann', 'bob'], channel: 'lunch' })
  let sent: Record<string, number>

  beforeAll(async () => {
    await ann.client.call(endpoints.subscribe, { subscriptions: [{ name: 'noise' }], principals: [ann.id, bob.id] })
    sent = {
      muted: await say('lunch', 'muted'),
      plain: await say('lunch', 'plain'),
      followed: await say('lunch', 'Followed'),
      noise: await say('noise', 'plain'),
      unmuted: await say('noise', 'unmuted'),
      heard: await say('noise', 'heard'),
      direct: await tell(bob),
    }
    await setPolicy('lunch', 'muted', POLICY.muted)
    await setPolicy('lunch', 'followed', POLICY.followed)
    await setPolicy('noise', 'unmuted', POLICY.unmuted)
    await setPolicy('noise', 'heard', POLICY.followed)
    await mute(bob, 'noise', true)
  })

  const say = async (to: string, topic: string) =>
    (await ann.client.call(endpoints.sendMessage, { type: 'channel', to, topic, content: 'Hello' })).id
  const tell = async ({ id }: Person) =>
    (await ann.client.call(endpoints.sendMessage, { type: 'direct', to: `[${id}]`, content: 'Hello' })).id
  const setPolicy = (channel: string, topic: string, visibility_policy: Policy) =>
    bob.client.call(endpoints.updateUserTopic, { stream_id: server.channelId(channel), topic, visibility_policy })
  const mute = (person: Person, channel: string, value: boolean) =>
    person.client.call(endpoints.updateSubscriptionSettings, {
      subscription_data: [{ stream_id: server.channelId(channel), property: 'is_muted', value }],
    })
  const get = (person: Person, anchor: string, terms: readonly Term[]) =>
    person.client.call(endpoints.getMessages, {
      ...{ anchor, num_before: 100, num_after: 100 },
      narrow: terms.map(([operator, operand, negated = false]) => ({ operator, operand, negated })),
    })
  const nameOf = (wanted: number) => Object.keys(sent).find((name) => sent[name] === wanted)
  const names = async (person: Person, ...terms: Term[]) =>
    (await get(person, 'oldest', terms)).messages.map(({ id }) => nameOf(id))

  test('is:followed finds the topics that the reader follows', async () => {
    expect(await names(bob, ['is', 'followed'])).toEqual(['followed', 'heard'])
    expect(await names(bob, ['is', 'followed', true])).toEqual(['muted', 'plain', 'noise', 'unmuted', 'direct'])
    expect(await names(bob, ['is', 'followed'], ['channel', 'noise'])).toEqual(['heard'])
  })

  test('in:home leaves out what is muted, and is:muted finds it', async () => {
    const shown = ['plain', 'followed', 'unmuted', 'heard', 'direct']
    expect(await names(bob, ['in', 'home'])).toEqual(shown)
    expect(await names(bob, ['in', 'home', true])).toEqual(['muted', 'noise'])
    expect(await names(bob, ['is', 'muted'])).toEqual(['muted', 'noise'])
    expect(await names(bob, ['is', 'muted', true])).toEqual(shown)
    expect(await names(bob, ['in', 'all'])).toEqual(Object.keys(sent))
    expect(await names(ann, ['in', 'home'])).toEqual(Object.keys(sent))
    expect(await names(ann, ['is', 'muted'])).toEqual([])
  })

  test('a channel that the reader has left does not count as muted', async () => {
    const cho = await server.person('Cho', 'noise')
    await mute(cho, 'noise', true)
    const late = await say('noise', 'late')
    expect((await get(cho, 'oldest', [['in', 'home']])).messages).toEqual([])
    await cho.client.call(endpoints.unsubscribe, { subscriptions: ['noise'] })
    expect((await get(cho, 'oldest', [['in', 'home']])).messages.map(({ id }) => id)).toEqual([late])
  })

  test('the first unread message is not a muted one, unless the narrow names its channel', async () => {
    const first = async (...terms: Term[]) => {
      const { anchor } = await get(bob, 'first_unread', terms)
      return anchor === NOTHING_UNREAD ? 'nothing' : nameOf(anchor!)
    }
    expect(await first()).toBe('plain')
    expect(await first(['channel', 'lunch'])).toBe('plain')
    expect(await first(['channel', 'lunch'], ['topic', 'muted'])).toBe('nothing')
    expect(await first(['topic', 'plain'], ['channel', 'noise'])).toBe('noise')
    expect(await first(['channels', 'public'], ['topic', 'unmuted'])).toBe('unmuted')
    expect(await first(['is', 'muted'])).toBe('nothing')
    expect(await first(['is', 'dm'])).toBe('direct')
  })
})
