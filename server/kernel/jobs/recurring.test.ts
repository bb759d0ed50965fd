import { expect, test } from 'vitest'
import { TestClock } from '../../../test/clock.ts'
import { useServer } from '../../../test/use-server.ts'
import { createRealm } from '../../operations/founding/create-realm.ts'
import { type RecurringTask, RecurringTasks } from './recurring.ts'

const HOUR = 3_600
const clock = new TestClock()
const { server } = useServer({ clock })

/** Tasks of this name on two nodes. They write down for which organizations they ran. */
function nodes(name: string, work: (realmId: number) => void = () => {}) {
  const ran: number[] = []
  const task: RecurringTask = {
    name,
    everySeconds: HOUR,
    run: async (_, realmId) => {
      ran.push(realmId)
      work(realmId)
    },
  }
  const node = () => new RecurringTasks(server.ctx, [task], server.ctx.logger)
  return { ran, one: node(), other: node() }
}

test('a task runs once in its time for each organization, on one of the nodes', async () => {
  const { ran, one, other } = nodes('hourly')
  await Promise.all([one.runDue(), other.runDue()])
  const here = server.realm.id
  expect(ran).toEqual([here])
  clock.pass(HOUR - 1)
  await one.runDue()
  expect(ran).toEqual([here])
  clock.pass(1)
  const owner = { fullName: 'Nora', email: 'nora@example.net', password: 'correct horse battery staple' }
  const { realmId: there } = await createRealm(server.ctx, { name: 'Next door', host: 'next.localhost', owner })
  await Promise.all([one.runDue(), other.runDue()])
  expect(ran.toSorted((a, b) => a - b)).toEqual([here, here, there])
})

test('a failed task is retried, and others run', async () => {
  let failures = 2
  const { ran, one } = nodes('failing', () => {
    failures -= 1
    if (failures >= 0) throw new Error('not today')
  })
  await one.runDue()
  const first = ran.length
  expect(first).toBeGreaterThan(1)
  await one.runDue()
  expect(ran.length).toBe(first + 2)
  await one.runDue()
  expect(ran.length).toBe(first + 2)
})

test('a clock that was set back delays nothing', async () => {
  const { ran, one } = nodes('after the clock')
  await one.runDue()
  const first = ran.length
  clock.jump(-48 * HOUR)
  await one.runDue()
  expect(ran.length).toBe(2 * first)
  clock.jump(48 * HOUR)
})

test('a stopped node runs nothing', async () => {
  const { ran, one } = nodes('stopped')
  await one.stop()
  await one.runDue()
  expect(ran).toEqual([])
})
