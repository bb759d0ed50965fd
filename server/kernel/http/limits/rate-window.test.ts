import { describe, expect, it } from 'vitest'
import { TestClock } from '../../../../test/http/kernel-fixture.ts'
import { RateWindow } from './rate-window.ts'

describe('a rate window', () => {
  it('counts what is taken, and refuses without counting if too little is left', () => {
    const window = new RateWindow(10, 60, new TestClock())
    expect(window.take('ann', 7)).toMatchObject({ limit: 10, remaining: 3, isExceeded: false })
    expect(window.take('ann', 4)).toMatchObject({ remaining: 3, isExceeded: true })
    expect(window.take('ann', 3)).toMatchObject({ remaining: 0, isExceeded: false })
    expect(window.take('ann')).toMatchObject({ remaining: 0, isExceeded: true })
    expect(window.take('bob')).toMatchObject({ remaining: 9, isExceeded: false })
  })

  it('can be read without counting and without opening a window', () => {
    const clock = new TestClock()
    const window = new RateWindow(1, 60, clock)
    expect(window.look('ann')).toMatchObject({ remaining: 1, msLeft: 60_000, isExceeded: false })
    clock.advance(30)
    window.take('ann')
    expect(window.look('ann')).toMatchObject({ remaining: 0, msLeft: 60_000, isExceeded: true })
    clock.advance(60)
    expect(window.look('ann')).toMatchObject({ remaining: 1, isExceeded: false })
  })

  it('has a limited number of keys, and forgets the oldest first', () => {
    const window = new RateWindow(5, 1800, new TestClock())
    window.take('oldest')
    window.take('next')
    for (let n = 0; n < 99_999; n += 1) window.take(`other ${n}`)
    expect(window.look('oldest').remaining).toBe(5)
    expect(window.look('next').remaining).toBe(4)
  })
})
