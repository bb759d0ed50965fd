import { expect, test } from 'vitest'
import type { RealmState } from '../kernel/realm-state/realm-state.ts'
import { IntSet } from '../kernel/realm-state/structures/int-set.ts'
import { Memberships } from '../kernel/realm-state/structures/memberships.ts'
import { subscriberText } from './subscriber-text.ts'

function place(count: number) {
  const memberships = new Memberships()
  memberships.load(1, new IntSet(Array.from({ length: count }, (_, n) => 3 * (count - n))))
  return { memberships } as RealmState
}
const ids = (text: string | Buffer) => JSON.parse(String(text)) as number[]

test.each([0, 1, 5, 3_000])('%i subscribers are written in order', (count) => {
  const realm = place(count)
  expect(ids(subscriberText(realm, 1)())).toEqual(Array.from({ length: count }, (_, n) => 3 * (n + 1)))
})

test('a channel without a list in memory has no subscribers', () => {
  expect(subscriberText(place(0), 2)()).toBe('[]')
})

test('the text is cached until a person joins or leaves', () => {
  const realm = place(3_000)
  const first = subscriberText(realm, 1)()
  expect(subscriberText(realm, 1)()).toBe(first)
  realm.memberships.join(4, 1, 10)
  const second = subscriberText(realm, 1)()
  expect(ids(second).slice(0, 3)).toEqual([3, 4, 6])
  realm.memberships.leave(4, 1, 11)
  expect(ids(subscriberText(realm, 1)())).toEqual(ids(first))
  // Joining twice changes nothing.
  const third = subscriberText(realm, 1)()
  realm.memberships.join(3, 1, 12)
  expect(subscriberText(realm, 1)()).toBe(third)
})

test('it contains the subscribers at the time of the call, whenever it is written', () => {
  const realm = place(10)
  const before = subscriberText(realm, 1)
  realm.memberships.join(4, 1, 10)
  const after = subscriberText(realm, 1)
  expect(ids(after())).toContain(4)
  expect(ids(before())).not.toContain(4)
  // The older one, written last, does not replace the newer one in the cache.
  expect(ids(subscriberText(realm, 1)())).toContain(4)
})
