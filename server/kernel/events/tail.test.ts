import { expect, test } from 'vitest'
import type { LogRow } from '../log/log-row.ts'
import { Tail } from './tail.ts'

const ids = Array.from({ length: 3_000 }, (_, index) => index)
const members = ids.map((id) => ({ id, email: `person-${id}@example.org`, full_name: `Person ${id}` }))

const rowsOf: Record<string, (seq: number) => LogRow> = {
  'messages to many people': (seq) =>
    ({ seq, audience: { to: 'users', ids }, payload: { message: { content: '', rendered: '', members } } }) as never,
  'events that name many people': (seq) =>
    ({
      seq,
      audience: { to: 'everyone' },
      payload: { event: { type: 'subscription', op: 'peer_add', user_ids: ids } },
    }) as never,
  'events for many people': (seq) =>
    ({ seq, audience: { to: 'users', ids: [...ids, ...ids] }, payload: { event: { type: 'stream' } } }) as never,
  'events that are kept from many people': (seq) =>
    ({ seq, audience: { to: 'everyone', except: [...ids, ...ids] }, payload: { event: { type: 'stream' } } }) as never,
  'long messages': (seq) =>
    ({
      seq,
      audience: { to: 'everyone' },
      payload: { message: { content: 'x'.repeat(10_000), rendered: 'x'.repeat(10_000) } },
    }) as never,
}

test.each(Object.entries(rowsOf))('%s leave the tail before there are many of them', (_, row) => {
  const tail = new Tail(0)
  for (let seq = 1; seq <= 2_000; seq += 1) tail.append(row(seq))
  expect(tail.end).toBe(2_000)
  expect([...tail.after(tail.base)].length).toBeLessThan(300)
})

test('the newest row stays, even if it is heavy', () => {
  const tail = new Tail(0)
  const payload = { message: { content: 'x'.repeat(5_000_000), rendered: '' } } as never
  for (let seq = 1; seq <= 20; seq += 1) {
    tail.append({ seq, audience: { to: 'everyone' }, payload })
    expect(tail.newest?.seq).toBe(seq)
    expect([...tail.after(tail.base)].length).toBeLessThan(5)
  }
})

test('short rows stay', () => {
  const tail = new Tail(0)
  const payload = { message: { content: 'Hello', rendered: '<p>Hello</p>' } } as never
  for (let seq = 1; seq <= 2_000; seq += 1) tail.append({ seq, audience: { to: 'everyone' }, payload })
  expect([...tail.after(tail.base)].length).toBe(2_000)
})
