import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

const PATIENT = { most: 10, milliseconds: 60_000 }
const BUSY = { code: 'SERVER_NOT_READY', status: 503 }

/** Work that ends when the test says so. */
function work(begun: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const run = () => {
    begun.push(name)
    return promise
  }
  return { run, end: () => resolve(name), fail: () => reject(new Error(name)) }
}

test('work with the same key is done one after another, in order of arrival', async () => {
  const turns = new Turns(PATIENT)
  const begun: string[] = []
  const [first, second, third] = [work(begun, 'first'), work(begun, 'second'), work(begun, 'third')]
  const all = [first, second, third].map(({ run }) => turns.take('ann', run))
  third.end()
  second.end()
  expect(begun).toEqual(['first'])
  first.end()
  expect(await Promise.all(all)).toEqual(['first', 'second', 'third'])
  expect(begun).toEqual(['first', 'second', 'third'])
})

test('work with another key does not wait', async () => {
  const turns = new Turns(PATIENT)
  const begun: string[] = []
  const [ann, bob] = [work(begun, 'ann'), work(begun, 'bob')]
  const slow = turns.take('ann', ann.run)
  bob.end()
  expect(await turns.take('bob', bob.run)).toBe('bob')
  ann.end()
  await slow
})

test('work that fails gives its turn to the next', async () => {
  const turns = new Turns(PATIENT)
  const [first, second] = [work([], 'first'), work([], 'second')]
  const failing = turns.take('ann', first.run)
  const next = turns.take('ann', second.run)
  first.fail()
  second.end()
  await expect(failing).rejects.toThrow('first')
  expect(await next).toBe('second')
  expect(await turns.take('ann', async () => 'third')).toBe('third')
})

test('no more than so many wait for the same turn', async () => {
  const turns = new Turns({ ...PATIENT, most: 2 })
  const first = work([], 'first')
  const all = [first.run, async () => 'second', async () => 'third'].map((run) => turns.take('ann', run))
  await expect(turns.take('ann', async () => 'fourth')).rejects.toMatchObject(BUSY)
  first.end()
  expect(await Promise.all(all)).toEqual(['first', 'second', 'third'])
})

test('work that waits too long is refused and never begins', async () => {
  const turns = new Turns({ most: 2, milliseconds: 1 })
  const begun: string[] = []
  const [first, second] = [work(begun, 'first'), work(begun, 'second')]
  const slow = turns.take('ann', first.run)
  await expect(turns.take('ann', second.run)).rejects.toMatchObject(BUSY)
  first.end()
  await slow
  expect(await turns.take('ann', async () => 'third')).toBe('third')
  expect(begun).toEqual(['first'])
})
