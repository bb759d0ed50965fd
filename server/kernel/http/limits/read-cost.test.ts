import { describe, expect, it } from 'vitest'
import { TestClock } from '../../../../test/http/kernel-fixture.ts'
import { createRateLimits } from './rate-limits.ts'
import { readCost } from './read-cost.ts'

const address = { ip: '203.0.113.7', isThroughProxy: false, isLoopback: false }
const MIA = 3

describe('the cost of a read', () => {
  const limited = () => {
    const clock = new TestClock()
    const limits = createRateLimits(clock, true)
    const remaining = () => limits.countUser(MIA, address, 1)?.remaining
    return { clock, limits, remaining }
  }

  it('is one for each full 200 ms of database time of a request', () => {
    const { limits, remaining } = limited()
    const used = readCost(limits, MIA, address)
    expect(remaining()).toBe(199)
    used(199)
    expect(remaining()).toBe(198)
    used(1)
    expect(remaining()).toBe(196)
    used(650)
    expect(remaining()).toBe(192)
  })

  it('of another request starts from zero', () => {
    const { limits, remaining } = limited()
    for (const _ of [1, 2]) readCost(limits, MIA, address)(199)
    expect(remaining()).toBe(199)
  })

  it('can use up the limit, but the next minute is free', () => {
    const { clock, limits, remaining } = limited()
    readCost(limits, MIA, address)(8_000 * 10)
    expect(limits.countUser(MIA, address, 1)).toMatchObject({ remaining: 0, isExceeded: true, msLeft: 60_000 })
    clock.advance(60)
    expect(remaining()).toBe(199)
  })

  it('counts by address without an account, and not at all for programs on this machine', () => {
    const { limits, remaining } = limited()
    readCost(limits, null, address)(1_000)
    expect(limits.countVisitor(address, 1)?.remaining).toBe(94)
    readCost(limits, MIA, { ip: '127.0.0.1', isThroughProxy: false, isLoopback: true })(1_000)
    expect(remaining()).toBe(199)
  })
})
