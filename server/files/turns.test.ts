import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

/** Work that ends when the test says so. */
function work() {
  const { promise, resolve } = Promise.withResolvers<void>()
  let hasBegun = false
  const run = () => {
    hasBegun = true
    return promise
  }
  return { run, end: resolve, isRunning: () => hasBegun }
}

test('as many run as may, the others wait in order, and more than may wait are refused', async () => {
  const turns = new Turns(2, 2)
  const works = [work(), work(), work(), work()]
  const runs = works.map(({ run }) => turns.run(run))
  await expect(turns.run(work().run)).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT', status: 503 })
  expect(works.map(({ isRunning }) => isRunning())).toEqual([true, true, false, false])
  works[1]!.end()
  await runs[1]
  await expect.poll(() => works.map(({ isRunning }) => isRunning())).toEqual([true, true, true, false])
  for (const { end } of works) end()
  await Promise.all(runs)
  await turns.run(async () => {})
})

test('work that fails makes room for the next', async () => {
  const turns = new Turns(1, 1)
  const fails = async () => {
    throw new Error('no')
  }
  const runs = await Promise.allSettled([turns.run(fails), turns.run(async () => 'done')])
  expect(runs).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled', value: 'done' }])
  expect(await turns.run(async () => 'again')).toBe('again')
})
