import { describe, expect, test } from 'vitest'
import { IDS_IN_A_BLOCK, MessageIds } from './message-ids.ts'

const BLOCK = IDS_IN_A_BLOCK

describe('ids of the next messages', () => {
  test('are given in order and only once', () => {
    const ids = new MessageIds()
    ids.add(BLOCK)
    expect([ids.take(1), ids.take(2), ids.take(1)]).toEqual([1, 2, 4])
    expect(ids.count).toBe(BLOCK - 4)
  })

  test('are not given when there are too few, until a block is added', () => {
    const ids = new MessageIds()
    expect([ids.count, ids.take(1)]).toEqual([0, undefined])
    ids.add(BLOCK)
    ids.take(BLOCK - 1)
    expect(ids.take(2)).toBeUndefined()
    ids.add(5 * BLOCK)
    expect([ids.take(2), ids.count]).toEqual([4 * BLOCK + 1, BLOCK - 2])
  })

  test('are dropped when a message of another node has a larger one', () => {
    const ids = new MessageIds()
    ids.add(BLOCK)
    ids.overtake(6)
    expect(ids.count).toBe(BLOCK - 6)
    ids.overtake(3)
    expect(ids.take(1)).toBe(7)
    ids.overtake(BLOCK + 1)
    expect(ids.take(1)).toBeUndefined()
    ids.add(2 * BLOCK)
    expect(ids.take(1)).toBe(BLOCK + 2)
  })
})
