import { describe, expect, test } from 'vitest'
import { Memberships } from './memberships.ts'

const [channel, user] = [7, 1]

/** The positions from 0 to 60, in steps of ten, at which the user received the row. */
const received = (memberships: Memberships) =>
  [0, 10, 20, 30, 40, 50, 60].filter((seq) => memberships.receivedAt(user, channel, seq))

describe('memberships', () => {
  test('a row is for the people who were subscribed at its position', () => {
    const memberships = new Memberships()
    memberships.join(user, channel, 15)
    memberships.leave(user, channel, 35)
    memberships.join(user, channel, 45)
    expect(received(memberships)).toEqual([20, 30, 50, 60])
  })

  test('forgets what the log no longer has, and nothing else changes', () => {
    const memberships = new Memberships()
    memberships.join(user, channel, 15)
    memberships.leave(user, channel, 35)
    memberships.join(user, channel, 45)
    memberships.forgetBefore(30)
    expect(received(memberships)).toEqual([20, 30, 50, 60])
    memberships.forgetBefore(36)
    expect(received(memberships)).toEqual([50, 60])
    memberships.forgetBefore(45)
    expect(received(memberships)).toEqual([50, 60])
    // A membership without bounds covers the whole kept log.
    memberships.forgetBefore(46)
    expect(received(memberships)).toEqual([0, 10, 20, 30, 40, 50, 60])
  })

  test('a person who left before the kept log receives nothing, and a second leave has its own bound', () => {
    const memberships = new Memberships()
    memberships.join(user, channel, 5)
    memberships.leave(user, channel, 15)
    memberships.forgetBefore(20)
    expect(received(memberships)).toEqual([])
    memberships.join(user, channel, 25)
    memberships.forgetBefore(30)
    memberships.leave(user, channel, 45)
    expect(received(memberships).filter((seq) => seq >= 30)).toEqual([30, 40])
  })
})
