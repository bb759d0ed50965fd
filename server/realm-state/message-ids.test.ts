import { describe, expect, test } from 'vitest'
import { MessageIds } from './message-ids.ts'

describe('ids of the next messages', () => {
  test('are given in order, each once', () => {
    const ids = new MessageIds()
    ids.add([5, 6, 9])
    expect([ids.take(1), ids.take(2), ids.take(1)]).toEqual([[5], [6, 9], undefined])
    ids.add([12])
    expect([ids.count, ids.take(1), ids.count]).toEqual([1, [12], 0])
  })

  test('are not given when there are too few, and wait for more', () => {
    const ids = new MessageIds()
    ids.add([5])
    expect(ids.take(2)).toBeUndefined()
    ids.add([8])
    expect(ids.take(2)).toEqual([5, 8])
  })

  test('are dropped when a message of another node has a larger one', () => {
    const ids = new MessageIds()
    ids.add([5, 6, 9])
    ids.overtake(6)
    expect(ids.count).toBe(1)
    ids.overtake(3)
    expect(ids.take(1)).toEqual([9])
    ids.overtake(100)
    expect(ids.count).toBe(0)
  })
})
