import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { within } from './drain.ts'

test('distinguishes work that ends in time from work that does not', async () => {
  expect(await within(5_000, Promise.resolve())).toBe(true)
  expect(await within(1, sleep(5_000, null, { ref: false }))).toBe(false)
  await expect(within(5_000, Promise.reject(new Error('no')))).rejects.toThrow('no')
})
