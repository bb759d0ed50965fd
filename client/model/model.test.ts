import { describe, expect, it, vi } from 'vitest'
import type { Event, EventOf } from '../../api/events/index.ts'
import type { Subscription } from '../../api/objects/channel.ts'
import type { Message, MessageFlag } from '../../api/objects/message.ts'
import type { RegisterState } from '../../api/objects/register-state.ts'
import type { ListedUser } from '../../api/objects/user.ts'
import { apply, applyKnown, fromRegister, toRegister } from './model.ts'

const [ME, ANN, BEN] = [1, 2, 3]

const channel = (stream_id: number, name: string, more: Partial<Subscription> = {}) =>
  ({ stream_id, name, subscriber_count: 0, first_message_id: null, is_recently_active: false, ...more }) as Subscription
const user = (user_id: number, more: Partial<ListedUser> = {}) =>
  ({ user_id, full_name: `user ${user_id}`, role: 400, ...more }) as ListedUser

const empty = { count: 0, pms: [], streams: [], huddles: [], mentions: [], old_unreads_missing: false }

const start: RegisterState = {
  queue_id: 'q',
  last_event_id: 0,
  service_feature_level: 1,
  service_version: '1',
  service_merge_base: '1',
  user_id: ME,
  max_message_id: 5,
  unread_msgs: empty,
  starred_messages: [],
  recent_private_conversations: [],
  realm_users: [user(ME), user(ANN)],
  realm_non_active_users: [],
  streams: [channel(10, 'general'), channel(11, 'noise'), channel(12, 'other')],
  subscriptions: [channel(10, 'general', { subscribers: [ME] }), channel(11, 'noise', { is_muted: true })],
  unsubscribed: [],
  never_subscribed: [channel(12, 'other')],
}

let nextId = 1
function fold(state: RegisterState, ...events: object[]): RegisterState {
  const model = fromRegister(state)
  for (const event of events) apply(model, { id: nextId++, ...event } as Event)
  return toRegister(model)
}

const sent = (id: number, place: Partial<Message>, flags: MessageFlag[] = []) =>
  ({ type: 'message', flags, message: { id, ...place } as Message }) satisfies Omit<EventOf<'message'>, 'id'>
const inChannel = (id: number, stream_id: number, subject: string, flags: MessageFlag[] = []) =>
  sent(id, { stream_id, subject, display_recipient: 'x' }, flags)
const between = (id: number, ...ids: number[]) =>
  sent(id, { subject: '', display_recipient: ids.map((person) => ({ id: person }) as never) })
const flagged = (op: 'add' | 'remove', flag: MessageFlag, messages: number[], more: object = {}) => ({
  type: 'update_message_flags',
  op,
  operation: op,
  flag,
  messages,
  all: false,
  ...more,
})

describe('a message', () => {
  it('in a channel is unread there; the case of topics does not matter', () => {
    const state = fold(start, inChannel(7, 10, 'Lunch'), inChannel(8, 10, 'lunch'), inChannel(9, 10, 'a'))
    expect(state.max_message_id).toBe(9)
    expect(state.unread_msgs).toEqual({
      ...empty,
      count: 3,
      streams: [
        { stream_id: 10, topic: 'Lunch', unread_message_ids: [7, 8] },
        { stream_id: 10, topic: 'a', unread_message_ids: [9] },
      ],
    })
    expect(state.subscriptions?.[0]).toMatchObject({ first_message_id: 7, is_recently_active: true })
  })

  it('in a topic with several lower-case forms of a letter is where the server counts it', () => {
    const state = fold(start, inChannel(7, 10, 'ΛΌΓΟΣ'), inChannel(8, 10, 'λόγοσ'))
    expect(state.unread_msgs?.streams).toEqual([{ stream_id: 10, topic: 'ΛΌΓΟΣ', unread_message_ids: [7, 8] }])
  })

  it('in a muted channel is unread but not counted', () => {
    expect(fold(start, inChannel(7, 11, 'x')).unread_msgs).toMatchObject({ count: 0, streams: [{ stream_id: 11 }] })
  })

  it('that is already read does not change the unread messages', () => {
    expect(fold(start, inChannel(7, 10, 'x', ['read'])).unread_msgs).toEqual(empty)
  })

  it('to oneself, to one person and to several', () => {
    const state = fold(start, between(7, ME), between(8, ME, ANN), between(9, BEN, ME, ANN))
    expect(state.unread_msgs).toMatchObject({
      count: 3,
      pms: [
        { other_user_id: ME, unread_message_ids: [7] },
        { other_user_id: ANN, unread_message_ids: [8] },
      ],
      huddles: [{ user_ids_string: '1,2,3', unread_message_ids: [9] }],
    })
    expect(state.recent_private_conversations).toEqual([
      { max_message_id: 9, user_ids: [ANN, BEN] },
      { max_message_id: 8, user_ids: [ANN] },
      { max_message_id: 7, user_ids: [] },
    ])
  })

  it('with a mention is in the mentions', () => {
    const wild: MessageFlag[] = ['stream_wildcard_mentioned']
    const state = fold(
      start,
      inChannel(7, 10, 'x', ['mentioned']),
      inChannel(8, 10, 'x', wild),
      inChannel(9, 11, 'x', wild),
    )
    expect(state.unread_msgs?.mentions).toEqual([7, 8])
  })
})

it('ignores an event of a newer server, and goes on after it', () => {
  const foreign = { id: 5, type: 'constructor', op: 'add', unread_msgs: null } as unknown as Event
  const after = fold(start, foreign)
  expect({ ...after, last_event_id: 0 }).toEqual({ ...start, last_event_id: 0 })
  expect(after.last_event_id).toBe(5)
  expect(fold(start, foreign, inChannel(7, 10, 'x')).unread_msgs).toEqual(
    fold(start, inChannel(7, 10, 'x')).unread_msgs,
  )
})

it('leaves out an event of another form than ours, and names it', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const model = fromRegister(start)
  const before = toRegister(model)
  for (const event of [
    { type: 'message' },
    { ...inChannel(7, 10, 'x'), flags: undefined },
    { type: 'stream', op: 'create' },
  ])
    expect(applyKnown(model, { id: 6, ...event } as Event)).toBe(false)
  expect(toRegister(model)).toEqual(before)
  expect(warn.mock.calls.map(([text]) => text)).toContain('An event of the type "stream" was not understood.')
  warn.mockRestore()
})

describe('flags', () => {
  const unread = fold(start, inChannel(7, 10, 'x', ['mentioned']), between(8, ME, ANN))

  it('read removes messages', () => {
    expect(fold(unread, flagged('add', 'read', [7])).unread_msgs).toMatchObject({
      count: 1,
      streams: [],
      mentions: [],
    })
    expect(fold(unread, flagged('add', 'read', [], { all: true })).unread_msgs).toEqual(empty)
  })

  it('unread puts them back at the place in the event', () => {
    const message_details = {
      7: { type: 'stream', stream_id: 10, topic: 'x', mentioned: true },
      8: { type: 'private', user_ids: [ANN] },
    }
    const read = fold(unread, flagged('add', 'read', [7, 8]))
    expect(fold(read, flagged('remove', 'read', [7, 8], { message_details })).unread_msgs).toEqual(unread.unread_msgs)
  })

  it('starred', () => {
    const state = fold(start, flagged('add', 'starred', [9, 7]), flagged('add', 'starred', [8]))
    expect(state.starred_messages).toEqual([7, 8, 9])
    expect(fold(state, flagged('remove', 'starred', [8, 9])).starred_messages).toEqual([7])
  })
})

describe('people', () => {
  const update = (person: object) => ({ type: 'realm_user', op: 'update', person })

  it('are added, changed and deactivated', () => {
    const joined = fold(start, { type: 'realm_user', op: 'add', person: { ...user(BEN), is_active: true } })
    expect(joined.realm_users).toEqual([user(ME), user(ANN), user(BEN)])
    const renamed = fold(joined, update({ user_id: BEN, full_name: 'Benno' }), update({ user_id: BEN, role: 200 }))
    expect(renamed.realm_users?.[2]).toMatchObject({ full_name: 'Benno', role: 200, is_admin: true, is_owner: false })
    const gone = fold(renamed, update({ user_id: BEN, is_active: false }))
    expect(gone.realm_non_active_users).toMatchObject([{ user_id: BEN, full_name: 'Benno' }])
    expect(fold(gone, update({ user_id: BEN, is_active: true })).realm_users).toHaveLength(3)
  })

  it('one’s own account is updated as well', () => {
    const state = fold(start, update({ user_id: ME, full_name: 'Me' }), update({ user_id: ME, role: 300 }))
    expect(state).toMatchObject({ full_name: 'Me', is_moderator: true, is_admin: false })
  })
})

describe('channels', () => {
  const ids = (list: readonly { stream_id: number }[] | undefined) => list?.map(({ stream_id }) => stream_id)

  it('are created, joined and left', () => {
    const created = fold(start, { type: 'stream', op: 'create', streams: [channel(13, 'fresh')] })
    expect([ids(created.streams), ids(created.never_subscribed)]).toEqual([
      [10, 11, 12, 13],
      [12, 13],
    ])
    const added = channel(13, 'fresh', { subscriber_count: 1, subscribers: [ME] })
    const joined = fold(created, { type: 'subscription', op: 'add', subscriptions: [added] })
    expect([ids(joined.subscriptions), ids(joined.never_subscribed)]).toEqual([[10, 11, 13], [12]])
    expect(joined.streams?.[3]?.subscriber_count).toBe(1)
    const left = fold(joined, {
      type: 'subscription',
      op: 'remove',
      subscriptions: [{ stream_id: 13, name: 'fresh' }],
    })
    expect([ids(left.subscriptions), ids(left.unsubscribed)]).toEqual([[10, 11], [13]])
    expect(left.unsubscribed?.[0]).toMatchObject({ subscriber_count: 0, subscribers: [] })
    expect(left.streams?.[3]?.subscriber_count).toBe(0)
  })

  it('others join and leave; oneself is not counted twice', () => {
    const peers = (op: string, ...user_ids: number[]) => ({ type: 'subscription', op, stream_ids: [10, 12], user_ids })
    const state = fold(start, peers('peer_add', ANN, BEN, ME))
    expect(state.subscriptions?.[0]).toMatchObject({ subscriber_count: 3, subscribers: [ME, ANN, BEN] })
    expect(state.never_subscribed?.[0]).toMatchObject({ subscriber_count: 2 })
    expect(fold(state, peers('peer_remove', ANN)).subscriptions?.[0]).toMatchObject({ subscribers: [ME, BEN] })
  })
})

describe('any event', () => {
  it('does not change the old state, and adds no fields that were not fetched', () => {
    const frozen = structuredClone(start)
    fold(start, inChannel(7, 10, 'x'), flagged('add', 'starred', [1]))
    expect(start).toEqual(frozen)
    const { queue_id, last_event_id, service_feature_level, service_version, service_merge_base } = start
    const bare = { queue_id, last_event_id, service_feature_level, service_version, service_merge_base }
    const { last_event_id: _, ...rest } = fold(
      bare,
      inChannel(7, 10, 'x'),
      flagged('add', 'starred', [1]),
      between(8, ME),
    )
    const { last_event_id: _old, ...before } = bare
    expect(rest).toEqual(before)
  })

  it('restart sets the new version', () => {
    const event = {
      type: 'restart',
      service_version: '2',
      service_merge_base: '2',
      service_feature_level: 2,
      server_generation: 9,
    }
    expect(fold(start, event)).toMatchObject({ service_version: '2', service_feature_level: 2 })
    expect(fold(start, event)).not.toHaveProperty('server_generation')
  })

  it('ignores events of a newer server', () => {
    const { last_event_id: _, ...after } = fold(start, { type: 'weather', rain: true })
    const { last_event_id: _old, ...before } = start
    expect(after).toEqual(before)
  })
})
