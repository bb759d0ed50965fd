import { expect, test } from 'vitest'
import { mergeFlagEvents } from './merge-flag-events.ts'

const flags = (id: number, op: 'add' | 'remove', flag: string, messages: number[]) => ({
  type: 'update_message_flags',
  json: JSON.stringify({ id, type: 'update_message_flags', op, operation: op, flag, messages, all: false }),
})
const other = { type: 'reaction', json: '{"id":5,"type":"reaction"}' }
const merged = (...events: { type: string; json: string }[]) =>
  mergeFlagEvents(events).map((json) => {
    const event = JSON.parse(json)
    return event.flag ? [event.id, event.op, event.flag, event.messages] : [event.id]
  })

test('events with the same flag and operation become one at the newest id, even with other events in between', () => {
  expect(merged(flags(1, 'add', 'read', [7]), other, flags(9, 'add', 'read', [8]))).toEqual([
    [5],
    [9, 'add', 'read', [7, 8]],
  ])
})

test('no event moves past its opposite: a removed star does not come back', () => {
  expect(
    merged(flags(1, 'add', 'starred', [6]), flags(2, 'remove', 'starred', [6]), flags(3, 'add', 'starred', [22])),
  ).toEqual([
    [1, 'add', 'starred', [6]],
    [2, 'remove', 'starred', [6]],
    [3, 'add', 'starred', [22]],
  ])
})

test('other flags in between do not matter, and removals of read stay separate', () => {
  expect(merged(flags(1, 'add', 'read', [1]), flags(2, 'add', 'starred', [1]), flags(3, 'add', 'read', [2]))).toEqual([
    [2, 'add', 'starred', [1]],
    [3, 'add', 'read', [1, 2]],
  ])
  expect(merged(flags(1, 'remove', 'read', [1]), flags(2, 'remove', 'read', [2]))).toHaveLength(2)
})

test('any number of events is merged, in order', () => {
  const EACH = 450
  const idsOf = (n: number) => Array.from({ length: EACH }, (_, k) => EACH * n + k)
  const many = Array.from({ length: 4000 }, (_, n) => flags(n, 'add', n % 2 ? 'read' : 'starred', idsOf(n)))
  const joined = merged(...many).map(([id, op, flag, messages]) => [id, op, flag, messages.join()])
  const allOf = (rest: number) => many.flatMap((_, n) => (n % 2 === rest ? idsOf(n) : [])).join()
  expect(joined).toEqual([
    [3998, 'add', 'starred', allOf(0)],
    [3999, 'add', 'read', allOf(1)],
  ])
})
