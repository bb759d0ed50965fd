import { describe, expect, test } from 'vitest'
import { firstUnread, messagesIn, unreadOf } from './answers.ts'
import { type Calls, type Operation, PROTECTED } from './history.ts'
import { Model } from './model.ts'

const [ada, ben, chen] = [0, 1, 2]
const [plaza] = [0]
const everything = { of: 'everything' } as const
const NOBODY: Calls = { people: [], group: false, everybody: false, topic: false, word: false }
const send = (by: number, channel: number, calls: Partial<Calls> = {}): Operation => ({
  do: 'send',
  by,
  channel,
  topic: 0,
  calls: { ...NOBODY, ...calls },
  readBySender: true,
})

/** Runs operations on a new model. Messages get the ids 1, 2, 3 … */
function modelAfter(...operations: Operation[]): Model {
  const model = new Model()
  for (const operation of operations) {
    expect(model.allows(operation), JSON.stringify(operation)).toBe(true)
    model.apply(operation, model.everSent.length + 1)
  }
  return model
}

const subscribe = (who: number, channel: number): Operation => ({ do: 'subscribe', who, channel })
const unsubscribe = (who: number, channel: number): Operation => ({ do: 'unsubscribe', who, channel })

describe('the model matches the contract', () => {
  test('a subscriber receives a message unread, the sender read, and others not at all', () => {
    const model = modelAfter(subscribe(ada, plaza), subscribe(ben, plaza), send(ada, plaza))
    expect(messagesIn(model, ada, everything)).toEqual([{ id: 1, flags: ['read'] }])
    expect(messagesIn(model, ben, everything)).toEqual([{ id: 1, flags: [] }])
    expect(messagesIn(model, chen, everything)).toEqual([])
    expect(messagesIn(model, chen, { of: 'channel', channel: plaza })).toEqual([
      { id: 1, flags: ['historical', 'read'] },
    ])
    expect(firstUnread(model, ben, everything)).toBe(1)
  })

  test('unsubscribing marks messages read', () => {
    const model = modelAfter(subscribe(ada, plaza), subscribe(ben, plaza), send(ada, plaza), unsubscribe(ben, plaza))
    expect(unreadOf(model, ben)).toEqual({ count: 0, direct: {}, channels: {}, mentions: [] })
    expect(messagesIn(model, ben, everything)).toEqual([{ id: 1, flags: ['read'] }])
  })

  test('a late subscriber of a protected channel sees nothing older', () => {
    const model = modelAfter(
      subscribe(ada, PROTECTED),
      send(ada, PROTECTED),
      subscribe(ben, PROTECTED),
      send(ada, PROTECTED),
    )
    expect(messagesIn(model, ben, { of: 'channel', channel: PROTECTED }).map((seen) => seen.id)).toEqual([2])
  })

  test('messages sent while a person is deactivated never reach them', () => {
    const model = modelAfter(
      subscribe(ada, plaza),
      subscribe(ben, plaza),
      { do: 'deactivate', who: ben },
      send(ada, plaza),
      { do: 'reactivate', who: ben },
      send(ada, plaza),
    )
    expect(messagesIn(model, ben, everything)).toEqual([{ id: 2, flags: [] }])
  })

  test('starring a message that was not received creates a read, historical copy', () => {
    const star: Operation = { do: 'flag', who: chen, flag: 'starred', op: 'add', messages: [0] }
    const model = modelAfter(subscribe(ada, plaza), send(ada, plaza), star)
    expect(messagesIn(model, chen, everything)).toEqual([{ id: 1, flags: ['historical', 'read', 'starred'] }])
  })

  test('marking a message unread that was not received creates a historical copy, for subscribers only', () => {
    const unread = (who: number): Operation => ({ do: 'flag', who, flag: 'read', op: 'remove', messages: [0] })
    const model = modelAfter(
      subscribe(ada, plaza),
      send(ada, plaza, { everybody: true }),
      subscribe(ben, plaza),
      unread(ben),
      unread(chen),
    )
    expect(messagesIn(model, ben, everything)).toEqual([{ id: 1, flags: ['historical'] }])
    expect(unreadOf(model, ben)).toEqual({ count: 1, direct: {}, channels: { '0 lunch': [1] }, mentions: [] })
    expect(messagesIn(model, chen, everything)).toEqual([])
  })

  test('only recipients are mentioned: by name, in a group, with everyone, as part of a topic', () => {
    const calls = { people: [ada, ben, chen], everybody: true }
    const model = modelAfter(
      subscribe(ada, plaza),
      subscribe(ben, plaza),
      send(ada, plaza, calls),
      send(ben, plaza, { group: true }),
      send(ben, plaza, { topic: true }),
    )
    const wildcard = ['stream_wildcard_mentioned', 'wildcard_mentioned']
    const ofTopic = ['topic_wildcard_mentioned', 'wildcard_mentioned']
    expect(messagesIn(model, ben, everything)).toEqual([
      { id: 1, flags: ['mentioned', ...wildcard] },
      { id: 2, flags: ['read'] },
      { id: 3, flags: ['read', ...ofTopic] },
    ])
    expect(messagesIn(model, ada, { of: 'mentions' })).toEqual([
      { id: 1, flags: ['mentioned', 'read', ...wildcard] },
      { id: 2, flags: ['mentioned'] },
      { id: 3, flags: ofTopic },
    ])
    expect(messagesIn(model, chen, { of: 'mentions' })).toEqual([])
    expect(unreadOf(model, ben).mentions).toEqual([1])
    expect(unreadOf(model, ada).mentions).toEqual([2, 3])
  })

  const move = (by: number, message: number, more: object): Operation => ({
    do: 'move',
    by,
    message,
    mode: 'change_one',
    topic: null,
    channel: null,
    ...more,
  })

  test('a move to another channel takes a message from those who are not in it', () => {
    const secret = 1
    const model = modelAfter(
      subscribe(ada, plaza),
      subscribe(ben, plaza),
      subscribe(chen, plaza),
      subscribe(ada, secret),
      subscribe(ben, secret),
      send(ada, plaza),
      { do: 'flag', who: chen, flag: 'starred', op: 'add', messages: [0] },
      move(ada, 0, { channel: secret }),
    )
    expect(messagesIn(model, ben, everything)).toEqual([{ id: 1, flags: [] }])
    expect(messagesIn(model, chen, everything)).toEqual([])
    expect(messagesIn(model, ben, { of: 'channel', channel: plaza })).toEqual([])
  })

  test('a move to protected history gives a message to everybody in it, as read', () => {
    const model = modelAfter(
      subscribe(ada, plaza),
      subscribe(ada, PROTECTED),
      subscribe(ben, PROTECTED),
      send(ada, plaza),
      move(ada, 0, { channel: PROTECTED }),
    )
    expect(messagesIn(model, ben, everything)).toEqual([{ id: 1, flags: ['read'] }])
  })

  test('a merge takes the spelling of the topic that is there, and the mode says what moves', () => {
    const said = (topic: number): Operation => ({ ...send(ada, plaza), topic }) as Operation
    const model = modelAfter(said(2), said(0), said(2), said(2), move(ada, 2, { mode: 'change_later', topic: 1 }))
    expect(model.messages.map((message) => message.topic)).toEqual(['leaks', 'lunch', 'lunch', 'lunch'])
  })

  test('an edit calls those who received the message, and no longer those it does not name', () => {
    const model = modelAfter(
      subscribe(ada, plaza),
      subscribe(ben, plaza),
      send(ada, plaza, { people: [ada] }),
      { do: 'alert', who: ben, isOn: true },
      { do: 'edit', by: ada, message: 0, calls: { ...NOBODY, people: [ben, chen], word: true } },
    )
    expect(messagesIn(model, ada, everything)).toEqual([{ id: 1, flags: ['read'] }])
    expect(messagesIn(model, ben, everything)).toEqual([{ id: 1, flags: ['has_alert_word', 'mentioned'] }])
    expect(messagesIn(model, chen, everything)).toEqual([])
  })

  test('what a muted person sent is read, before and after', () => {
    const model = modelAfter(
      subscribe(ada, plaza),
      subscribe(ben, plaza),
      send(ada, plaza),
      { do: 'mute', who: ben, whom: ada },
      send(ada, plaza),
      { do: 'unmute', who: ben, whom: ada },
      send(ada, plaza),
    )
    expect(unreadOf(model, ben).channels).toEqual({ '0 lunch': [3] })
  })

  test('a deleted message is gone for everybody', () => {
    const model = modelAfter(subscribe(ada, plaza), subscribe(ben, plaza), send(ada, plaza), {
      do: 'delete',
      by: ada,
      message: 0,
    })
    expect([messagesIn(model, ada, everything), messagesIn(model, ben, everything)]).toEqual([[], []])
    expect(model.everSent).toEqual([1])
  })

  test('a direct message is for its people only', () => {
    const model = modelAfter({ do: 'direct', by: ada, to: [ben], calls: NOBODY, readBySender: false })
    expect(unreadOf(model, ada).direct).toEqual({ '0,1': [1] })
    expect(messagesIn(model, chen, { of: 'direct', people: [ada, ben] })).toEqual([])
  })
})
