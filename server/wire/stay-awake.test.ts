import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
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

const done = Promise.resolve()
const among = () => stayAwakeFor(done, 2)
const alone = (times: number) => {
  for (let count = 0; count < times; count += 1) stayAwakeFor(done, 1)
}
beforeEach(async () => {
  among()
  await sleep(5)
})

/** On a single processor it would be in the way of the database. */
const mayStayAwake = availableParallelism() > 1

test('turns until the commit has come or failed', async () => {
  alone(3)
  const turns = await turnsDuring(async () => {
    alone(1)
    stayAwakeFor(Promise.reject(new Error('which is an answer too')), 1)
    await sleep(5)
  })
  expect(turns).toBeLessThanOrEqual(2)
})

test('turns while one of them is expected, but not for long', async () => {
  const late = Promise.withResolvers<void>()
  alone(3)
  let isAwake = false
  // The machine may be away for just that moment.
  for (let tries = 0; tries < 20 && !isAwake; tries += 1) {
    stayAwakeFor(late.promise, 1)
    alone(1)
    isAwake = (await turnsDuring(() => sleep(20))) > 2
  }
  expect(isAwake).toBe(mayStayAwake)
  expect(await turnsDuring(() => sleep(20))).toBe(0)
  late.resolve()
})

test('only after several came alone, one after the other', async () => {
  const late = Promise.withResolvers<void>()
  const turns = await turnsDuring(async () => {
    alone(2)
    stayAwakeFor(late.promise, 1)
    among()
    alone(2)
    stayAwakeFor(late.promise, 1)
    await sleep(5)
  })
  expect(turns).toBe(0)
  expect((await turnsDuring(async () => alone(1))) > 0).toBe(mayStayAwake)
  late.resolve()
})
