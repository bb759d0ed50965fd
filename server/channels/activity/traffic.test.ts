import { expect, test } from 'vitest'
import { isRecentlyActive, weeklyTraffic } from './traffic.ts'

const DAY = 86_400
const NOW = 1_000 * DAY

test.each([
  ['a channel of the first week', 6, 500, null],
  ['a week without messages', 7, 0, 0],
  ['a young channel by its own age', 14, 10, 5],
  ['an older channel by four weeks', 400, 40, 10],
  ['few messages as one', 400, 3, 1],
  ['a hundred and more by two digits', 400, 4 * 1_234, 1_200],
  ['a rounded half upwards', 400, 4 * 155, 160],
])('%s', (_, days, messages, traffic) => {
  expect(weeklyTraffic(NOW - days * DAY, messages, NOW)).toBe(traffic)
})

test('a channel is recently active for 180 days after its creation or its last message', () => {
  expect(isRecentlyActive(NOW - 179 * DAY, null, NOW)).toBe(true)
  expect(isRecentlyActive(NOW - 180 * DAY, null, NOW)).toBe(false)
  expect(isRecentlyActive(NOW - 900 * DAY, NOW - 179 * DAY, NOW)).toBe(true)
  expect(isRecentlyActive(NOW - 900 * DAY, NOW - 180 * DAY, NOW)).toBe(false)
})
