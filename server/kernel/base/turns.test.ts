import { expect, test } from 'vitest'
import { type TurnLimits, Turns } from './turns.ts'

const LIMITS: TurnLimits = { turns: 3, perCaller: 2, waiting: 2, wait: 60_000 }
const FULL = { name: 'Busy', why: 'full' }
const LATE = { name: 'Busy', why: 'late' }

/** Turns by name, and the names of those that have started. */
function openTurns(limits: Partial<TurnLimits> = {}) {
  const turns = new Turns<string>({ ...LIMITS, ...limits })
  const begun: string[] = []
  const begin = (caller: string, name: string): Promise<void> => {
    const turn = turns.begin(caller)
    if (!turn) {
      begun.push(name)
      return Promise.resolve()
    }
    const started = turn.then(() => void begun.push(name))
    // A turn that still waits when its test ends is refused a minute later, beside another test.
    started.catch(() => {})
    return started
  }
  const end = async (caller: string) => {
    turns.end(caller)
    await new Promise((resolve) => setImmediate(resolve))
    return begun
  }
  return { turns, begun, begin, end }
}

test('a caller has two turns at once, and the third starts when one of them ends', async () => {
  const { begin, begun, end } = openTurns()
  for (const name of ['a1', 'a2', 'a3']) void begin('ann', name)
  expect(begun).toEqual(['a1', 'a2'])
  expect(await end('ann')).toEqual(['a1', 'a2', 'a3'])
})

test('a caller that waits for its own turns does not delay others', () => {
  const { begin, begun } = openTurns()
  for (const name of ['a1', 'a2', 'a3', 'a4']) void begin('ann', name)
  void begin('bob', 'b1')
  expect(begun).toEqual(['a1', 'a2', 'b1'])
})

test('when all turns are taken, waiting callers get the next ones in rotation', async () => {
  const { begin, begun, end } = openTurns({ turns: 2 })
  for (const name of ['a1', 'a2']) void begin('ann', name)
  for (const name of ['b1', 'b2']) void begin('bob', name)
  for (const name of ['c1', 'c2']) void begin('cem', name)
  expect(begun).toEqual(['a1', 'a2'])
  await end('ann')
  await end('ann')
  await end('bob')
  expect(await end('cem')).toEqual(['a1', 'a2', 'b1', 'c1', 'b2', 'c2'])
})

test('a new turn does not overtake waiting ones', async () => {
  const { begin, begun, end } = openTurns({ turns: 1 })
  void begin('ann', 'a1')
  void begin('bob', 'b1')
  void begin('ann', 'a2')
  await end('ann')
  void begin('cem', 'c1')
  expect(begun).toEqual(['a1', 'b1'])
  await end('bob')
  expect(await end('ann')).toEqual(['a1', 'b1', 'a2', 'c1'])
})

test('two turns of one caller may wait, and the next is refused at once; other callers are not', async () => {
  const { turns, begin } = openTurns()
  for (const name of ['a1', 'a2', 'a3', 'a4']) void begin('ann', name)
  expect(() => turns.begin('ann')).toThrow(expect.objectContaining(FULL))
  expect(turns.begin('bob')).toBeUndefined()
})

test('the number of waiting turns of all callers is limited', () => {
  const { begin } = openTurns({ turns: 0, waiting: 1 })
  const refused = Array.from({ length: 12 }, (_, index) => {
    try {
      void begin(`visitor ${index}`, 'first')
      return false
    } catch {
      return true
    }
  })
  expect(refused.filter(Boolean)).toHaveLength(2)
})

test('a turn that waits too long is refused and does not start afterwards', async () => {
  const { begin, begun, end } = openTurns({ wait: 1 })
  for (const name of ['a1', 'a2']) void begin('ann', name)
  await expect(begin('ann', 'a3')).rejects.toMatchObject(LATE)
  await end('ann')
  void begin('ann', 'a4')
  expect(begun).toEqual(['a1', 'a2', 'a4'])
})

test('when the database falls silent, all waiting turns are refused at once', async () => {
  const { turns, begin, begun, end } = openTurns({ turns: 1 })
  void begin('ann', 'a1')
  const waiting = [begin('ann', 'a2'), begin('bob', 'b1')]
  turns.refuseWaiting()
  for (const one of waiting) await expect(one).rejects.toMatchObject(LATE)
  await end('ann')
  void begin('bob', 'b2')
  expect(begun).toEqual(['a1', 'b2'])
})

test('failed work frees its turn', async () => {
  const { turns } = openTurns({ turns: 1, perCaller: 1 })
  const fails = async () => {
    throw new Error('no')
  }
  const runs = await Promise.allSettled([turns.take('ann', fails), turns.take('ann', async () => 'done')])
  expect(runs).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled', value: 'done' }])
  expect(await turns.take('ann', async () => 'again')).toBe('again')
})
