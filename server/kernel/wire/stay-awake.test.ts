import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { stayAwakeFor } from './stay-awake.ts'

/** Counts the turns that are asked for during some work. A sleeping loop asks for none. */
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
const commitSeveral = () => stayAwakeFor(done, 2)
const commitSingles = (times: number) => {
  for (let count = 0; count < times; count += 1) stayAwakeFor(done, 1)
}
beforeEach(async () => {
  commitSeveral()
  await sleep(5)
})

/** With a single processor, the database needs it. */
const mayStayAwake = availableParallelism() > 1

test('turns until the commit has succeeded or failed', async () => {
  commitSingles(3)
  const turns = await turnsDuring(async () => {
    commitSingles(1)
    stayAwakeFor(Promise.reject(new Error('The commit failed.')), 1)
    await sleep(5)
  })
  expect(turns).toBeLessThanOrEqual(2)
})

test('turns while a commit is unfinished, but not for long', async () => {
  const late = Promise.withResolvers<void>()
  commitSingles(3)
  let isAwake = false
  // A busy machine may take the processor away at this moment.
  for (let tries = 0; tries < 20 && !isAwake; tries += 1) {
    stayAwakeFor(late.promise, 1)
    commitSingles(1)
    isAwake = (await turnsDuring(() => sleep(20))) > 2
  }
  expect(isAwake).toBe(mayStayAwake)
  expect(await turnsDuring(() => sleep(20))).toBe(0)
  late.resolve()
})

test('turns only after several single commits in a row', async () => {
  const late = Promise.withResolvers<void>()
  const turns = await turnsDuring(async () => {
    commitSingles(2)
    stayAwakeFor(late.promise, 1)
    commitSeveral()
    commitSingles(2)
    stayAwakeFor(late.promise, 1)
    await sleep(5)
  })
  expect(turns).toBe(0)
  expect((await turnsDuring(async () => commitSingles(1))) > 0).toBe(mayStayAwake)
  late.resolve()
})
