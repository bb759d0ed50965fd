import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { stayAwakeFor } from './stay-awake.ts'

/** How often the loop turns in some milliseconds: asleep, only for its timers. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  const original = globalThis.setImmediate
  let turns = 0
  globalThis.setImmediate = ((callback: () => void) => {
    turns += 1
    return original(callback)
  }) as typeof setImmediate
  await work()
  globalThis.setImmediate = original
  return turns
}

test('turns until the answer has come', async () => {
  const turns = await turnsDuring(async () => {
    stayAwakeFor(Promise.resolve())
    stayAwakeFor(Promise.reject(new Error('which is an answer too')))
    await sleep(5)
  })
  expect(turns).toBeLessThanOrEqual(2)
})

test('turns for each that is expected, but not for long, and not where it would be in the way', async () => {
  const late = Promise.withResolvers<void>()
  stayAwakeFor(late.promise)
  stayAwakeFor(Promise.resolve())
  const isAwake = (await turnsDuring(() => sleep(20))) > 2
  expect(isAwake).toBe(availableParallelism() > 1)
  expect(await turnsDuring(() => sleep(20))).toBe(0)
  late.resolve()
})
